"""Channels traded for pixels."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op


@op(families.general, linear=True, method=False, out=False)
def pixel_shuffle(xp, input: Tensor, upscale_factor) -> Tensor:
    """Returns (*, C r^2, H, W) rearranged to (*, C, H r, W r)."""
    r = upscale_factor
    if input.ndim < 3:
        raise RuntimeError(f"pixel_shuffle expects input to have at least 3 dimensions, but got input with "
                           f"{input.ndim} dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_shuffle expects a positive upscale_factor, but got {r}")
    if r * r >= 1 << 63:
        raise ValueError(f"upscale factor is too large, (upscale_factor)^2 overflowed: upscale_factor={r}")
    channels = input.shape[-3]
    if channels % (r * r):
        raise RuntimeError(f"pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
                           f"upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}")
    return xp.shuffle_pixels(input, r)

@pixel_shuffle.vjp("input")
def pixel_shuffle_grad(F, grad, upscale_factor):
    return F.pixel_unshuffle(grad, upscale_factor)


@op(families.general, linear=True, method=False, out=False)
def pixel_unshuffle(xp, input: Tensor, downscale_factor) -> Tensor:
    """Returns (*, C, H r, W r) rearranged to (*, C r^2, H, W)."""
    r = downscale_factor
    if input.ndim < 3:
        raise RuntimeError(f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {input.ndim} "
                           f"dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {r}")
    for name, at in (("height", -2), ("width", -1)):
        if input.shape[at] % r:
            raise RuntimeError(f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                               f"input.size({at})={input.shape[at]} is not divisible by {r}")
    return xp.unshuffle_pixels(input, r)

@pixel_unshuffle.vjp("input")
def pixel_unshuffle_grad(F, grad, downscale_factor):
    return F.pixel_shuffle(grad, downscale_factor)


@op(families.general, linear=True, method=False, out=False, aliases=("native_channel_shuffle",))
def channel_shuffle(xp, input: Tensor, groups) -> Tensor:
    """Returns the channels (dimension 1) dealt out: the first of each group, then the second of each, ..."""
    if input.ndim < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input.shape)}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    channels = input.shape[1]
    if channels % groups:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {channels} channels and {groups} groups.")
    return xp.shuffle_channels(input, groups)

@channel_shuffle.vjp("input")
def channel_shuffle_grad(F, grad, input_shape, groups):
    return F.channel_shuffle(grad, input_shape[1] // groups)


native_channel_shuffle = channel_shuffle
