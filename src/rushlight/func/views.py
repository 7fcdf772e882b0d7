"""`functionalize`, and looking into a tensor inside a transform."""
from __future__ import annotations

import functools

from rushlight.batching.array import KINDS
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import wrap


def functionalize(func, *, remove="mutations"):
    """Returns a function with the results of `func`.

    torch replaces in-place ops (and, with "mutations_and_views", views) before it traces. Nothing is traced here, and the
    results are the same either way.
    """
    if remove not in ("mutations", "mutations_and_views"):
        raise RuntimeError(f"functionalize(f, remove='mutations'): received invalid argument for remove={remove}. Valid options "
                           "are:\n     remove='mutations': all inplace and out= operators will be removed from the program, and "
                           "replaced with their out-of-place equivalents.\n     remove='mutations_and_views': In addition to the "
                           "above, all aliasing operators {view} will be replaced with their non-aliasing counterparts, "
                           "{view}_copy.\n")

    @functools.wraps(func)
    def functional(*args, **kwargs):
        levels.active.transforms += 1
        try:
            return func(*args, **kwargs)
        finally:
            levels.active.transforms -= 1
    return functional


def debug_unwrap(tensor, *, recurse=True):
    """The samples of a tensor inside vmap, of all levels or (without `recurse`) of the innermost: for looking at, not computing
    with.
    """
    array = tensor._data
    while type(array) in KINDS:
        array = array.samples
        if not recurse:
            break
    return tensor if array is tensor._data else wrap(array)
