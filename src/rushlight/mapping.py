"""Tensors over the memory of files."""
from __future__ import annotations

import os

import numpy as np

from rushlight import dtypes
from rushlight.dispatch.checking import check_factory_options, require_grad
from rushlight.dispatch.wrapping import wrap


def from_file(filename, shared=None, size=0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """A vector over the first `size` elements of a file; writes reach the file if `shared`, which also makes and lengthens it."""
    check_factory_options("from_file", {"layout": layout, "device": device, "pin_memory": pin_memory})
    dtype = dtypes.as_dtype(dtype, "from_file") if dtype is not None else dtypes.get_default_dtype()
    if not size:
        made = wrap(np.empty(0, dtype.numpy).view(dtype.array_type))
        return require_grad(made) if requires_grad else made
    made = wrap(mapped(filename, shared, size * dtype.itemsize).view(dtype.numpy).view(dtype.array_type))
    return require_grad(made) if requires_grad else made


def mapped(filename, shared, nbytes):
    """The first bytes of a file, as an array over a map of it. RuntimeError for a file that is not there, or too short."""
    try:
        with open(filename, "r+b" if shared and os.path.exists(filename) else "w+b" if shared else "rb") as file:
            held = os.fstat(file.fileno()).st_size
            if held < nbytes and not shared:
                raise RuntimeError(f"file <{filename}> size <{held}> is smaller than the required mapping size <{nbytes}>")
            if held < nbytes:
                file.truncate(nbytes)
            return np.memmap(file, np.uint8, "r+" if shared else "c", shape=(nbytes,)).view(np.ndarray)
    except OSError as error:
        mode = "read-write" if shared else "read-only"
        raise RuntimeError(f"unable to open file <{filename}> in {mode} mode: {error.strerror} ({error.errno})") from error
