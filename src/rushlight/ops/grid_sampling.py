"""Images read at the points of a grid."""
from __future__ import annotations

import functools
import math
import operator
import warnings
from itertools import product

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import arrays
from rushlight.dispatch.namespace import tensors as over_tensors
from rushlight.dispatch.op import op
from rushlight.ops.normalization import wide

MODES, PADDINGS = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")
GRID_SAMPLE_INTERPOLATION_MODES = {name: number for number, name in enumerate(MODES)}
GRID_SAMPLE_PADDING_MODES = {name: number for number, name in enumerate(PADDINGS)}
CUBIC = -0.75


# ---------------------------------------------------------------- which elements, and how much of each

def _axes(F, grid, sizes, mode, padding, align_corners):
    """For each dimension of the image, slowest first, what each point reads: (position, weight, its slope along the grid).

    A grid holds x first. Weight and slope are None where a point has the one nearest element.
    """
    axes = []
    for d, size in enumerate(sizes):
        x = F.select(grid, -1, len(sizes) - 1 - d)
        scale = (size - 1) / 2 if align_corners else size / 2
        x = (x + 1) * scale if align_corners else (x + 1) * scale - 0.5
        taps = _cubic_taps if MODES[mode] == "bicubic" else _linear_taps if MODES[mode] == "bilinear" else _nearest_tap
        axes.append(taps(F, x, scale, size, PADDINGS[padding], align_corners))
    return axes


def _nearest_tap(F, x, scale, *border):
    inside, _ = _kept_inside(F, x, *border)
    return [(F.round(inside), None, None)]


def _linear_taps(F, x, scale, *border):
    inside, slope = _kept_inside(F, x, *border)
    low = F.floor(inside)
    return [(low, low + 1 - inside, slope * -scale), (low + 1, inside - low, slope * scale)]


def _cubic_taps(F, x, scale, *border):
    low, taps = F.floor(x), []
    for offset in (-1, 0, 1, 2):
        position, _ = _kept_inside(F, low + offset, *border)
        weight, slope = _cubic(F, x - low - offset)
        taps.append((F.round(position), weight, slope * scale))
    return taps


def _cubic(F, distance):
    """The weight of an element at a distance (Keys, 1981), and its slope."""
    x, a = F.abs(distance), CUBIC
    weight = F.where(x < 1, ((a + 2) * x - (a + 3)) * x * x + 1, ((x - 5) * x + 8) * x * a - 4 * a)
    slope = F.where(x < 1, (3 * (a + 2) * x - 2 * (a + 3)) * x, ((3 * x - 10) * x + 8) * a)
    return weight, slope * F.sign(distance)


def _kept_inside(F, x, size, padding, align_corners):
    """Positions beyond the border brought to it, or mirrored, and their slopes, which are 0, or turned, there.

    What is no number is at 0, unless there are zeros around.
    """
    if padding == "zeros":
        return x, F.ones_like(x)
    slope = 1.0
    if padding == "reflection":
        x, slope = _mirrored(F, x, 0.0 if align_corners else -0.5, size - 1 if align_corners else size)
    return F.clamp(F.nan_to_num(x, 0.0), 0, size - 1), F.where((x > 0) & (x < size - 1), slope, F.zeros_like(x))


def _mirrored(F, x, low, span):
    if not span:
        return x * 0, F.zeros_like(x)
    away = F.abs(x - low)
    flips = F.floor(away / span)
    rest = away - flips * span
    even = F.remainder(flips, 2) == 0
    slope = F.sign(x - low)
    return F.where(even, rest, span - rest) + low, F.where(even, slope, -slope)


# ---------------------------------------------------------------- reading

def _places(F, positions, image_shape):
    """Where in (N, C, all) the elements at integral positions are, and which positions are inside, as (N, 1, *points)."""
    where, inside = 0, None
    for x, size in zip(positions, image_shape[2:]):
        ok = (x >= 0) & (x <= size - 1)
        inside = ok if inside is None else inside & ok
        where = where * size + F.clamp(F.nan_to_num(x, 0.0), 0, size - 1)
    batch, channels, points = *image_shape[:2], math.prod(tuple(where.shape)[1:])
    index = F.expand(F.reshape(F.to_copy(where, dtypes.int64), (batch, 1, points)), (batch, channels, points))
    return index, F.unsqueeze(inside, 1)


def _read(F, image, index, inside):
    """The elements at the places, zero outside."""
    shape = tuple(image.shape)
    found = F.gather(F.reshape(image, (*shape[:2], math.prod(shape[2:]))), -1, index)
    found = F.reshape(found, (*shape[:2], *tuple(inside.shape)[2:]))
    return F.where(inside, found, F.zeros_like(found))


def _product(values):
    """Their product, None for none: a weight of 1."""
    values = [value for value in values if value is not None]
    return functools.reduce(operator.mul, values) if values else None


def _weighed(F, values, weight):
    return values if weight is None else values * F.unsqueeze(weight, 1)


# ---------------------------------------------------------------- public

def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Returns `input` (N, C, *) read at the points of `grid` (N, *, dims), where -1 and 1 are the borders; x comes first."""
    if mode not in MODES:
        raise ValueError(f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: "
                         f"'{mode}'")
    if padding_mode not in PADDINGS:
        raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
                         f"'{padding_mode}'")
    return over_tensors.grid_sampler(input, grid, MODES.index(mode), PADDINGS.index(padding_mode), _aligned(align_corners))


def _aligned(align_corners):
    if align_corners is None:
        warnings.warn("Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please "
                      "specify "
                      "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details.",
                      stacklevel=3)
    return bool(align_corners)


@op(families.general, method=False, out=False,
    node="GridSampler2DBackward0 if len(grid._data.shape) == 4 else GridSampler3DBackward0")
def grid_sampler(xp, input: Tensor, grid: Tensor, interpolation_mode, padding_mode, align_corners) -> Tensor:
    """Returns `input` read at the points of `grid`; modes are numbers: bilinear, nearest, bicubic; zeros, border, reflection."""
    _check(input, grid, interpolation_mode)
    image, points = wide(arrays, input, grid)
    out = 0
    for taps in product(*_axes(arrays, points, image.shape[2:], interpolation_mode, padding_mode, align_corners)):
        positions, weights, _ = zip(*taps)
        out = out + _weighed(arrays, _read(arrays, image, *_places(arrays, positions, image.shape)), _product(weights))
    return dtypes.cast(out, dtypes.dtype_of(input))

@grid_sampler.vjp("input")
def grid_sampler_grad_input(F, grad, input_shape, grid, interpolation_mode, padding_mode, align_corners):
    grad, grid = wide(F, grad, grid)
    total = F.new_zeros(grad, (*input_shape[:2], math.prod(input_shape[2:])))
    for taps in product(*_axes(F, grid, input_shape[2:], interpolation_mode, padding_mode, align_corners)):
        positions, weights, _ = zip(*taps)
        index, inside = _places(F, positions, input_shape)
        part = F.where(inside, _weighed(F, grad, _product(weights)), F.zeros_like(grad))
        total = F.scatter_add(total, -1, index, F.reshape(part, tuple(index.shape)))
    return F.reshape(total, input_shape)

@grid_sampler.vjp("grid")
def grid_sampler_grad_grid(F, grad, input, grid, interpolation_mode, padding_mode, align_corners):
    grad, input, grid = wide(F, grad, input, grid)
    shape, dims = tuple(input.shape), len(input.shape) - 2
    if MODES[interpolation_mode] == "nearest":
        return F.zeros_like(grid)
    totals = [0] * dims
    for taps in product(*_axes(F, grid, shape[2:], interpolation_mode, padding_mode, align_corners)):
        positions, weights, slopes = zip(*taps)
        reached = F.sum(grad * _read(F, input, *_places(F, positions, shape)), 1)
        for d in range(dims):
            totals[d] = totals[d] + reached * _product((slopes[d], *weights[:d], *weights[d + 1:]))
    return F.stack(totals[::-1], -1)


def _check(input, grid, mode):
    shape, points = list(input.shape), list(grid.shape)
    if shape[0] != points[0]:
        raise RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, but got input with sizes "
                           f"{shape} and grid with sizes {points}")
    if points[-1] != len(shape) - 2:
        raise RuntimeError(f"grid_sampler(): expected grid to have size {len(shape) - 2} in last dimension, but got grid with "
                           f"sizes {points}")
    for d in range(2, len(shape)):
        if not shape[d]:
            raise RuntimeError("grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes "
                               f"{shape} with dimension {d} being empty")
    if len(shape) not in (4, 5) or len(shape) != len(points):
        raise RuntimeError(f"grid_sampler(): expected {4 if len(shape) == 4 else 5}D input and grid with same number of "
                           f"dimensions, but got input with sizes {shape} and grid with sizes {points}")
    if MODES[mode] == "bicubic" and len(shape) != 4:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    kinds = dtypes.dtype_of(input), dtypes.dtype_of(grid)
    if kinds[0] is not kinds[1]:
        raise RuntimeError(f"expected scalar type {kinds[0].scalar_name} but found {kinds[1].scalar_name}")
    if not kinds[0].is_floating_point:
        kernel = "grid_sampler_2d_cpu_kernel_impl" if len(shape) == 4 else "grid_sampler3d_cpu"
        raise NotImplementedError(f'"{kernel}" not implemented for \'{kinds[0].scalar_name}\'')


# ---------------------------------------------------------------- grids

def affine_grid(theta, size, align_corners=None):
    """Returns the grid (N, *, dims) that `theta` (N, dims, dims + 1) makes of the points of an image of `size` (N, C, *)."""
    align_corners = _aligned(align_corners)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    dims = len(size) - 2
    if dims not in (2, 3):
        raise NotImplementedError("affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
                                  f"Got size {size}.")
    if theta.ndim != 3 or tuple(theta.shape)[1:] != (dims, dims + 1):
        raise ValueError(f"Expected a batch of {dims}D affine matrices of shape Nx{dims}x{dims + 1} for size {size}. Got "
                         f"{theta.shape}.")
    if align_corners and min(size[2:]) == 1:
        warnings.warn("Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners=True. This "
                      "is not an intended use case of affine_grid. See the documentation of affine_grid for details.",
                      stacklevel=2)
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    return over_tensors.affine_grid_generator(theta, size, align_corners)


@op(families.general, linear=True, method=False)
def affine_grid_generator(xp, theta: Tensor, size, align_corners) -> Tensor:
    """Returns the grid (N, *, dims) that `theta` (N, dims, dims + 1) makes of the points of an image of `size` (N, C, *)."""
    batch, _, *sizes = size
    if len(sizes) not in (2, 3):
        raise RuntimeError("AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.")
    points = _points(arrays, theta, sizes, align_corners)
    made = arrays.bmm(arrays.expand(points, (batch, *points.shape)), arrays.transpose(theta, 1, 2))
    return arrays.reshape(made, (batch, *sizes, len(sizes)))

@affine_grid_generator.vjp("theta")
def affine_grid_generator_grad(F, grad, size, align_corners):
    sizes = tuple(size)[2:]
    flat = F.reshape(grad, (grad.shape[0], math.prod(sizes), len(sizes)))
    return F.matmul(F.transpose(flat, 1, 2), _points(F, grad, sizes, align_corners))


def _points(F, like, sizes, align_corners):
    """The points of the image and a 1 behind each, as rows in the order of the elements."""
    dims, points = len(sizes), []
    for d, n in enumerate(reversed(sizes)):
        shape = [1] * dims
        shape[dims - 1 - d] = n
        points.append(F.expand(F.reshape(_steps(F, like, n, align_corners), shape), sizes))
    points.append(F.expand(F.new_ones(like, (1,) * dims), sizes))
    return F.reshape(F.stack(points, -1), (math.prod(sizes), dims + 1))


def _steps(F, like, n, align_corners):
    if n == 1:
        return F.new_zeros(like, (1,))
    kind = like.dtype if isinstance(like.dtype, dtypes.dtype) else dtypes.dtype_of(like)        # of a tensor, of an array
    line = F.linspace(-1, 1, n, dtype=kind)
    return line if align_corners else line * ((n - 1) / n)


@op(families.composite, method=False, aliases=("_grid_sampler_2d_cpu_fallback",))
def grid_sampler_2d(F, input: Tensor, grid: Tensor, interpolation_mode, padding_mode, align_corners) -> Tensor:
    """Returns `input` (N, C, H, W) read at the points of `grid`."""
    return F.grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


@op(families.composite, method=False)
def grid_sampler_3d(F, input: Tensor, grid: Tensor, interpolation_mode, padding_mode, align_corners) -> Tensor:
    """Returns `input` (N, C, D, H, W) read at the points of `grid`."""
    return F.grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


_grid_sampler_2d_cpu_fallback = grid_sampler_2d
