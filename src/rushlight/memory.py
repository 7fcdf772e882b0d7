"""Storages, and copies and moves of memory that keep tensors sharing what they shared."""
from __future__ import annotations

import copyreg
import sys
import warnings
import weakref

import numpy as np

from rushlight.backends.meta import MetaArray, nowhere
from rushlight.backends.numpy.layouts import extent, memory_of, offset_of, owner_of, strides_of
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import wrap
from rushlight.size import channels_last, channels_last_3d
from rushlight.storage import Storage, UntypedStorage, is_shared, storage_of

# What a tensor's __dict__ holds of ours; the rest is the user's, and travels with the tensor.
OWN = frozenset(("_data", "_edge", "_storage", "_grad", "_grad_dtype", "_tangents", "_name", "_inference", "_reshapes", "_cut",
                 "_former_edge"))


def is_contiguous(array, memory_format=None):
    """Whether the elements lie in the order of `memory_format` (row-major by default) without gaps."""
    if memory_format in (channels_last, channels_last_3d):
        rank = 4 if memory_format is channels_last else 5
        return array.ndim == rank and np.moveaxis(array, 1, -1).flags.c_contiguous
    return array.flags.c_contiguous


# ---------------------------------------------------------------- storages

def untyped_storage(tensor):
    """The UntypedStorage of a tensor: one object for all tensors over its memory."""
    storage = storage_of(tensor)
    if storage.untyped is None:
        storage.untyped = _bytes_behind(tensor._data)
        storage.untyped.counter = weakref.ref(storage)
    return storage.untyped


def _bytes_behind(array):
    memory = memory_of(array)
    return UntypedStorage.of(memory.view(MetaArray) if isinstance(array, MetaArray) else memory)


def counter_of(untyped):
    """The Storage that the tensors over these bytes share."""
    storage = untyped.counter and untyped.counter()
    if storage is None:
        storage = Storage()
        storage.untyped, untyped.counter = untyped, weakref.ref(storage)
    return storage


def array_over(untyped, dtype, offset, size, stride):
    """The array that looks at the bytes of a storage so; offset and strides in elements."""
    needed = extent(size, stride, offset) * dtype.itemsize
    memory = untyped.memory if needed <= untyped.nbytes() else _grown(untyped.memory, needed)
    made = np.ndarray(size, dtype.numpy, memory, offset * dtype.itemsize, [s * dtype.itemsize for s in stride])
    return made.view(dtype.array_type if type(memory) is np.ndarray else dtype.meta_type)


def _grown(memory, nbytes):
    if isinstance(memory, MetaArray):
        return nowhere((nbytes,), memory.dtype)
    made = np.empty(nbytes, np.uint8)
    made[:memory.size] = memory
    return made


def move_to_shared(tensor):
    """Puts the tensor's elements into memory that processes share. Warns if something else looks at the memory it had."""
    if not tensor._data.size or is_shared(tensor._data):
        return
    before = storage_of(tensor)
    before.untyped = None
    if sys.getrefcount(tensor._data) > 2 or tensor._data.base is not None and sys.getrefcount(tensor._data.base) > 2:
        warnings.warn("share_memory_() moves one tensor here: views, .data and arrays of it that exist already keep the memory "
                      "that it had, and do not see what is written into the new one", stacklevel=3)
    array = tensor._data
    source = memory_of(array)
    from rushlight.shared_memory import SharedMemory
    shared = np.frombuffer(SharedMemory(source.nbytes), np.uint8)
    shared[...] = source.view(np.uint8)
    tensor._data = array_over(UntypedStorage.of(shared), tensor.dtype, offset_of(array), array.shape, strides_of(array))
    tensor._storage = after = Storage()
    after.version, after.untyped = before.version, UntypedStorage.of(shared)


# ---------------------------------------------------------------- deepcopy

def deepcopy_tensor(tensor, memo):
    """A leaf's copy with its own memory; views of one memory in one structure stay views of one copy."""
    if id(tensor) in memo:
        return memo[id(tensor)]
    if not tensor.is_leaf:
        raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the "
                           "moment.  If you were attempting to deepcopy a module, this may be because of a torch.nn.utils."
                           "weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001")
    made = memo[id(tensor)] = _copy_of(tensor, memo)
    if tensor.requires_grad:
        made._track(True)
    if tensor._grad is not None:
        made._grad = deepcopy_tensor(tensor._grad, memo)
    for name, value in _deepcopied(tensor, memo).items():
        setattr(made, name, value)
    return made


def _copy_of(tensor, memo):
    """A constant over the copy of the tensor's memory."""
    array = tensor._data
    copied = deepcopy_storage(_bytes_behind(array), memo)
    offset = offset_of(array) * array.itemsize if array.size else 0
    made = wrap(np.ndarray(array.shape, array.dtype, copied.memory, offset, array.strides).view(type(array)))
    made._storage = counter_of(copied)
    return made if type(tensor) is levels.Tensor else made.as_subclass(type(tensor))


def deepcopy_storage(untyped, memo):
    """The copy of a storage, made once per structure: the tensors over it in there look at the copy."""
    owner = owner_of(untyped.memory)
    key = "memory", id(owner)
    if key not in memo:
        memo[key] = untyped.clone(), owner                      # alive, the owner keeps its id
    return memo[key][0]


def _deepcopied(tensor, memo):
    """The user's own attributes, copied."""
    import copy
    return {name: copy.deepcopy(value, memo) for name, value in {**attributes_of(tensor), **slots_of(tensor)}.items()}


def attributes_of(tensor):
    """What the user set on the tensor."""
    return {name: value for name, value in tensor.__dict__.items() if name not in OWN}


def slots_of(tensor):
    """What the user set in the slots of a subclass."""
    return {name: getattr(tensor, name) for name in copyreg._slotnames(type(tensor)) if hasattr(tensor, name)}
