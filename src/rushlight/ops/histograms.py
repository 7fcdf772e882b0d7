"""How many elements fall where: in parts of a line, in boxes of a space."""
from __future__ import annotations

import math

from rushlight import dtypes
from rushlight.backends.numpy.folding import unsupported
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import arrays
from rushlight.dispatch.namespace import tensors as over_tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import exactly
from rushlight.dispatch.wrapping import return_type
from rushlight.dtypes import dtype_of

LIKE_INPUT = exactly("torch.histogram: input tensor and {output} tensor should have the same dtype, but got input {wanted_c} and "
                     "{output} {given_c}")


@op(families.general, differentiable=0)
def histc(xp, input: Tensor, bins=100, min=0, max=0) -> Tensor:
    """Returns how many elements fall in each of `bins` equal parts of [min, max], or of their own range if those are equal."""
    if dtype_of(input).category != dtypes.FLOATING:
        raise unsupported("histogram_cpu", input)
    _check_count(bins)
    return xp.histc(input, bins, min, max)


@op(families.many_outputs, function=False, method=False, returns=("hist", "bin_edges"), overload_of="histogram",
    out_dtype=LIKE_INPUT)
def histogram_in_parts(xp, input: Tensor, bins, range=None, weight: Tensor | None = None, density=False):
    """Returns the counts (or weights) in equal parts of the range, and the edges of those."""
    _check_input(dtype_of(input))
    _check_count(bins)
    _check_weight(dtype_of(input), (*input.shape, 1), weight, weight is not None and dtype_of(weight))
    low, high = _limits(xp, input, range)
    edges = arrays.linspace(low, high, bins + 1, dtype=dtype_of(input))
    return xp.histogram(input, edges, weight, density), edges


@op(families.many_outputs, function=False, method=False, returns=("hist", "bin_edges"), overload_of="histogram",
    out_dtype=LIKE_INPUT)
def histogram_between(xp, input: Tensor, bins: Tensor, weight: Tensor | None = None, density=False):
    """Returns the counts (or weights) between neighbouring edges, and the edges."""
    _check_edges(dtype_of(input), bins, dtype_of(bins))
    _check_weight(dtype_of(input), (*input.shape, 1), weight, weight is not None and dtype_of(weight))
    _check_input(dtype_of(input))
    return xp.histogram(input, bins, weight, density), bins.copy()


@by_hand()
def histogram(input, bins, *, range=None, weight=None, density=False, out=None):
    """Returns a histogram of the elements: `bins` is a number of equal parts, or the edges."""
    F, into = over_tensors, {} if out is None else {"out": out}
    if not hasattr(bins, "_data"):
        return F.histogram_in_parts(input, bins, range, weight, density, **into)
    if range is not None:
        raise TypeError("histogram() received an invalid combination of arguments: edges and a range exclude each other")
    return F.histogram_between(input, bins, weight, density, **into)

# ---------------------------------------------------------------- in several dimensions


@by_hand(method=False)
def histogramdd(input, bins, range=None, weight=None, density=False):
    """Returns the counts (or weights) of points in the boxes of a grid, and the edges of the grid along each coordinate.

    The last dimension of `input` holds the coordinates; `bins` is a number of equal parts, one for each coordinate, or the edges.
    """
    if input.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    points = input.detach().reshape(-1, input.shape[-1]) if input.numel() else input.detach().new_zeros((0, input.shape[-1]))
    edges = _grid(points, bins, range)
    _check_weight(input.dtype, tuple(input.shape), weight, weight is not None and weight.dtype)
    _check_input(input.dtype)
    hist = _counts(over_tensors, points, edges, None if weight is None else weight.detach().reshape(-1))
    if density:
        hist = hist / hist.sum()
        for dim, e in enumerate(edges):
            hist = hist / (e[1:] - e[:-1]).reshape((-1,) + (1,) * (len(edges) - 1 - dim))
    return return_type("histogramdd", ("hist", "bin_edges"))((hist, tuple(edges)))


def _grid(points, bins, range):
    dims = points.shape[-1]
    if isinstance(bins, int):
        bins = [bins] * dims
    if bins and hasattr(bins[0], "_data"):
        if len(bins) != dims:
            raise RuntimeError(f"torch.histogramdd: expected {dims} sequences of bin edges for a {dims}-dimensional histogram "
                               f"but got {len(bins)}")
        for dim, e in enumerate(bins):
            _check_edges(points.dtype, e, e.dtype, dim)
        return [e.detach().clone() for e in bins]
    if len(bins) != dims:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input.")
    for dim, count in enumerate(bins):
        _check_count(count, dim)
    if range is not None and len(range) != 2 * dims:
        raise RuntimeError(f"torch.histogramdd: for a {dims}-dimensional histogram range should have {2 * dims} elements, but "
                           f"got {len(range)}")
    _check_input(points.dtype)
    ranges = [None] * dims if range is None else [range[2 * dim:2 * dim + 2] for dim, _ in enumerate(bins)]
    from rushlight.backends import numpy as xp
    limits = [_limits(xp, points._data[:, dim], ranges[dim], dim) for dim, _ in enumerate(bins)]
    return [over_tensors.linspace(low, high, n + 1, dtype=points.dtype) for (low, high), n in zip(limits, bins)]


def _counts(F, points, edges, weight):
    """What falls in each box. A point on the last edge belongs to the box before it; one outside the grid to none."""
    shape = tuple([len(e) - 1 for e in edges])
    if not shape:
        return points.new_zeros(())
    inside, place = True, 0
    for column, e, n in zip(points.t().contiguous(), edges, shape):
        place = place * n + F.clamp(F.bucketize(column, e.contiguous(), right=True) - 1, 0, n - 1)
        inside = (column >= e[0]) & (column <= e[-1]) & inside
    counted = F.bincount(place[inside], None if weight is None else weight[inside], minlength=math.prod(shape))
    return counted.to(points.dtype).reshape(shape)

# ---------------------------------------------------------------- the checks


def _limits(xp, values, range, dim=0):
    """Where the bins begin and end."""
    low, high = (None, None) if range is None else range
    if range is not None and math.isfinite(low) and math.isfinite(high) and low > high:
        raise RuntimeError(f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension {dim}")
    return xp.bin_range(values, low, high, f"torch.histogramdd: dimension {dim}'s range", 0.5)


def _check_count(bins, dim=0):
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension {dim}")


def _check_input(dtype):
    if dtype not in (dtypes.float32, dtypes.float64):
        raise NotImplementedError(f"\"histogramdd\" not implemented for '{dtype.scalar_name}'")


def _check_edges(dtype, edges, edges_dtype, dim=0):
    if edges_dtype is not dtype:
        raise RuntimeError(f"torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with "
                           f"dtype {dtype.c_name} and bins for dimension {dim} with dtype {edges_dtype.c_name}")
    if edges.ndim != 1:
        raise RuntimeError(f"torch.histogramdd: bins tensor should have one dimension, but got {edges.ndim} dimensions in the "
                           f"bins tensor for dimension {dim}")
    if not edges.shape[0]:
        raise RuntimeError(f"torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins "
                           f"tensor for dimension {dim}")


def _check_weight(dtype, shape, weight, weight_dtype):
    if weight is None:
        return
    if weight_dtype is not dtype:
        raise RuntimeError(f"torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the "
                           f"same dtype, but got input({dtype.c_name}), and weight({weight_dtype.c_name})")
    if tuple(weight.shape) != tuple(shape[:-1]):
        raise RuntimeError(f"torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor "
                           f"excluding its innermost dimension, but got input with shape {list(shape)} and weight with shape "
                           f"{list(weight.shape)}")
