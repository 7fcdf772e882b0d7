"""Channels traded for pixels, as layers."""
from __future__ import annotations

from rushlight.nn import functional as F
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module


@layer("upscale_factor={upscale_factor}")
class PixelShuffle(Module):
    """(*, C r^2, H, W) rearranged to (*, C, H r, W r)."""
    upscale_factor: int

    def forward(self, input):
        return F.pixel_shuffle(input, self.upscale_factor)


@layer("downscale_factor={downscale_factor}")
class PixelUnshuffle(Module):
    """(*, C, H r, W r) rearranged to (*, C r^2, H, W)."""
    downscale_factor: int

    def forward(self, input):
        return F.pixel_unshuffle(input, self.downscale_factor)
