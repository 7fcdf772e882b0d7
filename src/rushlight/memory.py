"""Questions about the memory behind an array, and copies that keep tensors sharing what they shared."""
from __future__ import annotations

import numpy as np

from rushlight.dispatch import levels
from rushlight.dtypes import dtype_of
from rushlight.size import channels_last, channels_last_3d


def strides_of(array):
    """Strides in elements, as torch counts them: NumPy's own are arbitrary where a size is 0 or 1."""
    size = array.itemsize
    if array.size and not array.flags.c_contiguous:
        return tuple([s // size for s in array.strides])
    strides, step = [], 1
    for n in reversed(array.shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def owner_of(array):
    """The array that owns the memory which `array` looks at."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def offset_of(array):
    """Elements from the start of the memory to the first element."""
    if not array.size:
        return 0
    owner = owner_of(array)
    start = owner.__array_interface__["data"][0]
    return (array.__array_interface__["data"][0] - start) // array.itemsize


def is_contiguous(array, memory_format=None):
    """Whether the elements lie in the order of `memory_format` (row-major by default) without gaps."""
    if memory_format in (channels_last, channels_last_3d):
        rank = 4 if memory_format is channels_last else 5
        return array.ndim == rank and np.moveaxis(array, 1, -1).flags.c_contiguous
    return array.flags.c_contiguous


def deepcopy_tensor(tensor, memo):
    """A leaf's copy with its own memory; views of one memory in one structure stay views of one copy."""
    if id(tensor) in memo:
        return memo[id(tensor)]
    if not tensor.is_leaf:
        raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the "
                           "moment.  If you were attempting to deepcopy a module, this may be because of a torch.nn.utils."
                           "weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001")
    made = levels.wrap(_copy_in_memory(tensor._data, memo))
    if type(tensor) is not levels.tensor_class():
        made = made.as_subclass(type(tensor))
    if tensor.requires_grad:
        made.requires_grad_()
    if tensor._grad is not None:
        made._grad = deepcopy_tensor(tensor._grad, memo)
    made.__dict__.update({k: v for k, v in tensor.__dict__.items() if not k.startswith("_")})
    memo[id(tensor)] = made
    return made


def _copy_in_memory(array, memo):
    owner = owner_of(array)
    if owner is array and not isinstance(array.base, memoryview):
        copied = memo[("memory", id(owner))] = memo.get(("memory", id(owner)), None)
    key = id(owner), "rushlight memory"
    if key not in memo:
        memo[key] = (np.array(owner.view(np.ndarray), copy=True, order="K", subok=False), owner)
    copied = memo[key][0].reshape(-1, order="A").view(np.uint8)
    start = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
    strided = np.ndarray(array.shape, array.dtype, copied, start, array.strides) if array.size else array.copy()
    return strided.view(type(array))


def rebuild_tensor(cls, dtype, array, requires_grad):
    """A tensor from its pickled parts."""
    data = array.view(dtype.array_type) if dtype.array_type is not np.ndarray else array
    made = levels.wrap(data)
    assert dtype_of(data) is dtype
    made = made if cls is levels.tensor_class() else made.as_subclass(cls)
    return made.requires_grad_() if requires_grad else made
