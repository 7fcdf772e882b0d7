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
    length = size * dtype.itemsize
    held = os.path.getsize(filename) if os.path.exists(filename) else -1
    if held < length:
        if not shared:
            raise RuntimeError(f"unable to map {length} bytes of file <{filename}>, which "
                               f"{'does not exist' if held < 0 else f'has {held}'}")
        with open(filename, "ab") as file:
            file.truncate(length)
    memory = np.memmap(filename, np.uint8, "r+" if shared else "c", shape=(length,)).view(np.ndarray)
    made = wrap(memory.view(dtype.numpy).view(dtype.array_type))
    return require_grad(made) if requires_grad else made
