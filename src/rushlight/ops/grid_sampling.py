"""Images read at the points of a grid."""
from __future__ import annotations

import math
import warnings
from itertools import product

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import arrays
from rushlight.dispatch.namespace import tensors as over_tensors
from rushlight.dispatch.op import op

MODES, PADDINGS = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")
CUBIC = -0.75


# ---------------------------------------------------------------- from [-1, 1] to elements

def _positions(F, grid, sizes, align_corners):
    """The coordinates of each dimension of the image, slowest first, counted in elements. A grid holds x first."""
    out = []
    for d, size in enumerate(sizes):
        x = F.select(grid, -1, len(sizes) - 1 - d)
        out.append((x + 1) * ((size - 1) / 2) if align_corners else ((x + 1) * size - 1) / 2)
    return out


def _kept_inside(F, x, size, padding, align_corners):
    """Positions beyond the border brought to it, or mirrored; their slopes are 0, or turned, there. What is no number is at 0."""
    if padding == "zeros":
        return x
    if padding == "reflection":
        x = _mirrored(F, x, 0.0 if align_corners else -0.5, size - 1 if align_corners else size)
    return F.clamp(F.nan_to_num(x, 0.0), 0, size - 1)


def _mirrored(F, x, low, span):
    if not span:
        return x * 0
    away = F.abs(x - low)
    flips = F.floor(away / span)
    rest = away - flips * span
    return F.where(F.remainder(flips, 2) == 0, rest, span - rest) + low


# ---------------------------------------------------------------- reading

def _read(F, flat, sizes, indices):
    """The elements of (N, C, all) at integral positions, zero outside."""
    where, inside = 0, None
    for x, size in zip(indices, sizes):
        ok = (x >= 0) & (x <= size - 1)
        inside = ok if inside is None else inside & ok
        where = where * size + F.clamp(F.nan_to_num(x, 0.0), 0, size - 1)
    batch, channels = flat.shape[:2]
    shape = tuple(where.shape)[1:]
    points = math.prod(shape)
    index = F.expand(F.reshape(where.to(dtypes.int64), (batch, 1, points)), (batch, channels, points))
    found = F.reshape(F.gather(flat, -1, index), (batch, channels, *shape))
    return F.where(F.unsqueeze(inside, 1), found, F.zeros_like(found))


def _bilinear(F, flat, sizes, at):
    lows = [F.floor(x.detach()) for x in at]
    out = 0
    for corner in product((0, 1), repeat=len(sizes)):
        weight = 1
        for x, low, side in zip(at, lows, corner):
            weight = weight * (x - low if side else low + 1 - x)
        out = out + _read(F, flat, sizes, [low + side for low, side in zip(lows, corner)]) * F.unsqueeze(weight, 1)
    return out


def _bicubic(F, flat, sizes, at, padding, align_corners):
    lows = [F.floor(x.detach()) for x in at]
    weights = [[_cubic(F, x - low - offset) for offset in (-1, 0, 1, 2)] for x, low in zip(at, lows)]
    out = 0
    for i, j in product(range(4), repeat=2):
        places = [_kept_inside(F, low + (offset - 1), size, padding, align_corners)
                  for low, offset, size in zip(lows, (i, j), sizes)]
        out = out + _read(F, flat, sizes, [F.round(p) for p in places]) * F.unsqueeze(weights[0][i] * weights[1][j], 1)
    return out


def _cubic(F, distance):
    x, a = F.abs(distance), CUBIC
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    return F.where(x < 1, near, ((x - 5) * x + 8) * x * a - 4 * a)


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


@op(families.composite, method=False)
def grid_sampler(F, input: Tensor, grid: Tensor, interpolation_mode, padding_mode, align_corners) -> Tensor:
    """Returns `input` read at the points of `grid`; modes are numbers: bilinear, nearest, bicubic; zeros, border, reflection."""
    _check(input, grid, interpolation_mode)
    if input.dtype.itemsize > 2:
        return _sampled(F, input, grid, interpolation_mode, padding_mode, align_corners)
    wide = [t.to(dtypes.float32) for t in (input, grid)]
    return _sampled(F, *wide, interpolation_mode, padding_mode, align_corners).to(input.dtype)


def _sampled(F, input, grid, mode, padding_mode, align_corners):
    padding, sizes = PADDINGS[padding_mode], tuple(input.shape)[2:]
    flat = F.reshape(input, (*input.shape[:2], math.prod(sizes)))
    at = _positions(F, grid, sizes, align_corners)
    if MODES[mode] == "bicubic":
        return _bicubic(F, flat, sizes, at, padding, align_corners)
    at = [_kept_inside(F, x, size, padding, align_corners) for x, size in zip(at, sizes)]
    if MODES[mode] == "nearest":
        return _read(F, flat, sizes, [F.round(x.detach()) for x in at])
    return _bilinear(F, flat, sizes, at)


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
    kinds = input.dtype, grid.dtype
    if kinds[0] is not kinds[1]:
        raise RuntimeError(f"expected scalar type {kinds[0].scalar_name} but found {kinds[1].scalar_name}")
    if not input.is_floating_point():
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
