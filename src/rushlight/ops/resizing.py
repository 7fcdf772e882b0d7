"""Images made larger or smaller."""
from __future__ import annotations

import math
import operator
import warnings

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import op
from rushlight.dtypes import dtype_of

MODES = "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact"
INTERPOLATING = ("linear", "bilinear", "bicubic", "trilinear")
FILTERED = ("bilinear", "bicubic", "lanczos")
KINDS = {"linear": "linear", "bilinear": "linear", "trilinear": "linear", "bicubic": "cubic"}
DIMENSIONS = {"linear": 3, "bilinear": 4, "trilinear": 5, "bicubic": 4, "lanczos": 4}

_NODE = ("(UpsampleNearest1DBackward0, UpsampleNearest2DBackward0, UpsampleNearest3DBackward0)[len(counts) - 1] if mode == "
         "'nearest' else (UpsampleNearestExact1DBackward0, UpsampleNearestExact2DBackward0, "
         "UpsampleNearestExact3DBackward0)[len(counts) - 1] if mode == 'nearest-exact' else (UpsampleBilinear2DAaBackward0 if "
         "mode == 'linear' else UpsampleBicubic2DAaBackward0 if mode == 'cubic' else UpsampleLanczos2DAaBackward0) if antialias "
         "else (UpsampleLinear1DBackward0, UpsampleBilinear2DBackward0, UpsampleTrilinear3DBackward0)[len(counts) - 1] if mode "
         "== 'linear' else UpsampleBicubic2DBackward0")


@op(families.general, linear=True, method=False, function=False, out=False, node=_NODE)
def _resize(xp, input: Tensor, counts, mode, align_corners, scales, antialias) -> Tensor:
    """Returns the input with its last dimensions brought to `counts` elements."""
    return xp.resize(input, counts, mode, align_corners, scales, antialias)

@_resize.vjp("input")
def _resize_grad(F, grad, input_shape, counts, mode, align_corners, scales, antialias):
    return F._spread_resized(grad, tuple(input_shape)[-len(counts):], mode, align_corners, scales, antialias)


@op(families.general, linear=True, method=False, function=False, out=False)
def _spread_resized(xp, input: Tensor, sizes, mode, align_corners, scales, antialias) -> Tensor:
    """Returns what reaches the input of _resize."""
    return xp.resize_grad(input, sizes, mode, align_corners, scales, antialias)

@_spread_resized.vjp("input")
def _spread_resized_grad(F, grad, input_shape, sizes, mode, align_corners, scales, antialias):
    return F._resize(grad, tuple(input_shape)[-len(sizes):], mode, align_corners, scales, antialias)


# ---------------------------------------------------------------- torch.nn.functional

def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
                antialias=False):
    """Returns (N, C, *) with the dimensions * brought to `size`, or multiplied by `scale_factor`.

    `mode`: "nearest", "nearest-exact", "area", "linear" (3-d input), "bilinear", "bicubic", "lanczos" (4-d) or "trilinear" (5-d).
    """
    _check_mode(input, mode, align_corners, antialias)
    sizes = tuple(input.shape)[2:]
    counts, scales = _counts_and_scales(sizes, size, scale_factor, recompute_scale_factor)
    _check_input(input, mode, antialias)
    if mode == "area":
        return (F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_avg_pool3d)[len(sizes) - 1](input, counts)
    if min(counts) < 1 or 0 in sizes:
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got input ({_named(sizes)})"
                           f"{' and' if len(sizes) == 1 else ''} output ({_named(counts)})")
    if not input.shape[1]:
        raise RuntimeError(f"Non-empty {input.ndim}D data tensor expected but got a tensor with sizes {list(input.shape)}")
    return F._resize(input, counts, KINDS.get(mode, mode), bool(align_corners), scales, bool(antialias))


def _named(sizes):
    return ", ".join(f"{name}: {n}" for name, n in zip("DHW"[-len(sizes):], sizes))


def _check_mode(input, mode, align_corners, antialias):
    dims = input.ndim
    if align_corners is not None and mode not in INTERPOLATING and (mode != "lanczos" or align_corners):
        raise ValueError("Lanczos mode does not support align_corners=True" if mode == "lanczos" else
                         "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | "
                         "trilinear")
    if antialias and (mode not in FILTERED or dims != 4):
        raise ValueError("Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor "
                         "as input")
    if mode == "lanczos" and not antialias:
        raise ValueError("Lanczos mode requires antialias=True")
    if mode in ("linear", "bilinear", "trilinear") and dims in (3, 4, 5) and dims != DIMENSIONS[mode]:
        raise NotImplementedError(f"Got {dims}D input, but {mode} mode needs {DIMENSIONS[mode]}D input")
    if dims not in (3, 4, 5) or mode not in MODES.split(" | ") or DIMENSIONS.get(mode, dims) != dims:
        raise NotImplementedError(f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {dims}D) for the modes: {MODES} "
                                  f"(got {mode})")


def _check_input(input, mode, antialias):
    kind = dtype_of(input._data)
    nearest = mode in ("nearest", "nearest-exact")
    if kind.name in ("float16", "bfloat16") and antialias:
        raise NotImplementedError(f'"compute_index_ranges_weights" not implemented for \'{kind.scalar_name}\'')
    if mode == "area" or kind.is_floating_point or kind.name == "uint8" and (nearest or input.ndim == 4):
        return
    kernel = "nearest" if nearest else mode
    raise NotImplementedError(f'"upsample_{kernel}{input.ndim - 2}d_channels_last" not implemented for \'{kind.scalar_name}\'')


def _counts_and_scales(sizes, size, scale_factor, recompute):
    """The sizes to come, and the step that each dimension is read with: None where it follows from the sizes."""
    n = len(sizes)
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    format = "Please provide input tensor in (N, C, d1, d2, ...,dK) format and"
    if size is not None:
        if recompute:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        counts = tuple(size) if isinstance(size, (tuple, list)) else (size,) * n
        if len(counts) != n:
            raise ValueError("Input and output must have the same number of spatial dimensions, but got input with spatial "
                             "dimensions "
                             f"of {list(sizes)} and output size of {size}. {format} output size in (o1, o2, ...,oK) format.")
        return _as_ints(counts, size), (None,) * n
    factors = tuple(scale_factor) if isinstance(scale_factor, (tuple, list)) else (scale_factor,) * n
    if len(factors) != n:
        raise ValueError("Input and scale_factor must have the same number of spatial dimensions, but got input with spatial "
                         f"dimensions of {list(sizes)} and scale_factor of shape {scale_factor}. {format} scale_factor in (s1, "
                         "s2, ...,sK) format.")
    wanted = [float(n) * factor for n, factor in zip(sizes, factors)]
    if not all(abs(count) < 1 << 63 for count in wanted):
        raise RuntimeError("value cannot be converted to type int64_t without overflow")
    return tuple(map(math.floor, wanted)), (None,) * n if recompute else tuple([1.0 / f if f else 0.0 for f in factors])


def _as_ints(counts, size):
    try:
        return tuple(map(operator.index, counts))
    except TypeError:
        if isinstance(size, (tuple, list)):
            raise TypeError("expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], but got "
                            f"size with types {list(map(type, size))}") from None
        raise


def _deprecated(name):
    warnings.warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=3)


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """Returns interpolate(...), its newer name."""
    _deprecated("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """Returns interpolate(..., mode="nearest"), its newer name."""
    _deprecated("upsample_nearest")
    return interpolate(input, size, scale_factor)


def upsample_bilinear(input, size=None, scale_factor=None):
    """Returns interpolate(..., mode="bilinear", align_corners=True), its newer name."""
    _deprecated("upsample_bilinear")
    return interpolate(input, size, scale_factor, "bilinear", True)
