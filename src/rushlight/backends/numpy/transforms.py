"""Fourier transforms without a norm of their own: the caller gives the factor."""
from __future__ import annotations

import numpy as np

from rushlight.dtypes import FLOATING, cast


def fft_c2c(x, dims, scale, forward):
    if not dims:
        return x.copy()
    if len(dims) == 1:
        return _scaled(np.fft.fft(x, None, dims[0]) if forward else np.fft.ifft(x, None, dims[0], "forward"), scale)
    return _scaled(np.fft.fftn(x, axes=dims) if forward else np.fft.ifftn(x, axes=dims, norm="forward"), scale)


def fft_r2c(x, dims, scale, onesided):
    if len(dims) == 1:
        return _scaled(np.fft.rfft(x, None, dims[0]) if onesided else np.fft.fft(x, None, dims[0]), scale)
    return _scaled(np.fft.rfftn(x, axes=dims) if onesided else np.fft.fftn(x, axes=dims), scale)


def fft_c2r(x, dims, scale, last):
    if len(dims) == 1:
        return _scaled(np.fft.irfft(x, last, dims[0], "forward"), scale)
    sizes = [x.shape[d] for d in dims[:-1]] + [last]
    return _scaled(np.fft.irfftn(x, sizes, dims, "forward"), scale)


def _scaled(out, scale):
    return out if scale == 1 else np.multiply(out, scale, out)


def mirrored_twice(x, dim, last):
    out = x.copy()
    out[(slice(None),) * dim + (slice(1, 1 + last - x.shape[dim]),)] *= 2
    return out


def frequencies(name, n, spacing, dtype):
    if dtype.category < FLOATING:
        raise RuntimeError(f"{name} requires a floating point or complex dtype")
    if not n:
        return cast(np.zeros(0), dtype)
    return cast(getattr(np.fft, name)(n, spacing), dtype)
