"""What pickles a tensor, and what makes one of the parts: the functions that torch's files name, under torch's names."""
from __future__ import annotations

import warnings
from collections import OrderedDict

import numpy as np

from rushlight import dtypes
from rushlight.backends import numpy as xp
from rushlight.backends.meta import strided_nowhere
from rushlight.backends.numpy.layouts import extent, offset_of, strides_of
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import wrap
from rushlight.errors import refuse
from rushlight.memory import OWN, array_over, attributes_of, counter_of, slots_of, untyped_storage
from rushlight.storage import TYPED_STORAGES, TypedStorage, UntypedStorage

LARGEST_META = 1 << 48      # a file that says more would soon use up the addresses that stand for no memory


# ---------------------------------------------------------------- to parts

def reduce_tensor(tensor):
    """What pickles a tensor: its storage, which tensors over one memory share, and how it looks at it."""
    rebuild, args = _parts(tensor)
    state = state_of(tensor)
    if type(tensor) is levels.Tensor and not state:
        return rebuild, args
    return _rebuild_from_type_v2, (rebuild, type(tensor), args, state)


def reduce_parameter(parameter):
    """What pickles a parameter: the tensor that it holds, and the user's attributes if there are any."""
    args, state = (parameter.data.as_subclass(levels.Tensor), parameter.requires_grad, OrderedDict()), state_of(parameter)
    return (_rebuild_parameter_with_state, (*args, state)) if state else (_rebuild_parameter, args)


def _parts(tensor):
    _warn_of_hooks(tensor)
    array, dtype = tensor._data, tensor.dtype
    if tensor.is_meta:
        return _rebuild_meta_tensor_no_storage, (dtype, tuple(array.shape), strides_of(array), tensor.requires_grad)
    untyped = untyped_storage(tensor)
    look = offset_of(array) if array.size else 0, tuple(array.shape), strides_of(array), tensor.requires_grad, OrderedDict()
    if f"{dtype.scalar_name}Storage" in TYPED_STORAGES:
        return _rebuild_tensor_v2, (TypedStorage(wrap_storage=untyped, dtype=dtype), *look)
    return _rebuild_tensor_v3, (untyped, *look, dtype)


def _warn_of_hooks(tensor):
    """Warns of hooks on the tensor: they are lost, unless marked as meant to be."""
    edge = tensor._edge if tensor.requires_grad and tensor.is_leaf else None
    hooks = getattr(edge, "hooks", None)
    for hook in hooks.tensor.get(0, {}).values() if hooks else ():
        if not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate the "
                          f"function with @torch.utils.hooks.unserializable_hook to suppress this warning", stacklevel=4)


def state_of(tensor):
    """What the user put on the tensor: a dict, with the slots' values beside it if there are any, or what __getstate__ gives."""
    own_way = getattr(type(tensor), "__getstate__", None)
    if own_way is not getattr(object, "__getstate__", None):
        return tensor.__getstate__()
    state, slots = attributes_of(tensor), slots_of(tensor)
    return (state, slots) if slots else state


# ---------------------------------------------------------------- from parts

def _rebuild_tensor(storage, storage_offset, size, stride):
    """A tensor that looks at a storage so; offset and strides in elements. RuntimeError if it would reach out of it."""
    if not isinstance(storage, TypedStorage):
        raise TypeError(f"a tensor is made of a typed storage, not of {type(storage).__name__}")
    return _look(storage.untyped(), storage.dtype, storage_offset, tuple(size), tuple(stride))


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    """A tensor of its parts; `metadata` says whether the numbers are stored conjugated or negated."""
    made = _resolved(_rebuild_tensor(storage, storage_offset, size, stride), metadata)
    return made.requires_grad_() if requires_grad else made


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype, metadata=None):
    """A tensor of a type that has no typed storage."""
    untyped = storage.untyped() if isinstance(storage, TypedStorage) else storage
    if not isinstance(untyped, UntypedStorage):
        raise TypeError(f"a tensor is made of a storage, not of {type(storage).__name__}")
    _check_dtype(dtype)
    made = _resolved(_look(untyped, dtype, storage_offset, tuple(size), tuple(stride)), metadata)
    return made.requires_grad_() if requires_grad else made


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """A parameter over the memory of `data`."""
    from rushlight.nn.parameter import Parameter
    if not isinstance(data, levels.Tensor):
        raise TypeError(f"a parameter is made of a tensor, not of {type(data).__name__}")
    return Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    """A parameter with the user's attributes."""
    return set_attributes(_rebuild_parameter(data, requires_grad, backward_hooks), state)


def _rebuild_from_type_v2(func, new_type, args, state):
    """What func(*args) gives, as a `new_type` with the user's attributes."""
    made = func(*args)
    if type(made) is not new_type:
        requires_grad = made.requires_grad
        made = made.detach().as_subclass(new_type)
        made = made.requires_grad_() if requires_grad else made
    if new_type.__setstate__ is not levels.Tensor.__setstate__:
        made.__setstate__(state)
        return made
    return set_attributes(made, state)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    """A tensor without memory."""
    _check_dtype(dtype)
    size, stride = tuple(size), tuple(stride)
    check_look(LARGEST_META, dtype.itemsize, 0, size, stride)
    made = wrap(strided_nowhere(size, [s * dtype.itemsize for s in stride], dtype.numpy, dtype.meta_type))
    return made.requires_grad_() if requires_grad else made


def _rebuild_sparse_tensor(layout, data):
    """Raises: there are no sparse tensors here."""
    refuse("sparse tensors")


def _rebuild_qtensor(storage, storage_offset, size, stride, quantizer_params, requires_grad, backward_hooks):
    """Raises: there are no quantised tensors here."""
    refuse("quantized tensors")


REBUILDERS = (_rebuild_tensor, _rebuild_tensor_v2, _rebuild_tensor_v3, _rebuild_parameter, _rebuild_parameter_with_state,
              _rebuild_meta_tensor_no_storage, _rebuild_sparse_tensor, _rebuild_qtensor)


def set_state(tensor, state):
    """Gives an empty tensor the state of a file from before the rebuilders: (storage, offset, size, stride), or hooks."""
    if len(state) == 4:
        tensor.set_(*state)
        return
    if len(state) == 5:
        tensor.data, state = state[0], (state[3], state[4], {})
    requires_grad, _, _ = state
    tensor.requires_grad = requires_grad


def set_attributes(tensor, state):
    """Gives the tensor the user's attributes, and returns it. ValueError for a name that is ours."""
    state, slots = state if type(state) is tuple else (state, {})
    for name in (*state, *slots):
        if name in OWN or name.startswith("__"):
            raise ValueError(f"a tensor's attribute {name!r} cannot be set from a file")
    tensor.__dict__.update(state)
    for name, value in slots.items():
        setattr(tensor, name, value)
    return tensor


def _look(untyped, dtype, offset, size, stride):
    check_look(untyped.nbytes(), dtype.itemsize, offset, size, stride)
    made = wrap(array_over(untyped, dtype, offset, size, stride))
    made._storage = counter_of(untyped)
    return made


def _check_dtype(dtype):
    if not isinstance(dtype, dtypes.dtype):
        raise TypeError(f"the type of a tensor is a torch.dtype, not a {type(dtype).__name__}")
    if dtype not in dtypes.ALL:
        refuse(f"tensors of {dtype}")


def check_look(nbytes, itemsize, offset, size, stride):
    """RuntimeError unless a tensor that looks so stays within `nbytes` bytes."""
    if not all(type(n) is int for n in (offset, *size, *stride)):
        raise TypeError("set_() received an invalid combination of arguments: offset, sizes and strides are ints")
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    if any(n < 0 for n in size):
        raise RuntimeError(f"numel: integer multiplication overflow: a tensor of size {list(size)}")
    if len(size) != len(stride):
        raise RuntimeError(f"mismatch in length of strides and shape: {len(stride)} and {len(size)}")
    if any(s < 0 for s in stride):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    needed = extent(size, stride, offset) * itemsize
    if needed > nbytes or offset * itemsize > nbytes:
        raise RuntimeError(f"Trying to resize storage that is not resizable: sizes {list(size)}, strides {list(stride)} and "
                           f"storage offset {offset} require {max(needed, offset * itemsize)} bytes, the storage has {nbytes}")


def _resolved(tensor, metadata):
    """The numbers themselves where a file holds them conjugated or negated: there are no lazy conjugates here."""
    metadata = metadata or {}
    if metadata.get("conj"):
        tensor = wrap(xp.conj(tensor._data))
    return wrap(np.negative(tensor._data)) if metadata.get("neg") else tensor
