"""Images whose channels vary fastest in memory stay so."""
from __future__ import annotations

import functools

import numpy as np

from rushlight.backends.numpy.rearranging import channels_last

__all__ = []


def in_its_layout(volumes):
    """Decorates a kernel of arrays and the sizes of windows: channels that vary fastest in the input do so in the output.

    That is torch's habit for batches of images, and, where the kernel is one for `volumes`, for those.
    """
    def decorate(kernel):
        @functools.wraps(kernel)
        def run(x, sizes, *args):
            out, n = kernel(x, sizes, *args), len(sizes)
            wanted = volumes if n == 3 else n == 2 and x.ndim == 4
            if not wanted or x.flags.c_contiguous or not _varies_fastest(x, x.ndim - n - 1):
                return out
            return tuple([_turned(o, x.ndim - n - 1) for o in out]) if type(out) is tuple else _turned(out, x.ndim - n - 1)
        return run
    return decorate


def _varies_fastest(x, axis):
    """Whether the memory of `x` has `axis` last and the others in their order, perhaps with gaps."""
    strides = np.moveaxis(x, axis, -1).strides
    return x.shape[axis] > 1 and strides[-1] > 0 and all(outer >= inner for outer, inner in zip(strides, strides[1:]))


def _turned(x, axis):
    return channels_last(x, x.ndim) if axis == 1 else channels_last(x[None], x.ndim + 1)[0]
