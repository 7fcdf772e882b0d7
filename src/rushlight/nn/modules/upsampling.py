"""Images made larger, as layers."""
from __future__ import annotations

from rushlight.nn import functional as F
from rushlight.nn.modules.module import Module


class Upsample(Module):
    """The input resized to `size`, or by `scale_factor`."""
    __constants__ = ["size", "scale_factor", "mode", "align_corners", "name", "recompute_scale_factor"]

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.name, self.size, self.scale_factor = type(self).__name__, size, _as_floats(scale_factor)
        self.mode, self.align_corners, self.recompute_scale_factor = mode, align_corners, recompute_scale_factor

    def forward(self, input):
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor)

    def extra_repr(self):
        given = f"size={self.size}" if self.scale_factor is None else f"scale_factor={self.scale_factor}"
        return f"{given}, mode={self.mode!r}"


def _as_floats(scale):
    if isinstance(scale, tuple):
        return tuple(float(factor) for factor in scale)
    return float(scale) if scale else None


class UpsamplingNearest2d(Upsample):
    """An image made larger: each pixel is the nearest one's."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """An image made larger: each pixel lies between its four neighbours, and corners stay corners."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)
