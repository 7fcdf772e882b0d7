"""Windows for the spectral analysis of signals: those of torch and those of torch.signal.windows."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch.families import factory
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op

BLACKMAN, NUTTALL = (0.42, 0.5, 0.08), (0.3635819, 0.4891775, 0.1365995, 0.0106411)         # coefficients of sums of cosines

# ---------------------------------------------------------------- of torch


@op(factory, method=False, out=False)
def hann_window(xp, window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False,
                pin_memory=False) -> Tensor:
    """Returns a raised cosine over `window_length` points."""
    return _of_type(xp, "hann_window", window_length, dtype, lambda n: xp.cosine_sum(n, not periodic, (0.5, 0.5)))


@op(factory, method=False, out=False)
def hamming_window(xp, window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None,
                   requires_grad=False, pin_memory=False) -> Tensor:
    """Returns alpha minus beta times a cosine over `window_length` points."""
    return _of_type(xp, "hamming_window", window_length, dtype, lambda n: xp.cosine_sum(n, not periodic, (alpha, beta)))


@op(factory, method=False, out=False)
def blackman_window(xp, window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False,
                    pin_memory=False) -> Tensor:
    """Returns a sum of two cosines over `window_length` points."""
    return _of_type(xp, "blackman_window", window_length, dtype, lambda n: xp.cosine_sum(n, not periodic, BLACKMAN))


@op(factory, method=False, out=False)
def bartlett_window(xp, window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False,
                    pin_memory=False) -> Tensor:
    """Returns a triangle over `window_length` points."""
    return _of_type(xp, "bartlett_window", window_length, dtype, lambda n: xp.triangle(n, not periodic))


@op(factory, method=False, out=False)
def kaiser_window(xp, window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, requires_grad=False,
                  pin_memory=False) -> Tensor:
    """Returns a Bessel function of a half circle over `window_length` points."""
    return _of_type(xp, "kaiser_window", window_length, dtype, lambda n: xp.kaiser_window(n, not periodic, beta))


def _of_type(xp, name, length, dtype, window):
    dtype = dtype or dtypes.get_default_dtype()
    if dtype.category != dtypes.FLOATING:
        raise RuntimeError(f"{name} expects floating point dtypes, got: {dtype}")
    if length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={length}")
    return xp.to(window(length), dtype)


# ---------------------------------------------------------------- of torch.signal.windows


@op(factory, function=False, method=False, out=False)
def signal_windows_bartlett(xp, M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns a triangle, over `M` points."""
    return _strictly(xp, "bartlett", M, dtype, lambda n: xp.triangle(n, sym))


@op(factory, function=False, method=False, out=False)
def signal_windows_blackman(xp, M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns a sum of two cosines, over `M` points."""
    return _strictly(xp, "blackman", M, dtype, lambda n: xp.cosine_sum(n, sym, BLACKMAN))


@op(factory, function=False, method=False, out=False)
def signal_windows_cosine(xp, M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns half a wave of the sine, over `M` points."""
    return _strictly(xp, "cosine", M, dtype, lambda n: xp.half_sine(n, sym))


@op(factory, function=False, method=False, out=False)
def signal_windows_exponential(xp, M, *, center=None, tau=1.0, sym=True, dtype=None, layout=None, device=None,
                               requires_grad=False) -> Tensor:
    """Returns what falls exponentially, to 1/e within `tau`, on both sides of the center, over `M` points."""
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    return _strictly(xp, "exponential", M, dtype, lambda n: xp.exponential_window(n, sym, center, tau))


@op(factory, function=False, method=False, out=False)
def signal_windows_gaussian(xp, M, *, std=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns a normal distribution, over `M` points."""
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    return _strictly(xp, "gaussian", M, dtype, lambda n: xp.gaussian_window(n, sym, std))


@op(factory, function=False, method=False, out=False)
def signal_windows_general_cosine(xp, M, *, a, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns the sum of cosines with the coefficients `a`, whose signs alternate, over `M` points."""
    if not isinstance(a, (list, tuple)):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    return _strictly(xp, "general_cosine", M, dtype, lambda n: xp.cosine_sum(n, sym, a))


@op(factory, function=False, method=False, out=False)
def signal_windows_general_hamming(xp, M, *, alpha=0.54, sym=True, dtype=None, layout=None, device=None,
                                   requires_grad=False) -> Tensor:
    """Returns alpha minus 1 - alpha times a cosine, over `M` points."""
    return _strictly(xp, "general_cosine", M, dtype, lambda n: xp.cosine_sum(n, sym, (alpha, 1 - alpha)))


@op(factory, function=False, method=False, out=False)
def signal_windows_hamming(xp, M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns a raised cosine with small steps at its ends, over `M` points."""
    return _strictly(xp, "general_cosine", M, dtype, lambda n: xp.cosine_sum(n, sym, (0.54, 0.46)))


@op(factory, function=False, method=False, out=False)
def signal_windows_hann(xp, M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns a raised cosine, over `M` points."""
    return _strictly(xp, "general_cosine", M, dtype, lambda n: xp.cosine_sum(n, sym, (0.5, 0.5)))


@op(factory, function=False, method=False, out=False)
def signal_windows_kaiser(xp, M, *, beta=12.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns a Bessel function of a half circle, over `M` points."""
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    return _strictly(xp, "kaiser", M, dtype, lambda n: xp.kaiser_window(n, sym, beta))


@op(factory, function=False, method=False, out=False)
def signal_windows_nuttall(xp, M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns a sum of three cosines, over `M` points."""
    return _strictly(xp, "general_cosine", M, dtype, lambda n: xp.cosine_sum(n, sym, NUTTALL))


def _strictly(xp, name, length, dtype, window):
    dtype = dtype or dtypes.get_default_dtype()
    if length < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={length}")
    if dtype not in (dtypes.float32, dtypes.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return xp.to(window(length), dtype)
