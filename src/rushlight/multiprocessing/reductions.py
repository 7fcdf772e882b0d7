"""How tensors are sent between processes.

A tensor in shared memory (Tensor.share_memory_, Module.share_memory) shares it with what arrives; another arrives as a copy.
"""
from __future__ import annotations

import pickle
from multiprocessing import reduction

import numpy as np

from rushlight.dispatch.wrapping import wrap
from rushlight.memory import array_over, counter_of, untyped_storage
from rushlight.nn.parameter import Parameter
from rushlight.shared_memory import SharedMemory, map_behind
from rushlight.storage import UntypedStorage
from rushlight.tensor import Tensor


def init_reductions():
    """Makes the queues and pipes of Python's multiprocessing send tensors so."""
    reduction.ForkingPickler.register(SharedMemory, _reduce_map)
    reduction.ForkingPickler.register(Tensor, reduce_tensor)
    reduction.ForkingPickler.register(Parameter, reduce_tensor)


def reduce_tensor(tensor):
    """How a tensor is sent. RuntimeError for one that has a history: the tape stays where it is."""
    if not tensor.is_leaf:
        raise RuntimeError("Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support "
                           "crossing process boundaries.  If you just want to transfer the data, call detach() on the tensor "
                           "before serializing (e.g., putting it on the queue).")
    array, shared = tensor._data, map_behind(tensor._data)
    look = tensor.dtype, tensor.storage_offset(), tuple(array.shape), tensor.stride()
    if isinstance(shared, SharedMemory):
        return _from_shared, (type(tensor), shared, look, tensor.requires_grad)
    if tensor.is_meta:
        return tensor.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
    untyped = untyped_storage(tensor)
    if untyped.nbytes() <= max(2 * tensor.nbytes, _LITTLE):
        return _from_storage, (type(tensor), untyped, look, tensor.requires_grad)
    return _from_array, (type(tensor), tensor.dtype, array.view(array.dtype).__array__(), tensor.requires_grad)


_LITTLE = 1 << 12           # bytes of memory that travel as they are, with all that look at them, however little a tensor sees


def _from_shared(cls, shared, look, requires_grad):
    return _from_storage(cls, UntypedStorage.of(np.frombuffer(shared, np.uint8)), look, requires_grad)


def _from_storage(cls, untyped, look, requires_grad):
    made = wrap(array_over(untyped, *look))
    made._storage = counter_of(untyped)
    return _made(cls, made, requires_grad)


def _from_array(cls, dtype, array, requires_grad):
    # An unpickled element type is equal to NumPy's own; kernels want that one.
    return _made(cls, wrap(array.view(dtype.numpy).view(dtype.array_type)), requires_grad)


def _made(cls, tensor, requires_grad):
    return cls(tensor, requires_grad) if cls is not Tensor else tensor.requires_grad_(requires_grad)


def _reduce_map(shared):
    return _map_again, (len(shared), reduction.DupFd(shared.descriptor))


def _map_again(nbytes, duplicate):
    return SharedMemory(nbytes, duplicate.detach())
