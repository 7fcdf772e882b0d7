"""Fourier transforms. Three linear maps do the work: complex to complex, real to complex, and half a Hermitian signal to real."""
from __future__ import annotations

import math

from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Number, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.op import op
from rushlight.dtypes import COMPLEX, FLOATING, get_default_dtype


# ---------------------------------------------------------------- the maps

@op(families.general, linear=True, holomorphic=False, method=False, function=False, out=False, node="FftC2CBackward0")
def _fft_c2c(xp, input: Tensor, dims, scale, forward) -> Tensor:
    """Returns `scale` times the transform over `dims`, with exp(-i...) if `forward`."""
    return xp.fft_c2c(input, dims, scale, forward)

@_fft_c2c.vjp("input")
def _fft_c2c_grad(F, grad, dims, scale, forward):
    return F._fft_c2c(grad, dims, scale, not forward)


@op(families.general, linear=True, holomorphic=False, method=False, function=False, out=False, node="FftR2CBackward0")
def _fft_r2c(xp, input: Tensor, dims, scale, onesided) -> Tensor:
    """Returns `scale` times the forward transform of a real signal, without its mirrored half if `onesided`."""
    return xp.fft_r2c(input, dims, scale, onesided)

@_fft_r2c.vjp("input")
def _fft_r2c_grad(F, grad, input_shape, dims, scale, onesided):
    whole = resized(F, grad, dims[-1], input_shape[dims[-1]]) if onesided else grad
    return F._fft_c2c(whole, dims, scale, False)


@op(families.general, linear=True, holomorphic=False, method=False, function=False, out=False, node="FftC2RBackward0")
def _fft_c2r(xp, input: Tensor, dims, scale, last) -> Tensor:
    """Returns `scale` times the backward transform of half a Hermitian signal, with `last` positions along the last of `dims`."""
    return xp.fft_c2r(input, dims, scale, last)

@_fft_c2r.vjp("input")
def _fft_c2r_grad(F, grad, dims, scale, last):
    return F._mirrored_twice(F._fft_r2c(grad, dims, scale, True), dims[-1], last)


@op(families.general, linear=True, method=False, function=False, out=False)
def _mirrored_twice(xp, input: Tensor, dim, last) -> Tensor:
    """Returns half a Hermitian signal with the positions doubled that the other half mirrors."""
    return xp.mirrored_twice(input, dim, last)

@_mirrored_twice.vjp("input")
def _mirrored_twice_grad(F, grad, dim, last):
    return F._mirrored_twice(grad, dim, last)


def resized(F, x, dim, size):
    """`x` cut, or filled with zeros, to `size` along `dim`."""
    have = x.shape[dim]
    if size < have:
        return x[(slice(None),) * dim + (slice(0, size),)]
    if size == have:
        return x
    shape = tuple(x.shape)
    return F.cat([x, F.new_zeros(x, (*shape[:dim], size - have, *shape[dim + 1:]))], dim)


# ---------------------------------------------------------------- arguments

def prepared(x, name=None):
    """`x` in a type that has transforms; `name`: refuse complex numbers for a transform of that name."""
    kind = x.dtype
    if kind.category < FLOATING:
        return x.to(get_default_dtype())
    if kind.itemsize == 2:
        raise RuntimeError(f"Unsupported dtype {kind.scalar_name}")
    if name and kind.category == COMPLEX:
        raise RuntimeError(f"{name}, but {'got' if 'expects' in name else 'found:'} {kind.scalar_name}")
    return x


def as_complex(x):
    return x if x.dtype.category == COMPLEX else x.to(x.dtype.to_complex())


def one_dim(x, dim):
    if not x.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return wrap_dim(dim, x.ndim)


def many_dims(x, sizes, dim):
    """(dims, sizes) for a transform over several dimensions."""
    if dim is not None:
        dim = (dim,) if isinstance(dim, int) else tuple(dim)
        dims = tuple([one_dim(x, d) for d in dim])
        if len(set(dims)) < len(dims):
            raise RuntimeError("FFT dims must be unique")
    if sizes is None:
        dims = tuple(range(x.ndim)) if dim is None else dims
        return dims, [x.shape[d] for d in dims]
    sizes = [sizes] if isinstance(sizes, int) else list(sizes)
    if dim is None:
        if len(sizes) > x.ndim:
            raise RuntimeError(f"Got shape with {len(sizes)} values but input tensor only has {x.ndim} dimensions.")
        dims = tuple(range(x.ndim - len(sizes), x.ndim))
    elif len(sizes) != len(dims):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    return dims, [x.shape[d] if n == -1 else n for d, n in zip(dims, sizes)]


def require_points(*sizes):
    for n in sizes:
        if n < 1:
            raise RuntimeError(f"Invalid number of data points ({n}) specified")


def scale_of(norm, forward, *sizes):
    """The factor that a norm asks for; "backward" is the default."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise RuntimeError(f"Invalid normalization mode: \"{norm}\"")
    n = math.prod(sizes)
    if norm == "ortho":
        return 1 / math.sqrt(n)
    return 1 / n if (norm == "forward") == forward else 1.0


def all_resized(F, x, dims, sizes):
    for d, n in zip(dims, sizes):
        x = resized(F, x, d, n)
    return x


# ---------------------------------------------------------------- one dimension

@op(families.composite, function=False, method=False, out=True)
def fft_fft(F, input: Tensor, n=None, dim=-1, norm=None) -> Tensor:
    """Returns the discrete Fourier transform along `dim`."""
    return _one(F, input, n, dim, norm, True)


@op(families.composite, function=False, method=False, out=True)
def fft_ifft(F, input: Tensor, n=None, dim=-1, norm=None) -> Tensor:
    """Returns the inverse discrete Fourier transform along `dim`."""
    return _one(F, input, n, dim, norm, False)


def _one(F, input, n, dim, norm, forward):
    dim = one_dim(input, dim)
    input = prepared(input)
    n = input.shape[dim] if n is None else n
    require_points(n)
    scale = scale_of(norm, forward, n)
    input = resized(F, input, dim, n)
    if input.dtype.category == COMPLEX:
        return F._fft_c2c(input, (dim,), scale, forward)
    out = F._fft_r2c(input, (dim,), scale, False)
    return out if forward else F.conj(out)


@op(families.composite, function=False, method=False, out=True)
def fft_rfft(F, input: Tensor, n=None, dim=-1, norm=None) -> Tensor:
    """Returns the first half of the transform of a real signal along `dim`."""
    return _real(F, input, n, dim, norm, "rfft")


@op(families.composite, function=False, method=False, out=True)
def fft_ihfft(F, input: Tensor, n=None, dim=-1, norm=None) -> Tensor:
    """Returns the first half of the inverse transform of a real signal along `dim`."""
    return F.conj(_real(F, input, n, dim, norm, "ihfft"))


def _real(F, input, n, dim, norm, name):
    dim = one_dim(input, dim)
    input = prepared(input, f"{name} expects a real input tensor")
    n = input.shape[dim] if n is None else n
    require_points(n)
    return F._fft_r2c(resized(F, input, dim, n), (dim,), scale_of(norm, name == "rfft", n), True)


@op(families.composite, function=False, method=False, out=True)
def fft_irfft(F, input: Tensor, n=None, dim=-1, norm=None) -> Tensor:
    """Returns the real signal, of `n` points, whose transform's first half is given along `dim`."""
    return _to_real(F, input, n, dim, norm, False)


@op(families.composite, function=False, method=False, out=True)
def fft_hfft(F, input: Tensor, n=None, dim=-1, norm=None) -> Tensor:
    """Returns the real transform, of `n` points, of the Hermitian signal whose first half is given along `dim`."""
    return _to_real(F, input, n, dim, norm, True)


def _to_real(F, input, n, dim, norm, forward):
    dim = one_dim(input, dim)
    input = as_complex(prepared(input))
    n = 2 * (input.shape[dim] - 1) if n is None else n
    require_points(n)
    input = resized(F, input, dim, n // 2 + 1)
    return F._fft_c2r(F.conj(input) if forward else input, (dim,), scale_of(norm, forward, n), n)


# ---------------------------------------------------------------- several dimensions

@op(families.composite, function=False, method=False, out=True)
def fft_fftn(F, input: Tensor, s=None, dim=None, norm=None) -> Tensor:
    """Returns the discrete Fourier transform over `dim`, all dimensions by default."""
    return _many(F, input, s, dim, norm, True)


@op(families.composite, function=False, method=False, out=True)
def fft_ifftn(F, input: Tensor, s=None, dim=None, norm=None) -> Tensor:
    """Returns the inverse discrete Fourier transform over `dim`, all dimensions by default."""
    return _many(F, input, s, dim, norm, False)


def _many(F, input, s, dim, norm, forward):
    dims, sizes = many_dims(input, s, dim)
    input = as_complex(prepared(input))
    require_points(*sizes)
    return F._fft_c2c(all_resized(F, input, dims, sizes), dims, scale_of(norm, forward, *sizes), forward)


@op(families.composite, function=False, method=False, out=True)
def fft_rfftn(F, input: Tensor, s=None, dim=None, norm=None) -> Tensor:
    """Returns the transform of a real signal over `dim`, without the mirrored half of the last dimension."""
    dims, sizes = _some_dims("rfftn", input, s, dim)
    input = prepared(input, "rfftn expects a real-valued input tensor")
    require_points(*sizes)
    return F._fft_r2c(all_resized(F, input, dims, sizes), dims, scale_of(norm, True, *sizes), True)


@op(families.composite, function=False, method=False, out=True)
def fft_irfftn(F, input: Tensor, s=None, dim=None, norm=None) -> Tensor:
    """Returns the real signal whose transform over `dim` is given, without the mirrored half of the last dimension."""
    dims, sizes, input = _half_signal(F, "irfftn", input, s, dim)
    return F._fft_c2r(input, dims, scale_of(norm, False, *sizes), sizes[-1])


@op(families.composite, function=False, method=False, out=True)
def fft_hfftn(F, input: Tensor, s=None, dim=None, norm=None) -> Tensor:
    """Returns the real transform over `dim` of a Hermitian signal, given without the mirrored half of the last dimension."""
    dims, sizes, input = _half_signal(F, "hfftn", input, s, dim)
    scale = scale_of(norm, True, *sizes)
    if len(dims) > 1:
        input = F._fft_c2c(input, dims[:-1], 1.0, True)
    return F._fft_c2r(F.conj(input), dims[-1:], scale, sizes[-1])


@op(families.composite, function=False, method=False, out=True)
def fft_ihfftn(F, input: Tensor, s=None, dim=None, norm=None) -> Tensor:
    """Returns the inverse transform of a real signal over `dim`, without the mirrored half of the last dimension."""
    dims, sizes = _some_dims("ihfftn", input, s, dim)
    input = prepared(input, "Only supports floating-point dtypes")
    require_points(*sizes)
    out = F.conj(F._fft_r2c(all_resized(F, input, dims, sizes), dims[-1:], scale_of(norm, False, *sizes), True))
    return F._fft_c2c(out, dims[:-1], 1.0, False) if len(dims) > 1 else out


def _some_dims(name, input, s, dim):
    dims, sizes = many_dims(input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    return dims, sizes


def _half_signal(F, name, input, s, dim):
    dims, sizes = _some_dims(name, input, s, dim)
    if s is None or (s if isinstance(s, int) else tuple(s)[-1]) == -1:
        sizes[-1] = 2 * (input.shape[dims[-1]] - 1)
    input = as_complex(prepared(input))
    require_points(*sizes)
    return dims, sizes, all_resized(F, input, dims, [*sizes[:-1], sizes[-1] // 2 + 1])


def _plane(name, says):
    def transform(F, input: Tensor, s=None, dim=(-2, -1), norm=None) -> Tensor:
        return getattr(F, f"fft_{name}n")(input, s, dim, norm)
    transform.__name__, transform.__doc__ = f"fft_{name}2", says
    return op(families.composite, function=False, method=False, out=True)(transform)


for _name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    _plane(_name, f"Returns {_name}n over two dimensions.")


# ---------------------------------------------------------------- frequencies

@op(families.composite, function=False, method=False)
def fft_fftshift(F, input: Tensor, dim=None) -> Tensor:
    """Returns the elements rolled so that frequency zero is in the middle."""
    return _rolled(F, input, dim, lambda n: n // 2)


@op(families.composite, function=False, method=False)
def fft_ifftshift(F, input: Tensor, dim=None) -> Tensor:
    """Returns the elements rolled back from fftshift."""
    return _rolled(F, input, dim, lambda n: (n + 1) // 2)


def _rolled(F, input, dim, shift):
    dims = list(range(input.ndim)) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    return F.roll(input, [shift(input.shape[d]) for d in dims], dims)


@op(families.factory, function=False, method=False)
def fft_fftfreq(xp, n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns the frequencies of fft for `n` points that lie `d` apart."""
    return xp.frequencies("fftfreq", n, d, dtype or get_default_dtype())


@op(families.factory, function=False, method=False)
def fft_rfftfreq(xp, n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor:
    """Returns the frequencies of rfft for `n` points that lie `d` apart."""
    return xp.frequencies("rfftfreq", n, d, dtype or get_default_dtype())
