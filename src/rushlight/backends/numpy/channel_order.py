"""Images whose channels vary fastest in memory stay so."""
from __future__ import annotations

import functools

from rushlight.backends.numpy.rearranging import channels_last

__all__ = []


def in_its_layout(volumes):
    """Decorates a kernel of arrays and the sizes of windows: channels that vary fastest in the input do so in the output.

    That is torch's habit for batches of images, and, where the kernel is one for `volumes`, for those. Any other output has its
    rows one after the other.
    """
    def decorate(kernel):
        @functools.wraps(kernel)
        def run(x, sizes, *args):
            out, n = kernel(x, sizes, *args), len(sizes)
            wanted = volumes if n == 3 else n == 2 and x.ndim == 4
            lay = _turned if wanted and channels_vary_fastest(x, x.ndim - n - 1) else _straight
            return tuple([lay(o, x.ndim - n - 1) for o in out]) if type(out) is tuple else lay(out, x.ndim - n - 1)
        return run
    return decorate


def channels_vary_fastest(x, axis):
    """Whether the memory of `x` has `axis` last and the others in their order, perhaps with gaps, but none inside an image."""
    step = x.strides[axis] * x.shape[axis]
    if step < x.itemsize or x.strides[-1] < step:
        return False                                        # the usual case
    if x.shape[axis:] == (1,) * (x.ndim - axis):
        return False                                        # either order
    for dim in (*reversed(range(axis + 1, x.ndim)), *reversed(range(axis))):
        if not x.shape[dim] or x.strides[dim] < step:
            return False
        step = x.strides[dim] * x.shape[dim]
    return True


def _turned(x, axis):
    return channels_last(x, x.ndim) if axis == 1 else channels_last(x[None], x.ndim + 1)[0]


def _straight(x, axis):
    return x if x.flags.c_contiguous else x.copy("C")
