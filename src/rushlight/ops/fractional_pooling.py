"""Fractional max pooling: windows that start at random, as many as are asked for (Graham, 2014)."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor, Tensors
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import op
from rushlight.ops.pooling import pick


@op(families.many_outputs, method=False, function=False, out=False, returns=("values", "indices"), differentiable=1,
    node="FractionalMaxPool3DBackward0 if len(kernel_size) == 3 else FractionalMaxPool2DBackward0")
def _fractional_max_pool(xp, input: Tensor, samples: Tensor, kernel_size, output_size) -> Tensors:
    """Returns the largest element of each window over the last dimensions, and where it was."""
    return xp.fractional_max_pool(input, samples, kernel_size, output_size)

@_fractional_max_pool.vjp("input")
def _fractional_max_pool_grad(F, grad, input_shape, indices, kernel_size):
    return F._put_at(grad, indices, tuple(input_shape)[-len(kernel_size):], True)

@_fractional_max_pool.jvp("input")
def _fractional_max_pool_tangent(F, tangent, indices, kernel_size):
    return pick(F, tangent, indices, len(kernel_size)), None


def fractional_max_pool2d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                                       _random_samples=None):
    """Returns the largest element of each window over the last two dimensions, and where it was."""
    return _pooled(2, input, kernel_size, output_size, output_ratio, _random_samples)


def fractional_max_pool3d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                                       _random_samples=None):
    """Returns the largest element of each window over the last three dimensions, and where it was."""
    return _pooled(3, input, kernel_size, output_size, output_ratio, _random_samples)


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """Returns the largest element of each window over the last two dimensions; with `return_indices` also where it was."""
    both = _pooled(2, input, kernel_size, output_size, output_ratio, _random_samples)
    return both if return_indices else both[0]


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """Returns the largest element of each window over the last three dimensions; with `return_indices` also where it was."""
    both = _pooled(3, input, kernel_size, output_size, output_ratio, _random_samples)
    return both if return_indices else both[0]


def _pooled(n, input, kernel_size, output_size, output_ratio, samples):
    name = f"fractional_max_pool{n}d"
    if output_size is None:
        if output_ratio is None:
            raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
        if len(output_ratio) > n == 2:
            raise ValueError(f"{name} requires output_ratio to either be a single Int or tuple of Ints.")
        output_size = [int(input.size(d - n) * output_ratio[d]) for d in range(n)]
    kernel_size, output_size = _ints(name, n, "kernel_size", kernel_size), _ints(name, n, "output_size", output_size)
    if input.dim() not in (n + 1, n + 2):
        raise IndexError(f"Dimension out of range (expected to be in range of [{-input.dim()}, {input.dim() - 1}], but got "
                         f"{-n - 1})")
    batch = input if input.dim() == n + 2 else input.unsqueeze(0)
    if samples is None:
        samples = F.rand(*batch.shape[:2], n, dtype=input.dtype)
    _check(name, n, batch, kernel_size, output_size, samples)
    both = F._fractional_max_pool(batch, samples, kernel_size, output_size)
    return tuple(both) if input.dim() == n + 2 else tuple([out.squeeze(0) for out in both])


def _ints(name, n, option, value):
    parts = tuple(value) if isinstance(value, (tuple, list)) else (value,) * n
    for part in parts:
        if isinstance(part, bool) or not hasattr(part, "__index__"):
            raise TypeError(f"{name}(): argument '{option}' must be tuple of ints, not {type(part).__name__}")
    if len(parts) != n:
        raise RuntimeError(f"{name}: {option} must either be a single Int or tuple of {'three Ints' if n == 3 else 'Ints'}")
    return parts


def _check(name, n, input, kernel_size, output_size, samples):
    for d in range(1, n + 2):
        if input.shape[d] == 0:
            raise RuntimeError(f"{name}(): Expected input to have non-zero size for non-batch dimensions, but got"
                               f"{list(input.shape)} with dimension {d} being empty.")
    if samples.dim() != 3:
        raise RuntimeError(f"Expect _random_samples to have 3 dimensions, got {samples.dim()}")
    if samples.dtype is not input.dtype:
        raise RuntimeError("Expect _random_samples to have the same dtype as input")
    if samples.size(0) < input.size(0):
        raise RuntimeError("Expect _random_samples.size(0) no less then input batch size.")
    if samples.size(1) != input.size(1):
        raise RuntimeError("Expect _random_samples.size(1) equals to input channel size.")
    if samples.size(2) != n:
        raise RuntimeError(f"Expect _random_samples.size(2) equals to {n}; got {samples.size(2)}.")
    for axis, size, k, count in zip(("time", "height", "width")[-n:], input.shape[2:], kernel_size, output_size):
        if count + k - 1 > size - (n == 3):                     # torch wants one element more there
            raise RuntimeError(f"{name}{'_out' if n == 3 else ''}(): pool {axis} {k} too large relative to input {axis} {size}")
