"""Channels traded for pixels, and dealt out; channels that vary fastest in memory stay so."""
from __future__ import annotations

import functools

from rushlight.backends.numpy.channel_order import channels_vary_fastest
from rushlight.backends.numpy.rearranging import channels_last

__all__ = ["keeping_channel_order", "shuffle_channels", "shuffle_pixels", "unshuffle_pixels"]


def keeping_channel_order(kernel):
    """Decorates a kernel of a batch of images or volumes first: channels that vary fastest in the input do so in the output."""
    @functools.wraps(kernel)
    def run(x, *args):
        out = kernel(x, *args)
        return channels_last(out, x.ndim) if x.ndim in (4, 5) and channels_vary_fastest(x, 1) else out
    return run


@keeping_channel_order
def shuffle_pixels(x, r):
    """(*, C r^2, H, W) as (*, C, H r, W r)."""
    *lead, channels, height, width = x.shape
    parts = x.reshape(*lead, channels // (r * r), r, r, height, width)
    n = len(lead)
    parts = parts.transpose(*range(n), n, n + 3, n + 1, n + 4, n + 2).copy("C")
    return parts.reshape(*lead, channels // (r * r), height * r, width * r)


@keeping_channel_order
def unshuffle_pixels(x, r):
    """(*, C, H r, W r) as (*, C r^2, H, W)."""
    *lead, channels, height, width = x.shape
    parts = x.reshape(*lead, channels, height // r, r, width // r, r)
    n = len(lead)
    parts = parts.transpose(*range(n), n, n + 2, n + 4, n + 1, n + 3).copy("C")
    return parts.reshape(*lead, channels * r * r, height // r, width // r)


@keeping_channel_order
def shuffle_channels(x, groups):
    """The channels of (N, C, *) dealt out: the first of each group, then the second of each, ..."""
    batch, channels, *rest = x.shape
    return x.reshape(batch, groups, channels // groups, *rest).swapaxes(1, 2).copy("C").reshape(x.shape)
