"""Pooling: the largest element, or the mean, of each window."""
from __future__ import annotations

import math

from rushlight.backends.numpy.pooling import pool_counts
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor, Tensors
from rushlight.dispatch.op import op
from rushlight.dispatch.out_dtypes import exact
from rushlight.dtypes import dtype_of

WORDS = ("one int", "two ints", "three ints")


def pair(name, n, option, value, default=None):
    """An option of a pooling as a tuple of `n` ints; `default` where it was left out."""
    if default is not None and (value is None or value == [] or value == ()):
        return default
    parts = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    for part in parts:
        if isinstance(part, bool) or not hasattr(part, "__index__"):
            raise TypeError(f"{name}(): argument '{option}' must be tuple of ints, not {type(part).__name__}")
    if len(parts) not in (1, n):
        how = "be omitted, a single int" if option == "stride" else "be a single int"
        if n == 1:
            raise RuntimeError(f"{name}() argument '{option}' should contain one int (got {len(parts)})")
        raise RuntimeError(f"{name}: {option} must either {how}, or a tuple of {WORDS[n - 1]}")
    return parts * n if len(parts) == 1 else parts


def check_windows(name, n, input, kernel, stride, padding, dilation, ceil_mode):
    """Raises what torch does where there are no windows."""
    shape = list(input.shape)
    if len(shape) not in (n + 1, n + 2):
        raise RuntimeError(f"non-empty {n + 1}D or {n + 2}D (batch mode) tensor expected for input")
    if 0 in stride:
        raise RuntimeError("stride should not be zero")
    for option, letter, values in (("kernel size", "k", kernel), ("stride", "d", stride), ("dilation", "dilation", dilation)):
        if min(values) <= 0:
            given = " ".join(f"{letter}{axis}: {value}" for axis, value in zip("THW"[-n:], values))
            raise RuntimeError(f"{option} should be greater than zero, but got {given}")
    for p, k, d in zip(padding, kernel, dilation):
        if p < 0 or p > (d * (k - 1) + 1) // 2:
            raise RuntimeError(f"pad should be at most half of effective kernel size, but got pad={p}, kernel_size={k} and "
                               f"dilation={d}" if p > 0 else f"pad must be non-negative, but got pad: {p}")
    if 0 in shape[-n - 1:]:
        raise RuntimeError(f"Expected {n + 1}D or {n + 2}D (batch mode) tensor with optional 0 dim batch size for input, but got:"
                           f"{shape}")
    counts = pool_counts(shape[-n:], kernel, stride, padding, dilation, ceil_mode)
    if name == "avg_pool3d" and any(size < k for size, k in zip(shape[-3:], kernel)):
        given, wanted = (" ".join(f"{prefix}{axis}: {m}" for axis, m in zip("THW", sizes))
                         for prefix, sizes in (("", shape[-3:]), ("k", kernel)))
        raise RuntimeError(f"input image ({given}) smaller than kernel size ({wanted})")
    if min(counts) < 1:
        given, made = ("x".join(map(str, [shape[-n - 1], *sizes])) for sizes in (shape[-n:], counts))
        raise RuntimeError(f"Given input size: ({given}). Calculated output size: ({made}). Output size is too small")


def _check_row(name, input, kernel, stride, padding, dilation, ceil_mode):
    (k,), (s,), (p,), (d,) = kernel, stride, padding, dilation
    shape = list(input.shape)
    if len(shape) not in (2, 3):
        raise RuntimeError(f"{name}: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but "
                           f"got:{shape}")
    if 0 in shape[-2:]:
        raise RuntimeError(f"{name}: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but "
                           f"got:{shape}")
    for option, value in (("kernel_size", k), ("stride", s), ("dilation", d)):
        if value <= 0:
            raise RuntimeError(f"{name}() {option} must be greater than zero, but got {value}")
    if p < 0:
        raise RuntimeError(f"{name}() padding must be non-negative, but got {p}")
    if p > (d * (k - 1) + 1) // 2:
        raise RuntimeError(f"{name}() padding should be at most half of kernel size, but got padding={p} and kernel_size={k}")
    count = pool_counts(shape[-1:], kernel, stride, padding, dilation, ceil_mode)[0]
    if count < 1:
        raise RuntimeError(f"{name}() Invalid computed output size: {count}")


# ---------------------------------------------------------------- maximum

MAX_NODE = "MaxPool3DWithIndicesBackward0 if len(kernel_size) == 3 else MaxPool2DWithIndicesBackward0"


def flat(F, value, n):
    """The last `n` dimensions made one."""
    shape = tuple(value.shape)
    return F.reshape(value, (*shape[:-n], math.prod(shape[-n:])))


def pick(F, value, indices, n):
    """The elements at `indices`."""
    return F.reshape(F.gather(flat(F, value, n), -1, flat(F, indices, n)), tuple(indices.shape))


def _put_back(F, grad, indices, shape, kernel_size, stride, dilation):
    """What reaches an input of `shape`. Where windows overlap, one element may be the largest of several."""
    overlap = any(d * (k - 1) >= s for k, s, d in zip(kernel_size, stride, dilation))
    return F._put_at(grad, indices, tuple(shape)[-len(kernel_size):], overlap)


@op(families.general, method=False, function=False, out=False, node=MAX_NODE)
def _max_pool(xp, input: Tensor, kernel_size, stride, padding, dilation, ceil_mode) -> Tensor:
    """Returns the largest element of each window over the last dimensions."""
    return xp.max_pool(input, kernel_size, stride, padding, dilation, ceil_mode)

@_max_pool.vjp("input")
def _max_pool_grad(F, grad, input, kernel_size, stride, padding, dilation, ceil_mode):
    _, indices = F._max_pool_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return _put_back(F, grad, indices, input.shape, kernel_size, stride, dilation)

@_max_pool.jvp("input")
def _max_pool_tangent(F, tangent, input, kernel_size, stride, padding, dilation, ceil_mode):
    _, indices = F._max_pool_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return pick(F, tangent, indices, len(kernel_size))


@op(families.many_outputs, method=False, function=False, out=False, returns=("values", "indices"), differentiable=1,
    node=MAX_NODE)
def _max_pool_with_indices(xp, input: Tensor, kernel_size, stride, padding, dilation, ceil_mode) -> Tensors:
    """Returns the largest element of each window over the last dimensions, and where it was."""
    return xp.max_pool_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)

@_max_pool_with_indices.vjp("input")
def _max_pool_with_indices_grad(F, grad, input_shape, indices, kernel_size, stride, dilation):
    return _put_back(F, grad, indices, input_shape, kernel_size, stride, dilation)

@_max_pool_with_indices.jvp("input")
def _max_pool_with_indices_tangent(F, tangent, indices, kernel_size):
    return pick(F, tangent, indices, len(kernel_size)), None


def _max_options(name, n, input, kernel_size, stride, padding, dilation, ceil_mode):
    kernel = pair(name, n, "kernel_size", kernel_size)
    stride, padding = pair(name, n, "stride", stride, kernel), pair(name, n, "padding", padding)
    return kernel, stride, padding, pair(name, n, "dilation", dilation), bool(ceil_mode)


def _max(F, name, n, input, options, with_indices):
    options = _max_options(name, n, input, *options)
    if n == 1:
        return _max_of_rows(F, name, input, options, with_indices)
    check_windows(name, n, input, *options)
    _check_kind(name, input)
    pool = F._max_pool_with_indices if with_indices else F._max_pool
    out = pool(input, *options)
    return tuple(out) if with_indices else out


def _check_kind(name, input, floating=False):
    kind = dtype_of(input._data if hasattr(input, "_data") else input)
    if kind.name == "bool" or kind.is_complex or floating and not kind.is_floating_point:
        raise NotImplementedError(f'"{name}" not implemented for \'{kind.scalar_name}\'')


def _max_of_rows(F, name, input, options, with_indices):
    *sizes, ceil_mode = options
    if not with_indices:
        _check_row(name, input, *options)
        _check_kind(f"{name}_impl", input, floating=True)
    elif len(input.shape) not in (2, 3):
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {len(input.shape)}-dimensional tensor for argument #1 'self' "
                           f"(while checking arguments for {name})")
    flat = [(fill, *size) for fill, size in zip((1, 1, 0, 1), sizes)]
    out = _max(F, "max_pool2d", 2, F.unsqueeze(input, -2), (*flat, ceil_mode), with_indices)
    return tuple([F.squeeze(o, -2) for o in out]) if with_indices else F.squeeze(out, -2)


@op(families.composite, method=False)
def max_pool1d(F, input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False) -> Tensor:
    """Returns the largest element of each window along the last dimension; with `return_indices` also where it was."""
    return _max(F, "max_pool1d", 1, input, (kernel_size, stride, padding, dilation, ceil_mode), return_indices)


@op(families.composite, method=False)
def max_pool2d(F, input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False) -> Tensor:
    """Returns the largest element of each window over the last two dimensions; with `return_indices` also where it was."""
    return _max(F, "max_pool2d", 2, input, (kernel_size, stride, padding, dilation, ceil_mode), return_indices)


@op(families.composite, method=False)
def max_pool3d(F, input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False) -> Tensor:
    """Returns the largest element of each window over the last three dimensions; with `return_indices` also where it was."""
    return _max(F, "max_pool3d", 3, input, (kernel_size, stride, padding, dilation, ceil_mode), return_indices)


@op(families.composite, method=False)
def max_pool1d_with_indices(F, input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False) -> Tensors:
    """Returns the largest element of each window along the last dimension, and where it was."""
    return F.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


@op(families.composite, method=False, function=False)
def max_pool2d_with_indices(F, input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=False) -> Tensors:
    """Returns the largest element of each window over the last two dimensions, and where it was."""
    return F.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


@op(families.composite, method=False, function=False)
def max_pool3d_with_indices(F, input: Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=False) -> Tensors:
    """Returns the largest element of each window over the last three dimensions, and where it was."""
    return F.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


# ---------------------------------------------------------------- its way back

@op(families.general, method=False, function=False, out=False, linear=True,
    node="MaxUnpool3DBackward0 if len(sizes) == 3 else MaxUnpool2DBackward0")
def _put_at(xp, input: Tensor, indices: Tensor, sizes, add) -> Tensor:
    """Returns zeros with the elements of `input` put, or added, at `indices`, counted in the last dimensions, of `sizes`."""
    return xp.put_at(input, indices, sizes, add)

@_put_at.vjp("input")
def _put_at_grad(F, grad, indices, sizes):
    return pick(F, grad, indices, len(sizes))


def _unpool(F, n, input, indices, kernel_size, stride, padding, output_size):
    name = f"max_unpool{n}d"
    kernel = pair(name, n, "kernel_size", kernel_size)
    stride, padding = pair(name, n, "stride", stride, kernel), pair(name, n, "padding", padding)
    _check_unpool(n, input, indices)
    defaults = [(m - 1) * s - 2 * p + k for m, s, p, k in zip(input.shape[-n:], stride, padding, kernel)]
    sizes = _unpooled_sizes(defaults, stride, output_size)
    if n > 1:
        return F._put_at(input, indices, sizes, False)
    return F.squeeze(F._put_at(F.unsqueeze(input, -2), F.unsqueeze(indices, -2), (1, *sizes), False), -2)


def _check_unpool(n, input, indices):
    if len(input.shape) not in (n + 1, n + 2):
        raise RuntimeError(f"Input to max_unpooling{n}d should be a {n + 1}d or {n + 2}d Tensor, but got a tensor with "
                           f"{len(input.shape)} dimensions.")
    kind = dtype_of(indices._data if hasattr(indices, "_data") else indices)
    if kind.name != "int64":
        raise RuntimeError(f"elements in indices should be type int64 but got: {kind.scalar_name}")
    if tuple(indices.shape) != tuple(input.shape):
        raise RuntimeError(f"Expected shape of indices to be same as that of the input tensor ({list(input.shape)}) but got "
                           f"indices tensor with shape: {list(indices.shape)}")


def _unpooled_sizes(defaults, stride, output_size):
    if output_size is None:
        return tuple(defaults)
    sizes = tuple(output_size)[-len(defaults):]
    if len(output_size) not in (len(defaults), len(defaults) + 2):
        raise ValueError(f"output_size should be a sequence containing {len(defaults)} or {len(defaults) + 2} elements, but it "
                         f"has a length of '{len(output_size)}'")
    for d, (size, default, s) in enumerate(zip(sizes, defaults, stride)):
        if not default - s < size < default + s:
            raise ValueError(f'invalid output_size "{tuple(sizes)}" (dim {d} must be between {default - s} and {default + s})')
    return sizes


@op(families.composite, method=False, function=False)
def max_unpool1d(F, input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None) -> Tensor:
    """Returns zeros with the largest elements where max_pool1d found them."""
    return _unpool(F, 1, input, indices, kernel_size, stride, padding, output_size)


@op(families.composite, method=False, function=False)
def max_unpool2d(F, input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None) -> Tensor:
    """Returns zeros with the largest elements where max_pool2d found them."""
    return _unpool(F, 2, input, indices, kernel_size, stride, padding, output_size)


@op(families.composite, method=False, function=False)
def max_unpool3d(F, input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None) -> Tensor:
    """Returns zeros with the largest elements where max_pool3d found them."""
    return _unpool(F, 3, input, indices, kernel_size, stride, padding, output_size)


# ---------------------------------------------------------------- mean

@op(families.general, linear=True, method=False, function=False, out=False,
    node="AvgPool3DBackward0 if len(kernel_size) == 3 else AvgPool2DBackward0")
def _avg_pool(xp, input: Tensor, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override) -> Tensor:
    """Returns the mean of each window over the last dimensions."""
    return xp.avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)

@_avg_pool.vjp("input")
def _avg_pool_grad(F, grad, input_shape, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    return F._spread_avg_pool(grad, tuple(input_shape)[-len(kernel_size):], kernel_size, stride, padding, ceil_mode,
                              count_include_pad,
                              divisor_override)


@op(families.general, linear=True, method=False, function=False, out=False)
def _spread_avg_pool(xp, input: Tensor, sizes, kernel_size, stride, padding, ceil_mode, count_include_pad,
                     divisor_override) -> Tensor:
    """Returns what reaches the input of _avg_pool."""
    return xp.avg_pool_grad(input, sizes, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)

@_spread_avg_pool.vjp("input")
def _spread_avg_pool_grad(F, grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    return F._avg_pool(grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _avg(F, n, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    name = f"avg_pool{n}d"
    if n == 1 and len(input.shape) not in (2, 3):
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {len(input.shape)}-dimensional tensor for argument #1 'self' "
                           f"(while checking arguments for {name})")
    kernel = pair(name, n, "kernel_size", kernel_size)
    stride, padding = pair(name, n, "stride", stride, kernel), pair(name, n, "padding", padding)
    if divisor_override is not None and not divisor_override:
        raise RuntimeError("divisor must be not zero")
    if n > 1 and len(input.shape) <= n:
        raise IndexError(f"Dimension out of range (expected to be in range of [-{len(input.shape)}, {len(input.shape) - 1}], "
                         f"but got -{n + 1})")
    row = n == 1
    if row:
        input, kernel, stride, padding = F.unsqueeze(input, -2), (1, *kernel), (1, *stride), (0, *padding)
    check_windows(name, len(kernel), input, kernel, stride, padding, (1,) * len(kernel), ceil_mode)
    out = F._avg_pool(input, kernel, stride, padding, bool(ceil_mode), bool(count_include_pad), divisor_override)
    return F.squeeze(out, -2) if row else out


@op(families.composite, method=False)
def avg_pool1d(F, input: Tensor, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True) -> Tensor:
    """Returns the mean of each window along the last dimension."""
    return _avg(F, 1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


@op(families.composite, method=False, function=False, out=True, out_dtype=exact)
def avg_pool2d(F, input: Tensor, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None) -> Tensor:
    """Returns the mean of each window over the last two dimensions."""
    return _avg(F, 2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@op(families.composite, method=False, function=False, out=True, out_dtype=exact)
def avg_pool3d(F, input: Tensor, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None) -> Tensor:
    """Returns the mean of each window over the last three dimensions."""
    return _avg(F, 3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _lp(F, n, input, norm_type, kernel_size, stride, ceil_mode):
    kernel = pair(f"lp_pool{n}d", n, "kernel_size", kernel_size)
    pool = (F.avg_pool1d, F.avg_pool2d, F.avg_pool3d)[n - 1]
    mean = pool(F.pow(input, norm_type), kernel, stride, 0, ceil_mode)
    return F.pow(F.sign(mean) * F.relu(F.abs(mean)) * math.prod(kernel), 1.0 / norm_type)


@op(families.composite, method=False, function=False)
def lp_pool1d(F, input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False) -> Tensor:
    """Returns (sum of x**norm_type) ** (1/norm_type) of each window along the last dimension."""
    return _lp(F, 1, input, norm_type, kernel_size, stride, ceil_mode)


@op(families.composite, method=False, function=False)
def lp_pool2d(F, input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False) -> Tensor:
    """Returns (sum of x**norm_type) ** (1/norm_type) of each window over the last two dimensions."""
    return _lp(F, 2, input, norm_type, kernel_size, stride, ceil_mode)


@op(families.composite, method=False, function=False)
def lp_pool3d(F, input: Tensor, norm_type, kernel_size, stride=None, ceil_mode=False) -> Tensor:
    """Returns (sum of x**norm_type) ** (1/norm_type) of each window over the last three dimensions."""
    return _lp(F, 3, input, norm_type, kernel_size, stride, ceil_mode)
