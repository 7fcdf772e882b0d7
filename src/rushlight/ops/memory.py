"""Methods that look at a tensor's memory, or give it another piece of memory."""
from __future__ import annotations

import math
import warnings

from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import AccumulateGrad
from rushlight.autograd.views import edge_of
from rushlight.backends.numpy.making import filled
from rushlight.backends.numpy.layouts import extent, memory_of, offset_of, row_major, strides_of
from rushlight.deterministic import fills_memory
from rushlight.dispatch.arguments import as_size
from rushlight.dispatch.op import by_hand
from rushlight.memory import array_over, move_to_shared
from rushlight.memory import untyped_storage as untyped_storage_of
from rushlight.errors import warn_once
from rushlight.size import channels_last, channels_last_3d, contiguous_format, preserve_format
from rushlight.size import memory_format as MemoryFormat
from rushlight.storage import (
    TYPED_STORAGES, Storage, TypedStorage, UntypedStorage, _get_always_warn_typed_storage_removal, storage_of, version_of)


@by_hand(function=False)
def untyped_storage(input):
    """The bytes of the tensor's memory, all of it."""
    return untyped_storage_of(input)


@by_hand(function=False)
def storage(input):
    """The elements of the tensor's memory, all of it. Deprecated: see untyped_storage."""
    warn = warnings.warn if _get_always_warn_typed_storage_removal() else warn_once
    warn("TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. This "
         "should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
         "tensor.untyped_storage() instead of tensor.storage()")
    return TypedStorage(wrap_storage=untyped_storage_of(input), dtype=input.dtype)


@by_hand(function=False)
def storage_type(input):
    """The class of the typed storage: torch.FloatStorage and its like."""
    return TYPED_STORAGES[f"{input.dtype.scalar_name}Storage"]


@by_hand(function=False)
def is_set_to(input, tensor):
    """Whether two tensors look at the same memory in the same way."""
    a, b = input._data, tensor._data
    return (memory_of(a).__array_interface__["data"] == memory_of(b).__array_interface__["data"] and a.shape == b.shape
            and strides_of(a) == strides_of(b) and offset_of(a) == offset_of(b))


@by_hand(function=False)
def is_shared(input):
    """Whether other processes see the tensor's memory."""
    return untyped_storage_of(input).is_shared()


@by_hand(function=False)
def share_memory_(input):
    """Moves the tensor into memory that processes share, and returns it."""
    move_to_shared(input)
    return input


@by_hand(function=False)
def is_pinned(input, device=None):
    """Always False: there is no accelerator to pin memory for."""
    return False


@by_hand(function=False)
def pin_memory(input, device=None):
    """Raises: there is no accelerator to pin memory for."""
    raise RuntimeError("Cannot access accelerator device when none is available.")


@by_hand(function=False)
def get_device(input):
    """Always -1: the tensor is on the CPU."""
    return -1


@by_hand(function=False)
def dim_order(input):
    """The dimensions from the one whose neighbours lie farthest apart to the nearest."""
    strides = strides_of(input._data)
    return tuple(sorted(range(len(strides)), key=lambda dim: -strides[dim]))


@by_hand(function=False)
def __dlpack__(input, *, stream=-1, max_version=None, dl_device=None, copy=None):
    """The memory as a DLPack capsule. BufferError for a tensor that requires grad."""
    if edge_of(input) is not None:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    if input.is_meta:
        raise BufferError("Cannot pack tensors on meta")
    if stream not in (None, -1):
        raise AssertionError("stream should be None on cpu.") if isinstance(stream, int) else \
            TypeError("stream must be ``int`` or ``none``")
    from rushlight.backends.capsules import capsule_of
    wishes = {"max_version": max_version, "dl_device": dl_device, "copy": copy}
    return capsule_of(input._data, **{name: wish for name, wish in wishes.items() if wish is not None})


@by_hand(function=False)
def __dlpack_device__(input):
    """The kind and number of the device: (1, 0), the CPU."""
    if input.is_meta:
        raise ValueError("Unknown device type meta for Dlpack")
    from rushlight.backends.capsules import HERE
    return HERE


@by_hand(function=False)
def resize_(input, *sizes, memory_format=None):
    """Gives the tensor another size over the same memory, which grows where it is too small; new elements hold anything."""
    size = as_size(sizes) if sizes else ()
    if edge_of(input) is not None and not mode.inference:
        raise RuntimeError("cannot resize variables that require grad")
    strides = _strides_in(memory_format, size)
    _check_extent(size, input._data.itemsize)
    if size != input._data.shape or memory_format is not None and strides != strides_of(input._data):
        offset = offset_of(input._data) if input._data.size else 0
        held = untyped_storage_of(input).nbytes() // input._data.itemsize
        version = version_of(input)
        _look_at(input, untyped_storage_of(input), offset, size, strides)
        input._storage.version = version + 1
        if fills_memory():
            filled(memory_of(input._data)[held:])
    return input


@by_hand()
def resize_as_(input, the_template, memory_format=None):
    """Gives the tensor the size of another: see resize_."""
    if memory_format is not preserve_format:
        return resize_(input, tuple(the_template.shape), memory_format=memory_format)
    for format in (channels_last, channels_last_3d):
        if not the_template.is_contiguous() and the_template.is_contiguous(memory_format=format):
            return resize_(input, tuple(the_template.shape), memory_format=format)
    return resize_(input, tuple(the_template.shape))


def _strides_in(memory_format, size):
    """The strides of a fresh tensor of that size and format."""
    if memory_format is preserve_format:
        raise RuntimeError("Unsupported memory formatPreserve")
    if memory_format is None or memory_format is contiguous_format:
        return row_major(size)
    if not isinstance(memory_format, MemoryFormat):
        raise TypeError(f"resize_(): argument 'memory_format' must be torch.memory_format, not {type(memory_format).__name__}")
    rank = 4 if memory_format is channels_last else 5
    if len(size) != rank:
        raise RuntimeError(f"required rank {rank} tensor to use {memory_format.name} format")
    batch, *places, channels = row_major((size[0], *size[2:], size[1]))
    return (batch, channels, *places)


LARGEST = (1 << 63) - 1


def _check_extent(size, itemsize):
    """RuntimeError for a size whose elements no memory could number."""
    count = math.prod(size)
    if any(n < 0 for n in size) or count > LARGEST:
        raise RuntimeError("numel: integer multiplication overflow")
    if any(stride > LARGEST for stride in row_major(size)):
        raise RuntimeError("Stride calculation overflowed")
    if count * itemsize > LARGEST:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)}")


@by_hand(function=False)
def resize_as(input, tensor):
    """Returns an alias with the size of another tensor. Deprecated: see resize_as_."""
    warn_once("non-inplace resize_as is deprecated")
    return resize_(input.detach(), tuple(tensor.shape))


@by_hand(function=False)
def set_(input, source=None, storage_offset=0, size=None, stride=None):
    """Makes the tensor look at the memory of `source`, a tensor or a storage; at no memory without one."""
    _point(input, source, storage_offset, size, stride)
    if type(input._edge) is AccumulateGrad:         # what was recorded leads to the leaf that it was
        input._edge = input._thawed()
    return input


def _point(input, source, storage_offset, size, stride):
    if source is None:
        return _look_at(input, UntypedStorage(0), 0, (0,), (1,))
    if hasattr(source, "_data"):
        if source.dtype is not input.dtype:
            raise RuntimeError(f"Could not set tensor of type {source.dtype.name} to a tensor of type {input.dtype.name}")
        if size is None:
            input._data, input._storage = source._data, storage_of(source)
            return None
        untyped = untyped_storage_of(source)
    else:
        if isinstance(source, TypedStorage) and source.dtype is not input.dtype:
            raise RuntimeError(f"Expected a Storage of type {input.dtype.scalar_name} or an UntypedStorage, but got "
                               f"{source.dtype.scalar_name}")
        untyped = source if isinstance(source, UntypedStorage) else source.untyped()
    size = (untyped.nbytes() // input._data.itemsize - storage_offset,) if size is None else as_size((size,))
    stride = row_major(size) if stride is None else as_size((stride,))
    return _look_at(input, untyped, storage_offset, size, stride)


def _look_at(tensor, untyped, offset, size, stride):
    """Points the tensor at the bytes of a storage; at a longer copy of them where they are too few."""
    fits = extent(size, stride, offset) * tensor._data.itemsize <= untyped.nbytes()
    previous = tensor._storage
    tensor._data = array_over(untyped, tensor.dtype, offset, size, stride)
    if fits and previous is not None and previous.untyped is untyped:
        return
    tensor._storage = Storage()
    if fits:
        tensor._storage.untyped = untyped
