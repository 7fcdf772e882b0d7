"""Pooling to a given number of windows, which cover the input evenly and may overlap."""
from __future__ import annotations

from rushlight.backends.numpy.channel_order import channels_vary_fastest
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor, Tensors
from rushlight.dispatch.op import op
from rushlight.dtypes import dtype_of
from rushlight.ops.pooling import pick


def _counts(name, n, input, output_size, colon=""):
    """The number of windows along each dimension; None keeps the input's size."""
    shape = tuple(input.shape)
    if n == 1 and len(shape) not in (2, 3):
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {len(shape)}-dimensional tensor for argument #1 'self' (while "
                           f"checking arguments for {name})")
    counts = tuple(output_size) if isinstance(output_size, (tuple, list)) else (output_size,) * n
    if n == 1 and len(counts) != 1:
        raise RuntimeError(f"{name}() argument 'output_size' should contain one int (got {len(counts)})")
    if n > 1 and not isinstance(output_size, int):          # an int is one for every dimension, even where there are too few
        _check_length(output_size, shape)
    if len(counts) != n:
        raise RuntimeError(f"{name}: output_size must be {n}")
    if len(shape) not in (n + 1, n + 2):
        raise RuntimeError(f"{name}(): Expected {n + 1}D or {n + 2}D tensor, but got{colon} {list(shape)}")
    counts = tuple([size if count is None else count for count, size in zip(counts, shape[-n:])])
    for count in counts:
        if isinstance(count, bool) or not hasattr(count, "__index__"):
            raise TypeError(f"{name}(): argument 'output_size' must be tuple of ints, not {type(count).__name__}")
    if min(counts) < 0:
        raise RuntimeError(f"{name}: elements of output_size must be greater than or equal to 0 but received "
                           f"{{{', '.join(map(str, counts))}}}")
    for d in range(len(shape) - n - (name.startswith("adaptive_max") and n < len(shape) - 1), len(shape)):
        if not shape[d]:
            raise RuntimeError(f"{name}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes "
                               f"{list(shape)} with dimension {d} being empty")
    kind = dtype_of(input._data if hasattr(input, "_data") else input)
    if not kind.is_floating_point:
        raise NotImplementedError(f'"{name}" not implemented for \'{kind.scalar_name}\'')
    return counts


def _check_length(output_size, shape):
    if not isinstance(output_size, (tuple, list)):
        raise TypeError(f"object of type '{type(output_size).__name__}' has no len()")
    if len(shape) <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}")


@op(families.general, linear=True, method=False, function=False, out=False,
    node="AdaptiveAvgPool3DBackward0 if len(counts) == 3 else AdaptiveAvgPool2DBackward0")
def _adaptive_avg_pool(xp, input: Tensor, counts) -> Tensor:
    """Returns the mean of each of so many windows over the last dimensions."""
    return xp.adaptive_avg_pool(input, counts)

@_adaptive_avg_pool.vjp("input")
def _adaptive_avg_pool_grad(F, grad, input_shape, counts):
    _check_grad("avg", grad, counts)
    return F._spread_adaptive_avg_pool(grad, tuple(input_shape)[-len(counts):])


def _check_grad(kind, grad, counts):
    for d in range(1, len(grad.shape)):
        if not grad.shape[d]:
            raise RuntimeError(f"adaptive_{kind}_pool{len(counts)}d_backward(): Expected grad_output to have non-zero size for "
                               f"non-batch dimensions, but grad_output has sizes {list(grad.shape)} with dimension {d} being "
                               "empty")


@op(families.general, linear=True, method=False, function=False, out=False)
def _spread_adaptive_avg_pool(xp, input: Tensor, sizes) -> Tensor:
    """Returns what reaches the input of _adaptive_avg_pool."""
    return xp.adaptive_avg_pool_grad(input, sizes)

@_spread_adaptive_avg_pool.vjp("input")
def _spread_adaptive_avg_pool_grad(F, grad, input_shape, sizes):
    return F._adaptive_avg_pool(grad, tuple(input_shape)[-len(sizes):])


def _avg(F, n, input, output_size):
    counts = _counts(f"adaptive_avg_pool{n}d", n, input, output_size)
    if n == 1:
        return F.squeeze(_mean_of_windows(F, F.unsqueeze(input, -2), (1, *counts)), -2)
    return _mean_of_windows(F, input, counts)


def _mean_of_windows(F, input, counts):
    if set(counts) != {1}:
        return F._adaptive_avg_pool(input, counts)
    mean = F.mean(input, tuple(range(-len(counts), 0)), True)
    n, channels, *rest = mean.shape if len(mean.shape) == len(counts) + 2 else (0, 0)
    if not rest or not channels_vary_fastest(input._data if hasattr(input, "_data") else input, 1):
        return mean
    return F.as_strided(mean, tuple(mean.shape), (channels, 1, *[channels] * len(rest)))


@op(families.composite, method=False)
def adaptive_avg_pool1d(F, input: Tensor, output_size) -> Tensor:
    """Returns the mean of each of `output_size` windows along the last dimension."""
    return _avg(F, 1, input, output_size)


@op(families.composite, method=False, function=False)
def adaptive_avg_pool2d(F, input: Tensor, output_size) -> Tensor:
    """Returns the mean of each of `output_size` windows over the last two dimensions."""
    return _avg(F, 2, input, output_size)


@op(families.composite, method=False, function=False)
def adaptive_avg_pool3d(F, input: Tensor, output_size) -> Tensor:
    """Returns the mean of each of `output_size` windows over the last three dimensions."""
    return _avg(F, 3, input, output_size)


# ---------------------------------------------------------------- maximum

@op(families.many_outputs, method=False, function=False, out=False, returns=("values", "indices"), differentiable=1,
    node="AdaptiveMaxPool3DBackward0 if len(counts) == 3 else AdaptiveMaxPool2DBackward0")
def _adaptive_max_pool(xp, input: Tensor, counts) -> Tensors:
    """Returns the largest element of each of so many windows over the last dimensions, and where it was."""
    return xp.adaptive_max_pool(input, counts)

@_adaptive_max_pool.vjp("input")
def _adaptive_max_pool_grad(F, grad, input_shape, indices, counts):
    _check_grad("max", grad, counts)
    return F._put_at(grad, indices, tuple(input_shape)[-len(counts):], True)

@_adaptive_max_pool.jvp("input")
def _adaptive_max_pool_tangent(F, tangent, indices, counts):
    return pick(F, tangent, indices, len(counts)), None


def _max(F, n, input, output_size, return_indices):
    counts = _counts(f"adaptive_max_pool{n}d", n, input, output_size, ":")
    if n == 1:
        pooled = [F.squeeze(o, -2) for o in F._adaptive_max_pool(F.unsqueeze(input, -2), (1, *counts))]
    else:
        pooled = F._adaptive_max_pool(input, counts)
    return tuple(pooled) if return_indices else pooled[0]


@op(families.composite, method=False, function=False)
def adaptive_max_pool1d(F, input: Tensor, output_size, return_indices=False) -> Tensor:
    """Returns the largest element of each of `output_size` windows along the last dimension; also where, on request."""
    return _max(F, 1, input, output_size, return_indices)


@op(families.composite, method=False, function=False)
def adaptive_max_pool2d(F, input: Tensor, output_size, return_indices=False) -> Tensor:
    """Returns the largest element of each of `output_size` windows over the last two dimensions; also where, on request."""
    return _max(F, 2, input, output_size, return_indices)


@op(families.composite, method=False, function=False)
def adaptive_max_pool3d(F, input: Tensor, output_size, return_indices=False) -> Tensor:
    """Returns the largest element of each of `output_size` windows over the last three dimensions; also where, on request."""
    return _max(F, 3, input, output_size, return_indices)


@op(families.composite, method=False, function=False)
def adaptive_max_pool1d_with_indices(F, input: Tensor, output_size, return_indices=False) -> Tensors:
    """Returns the largest element of each of `output_size` windows along the last dimension, and where it was."""
    return _max(F, 1, input, output_size, True)


@op(families.composite, method=False, function=False)
def adaptive_max_pool2d_with_indices(F, input: Tensor, output_size, return_indices=False) -> Tensors:
    """Returns the largest element of each of `output_size` windows over the last two dimensions, and where it was."""
    return _max(F, 2, input, output_size, True)


@op(families.composite, method=False, function=False)
def adaptive_max_pool3d_with_indices(F, input: Tensor, output_size, return_indices=False) -> Tensors:
    """Returns the largest element of each of `output_size` windows over the last three dimensions, and where it was."""
    return _max(F, 3, input, output_size, True)
