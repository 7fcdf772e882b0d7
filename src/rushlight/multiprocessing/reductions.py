"""How tensors are sent between processes.

A tensor in shared memory (Tensor.share_memory_, Module.share_memory) shares it with what arrives; another arrives as a copy.
"""
from __future__ import annotations

from multiprocessing import reduction

import numpy as np

from rushlight.dispatch.wrapping import wrap
from rushlight.memory import array_over
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
    if not isinstance(shared, SharedMemory):
        return _from_bytes, (type(tensor), tensor.dtype, array.view(array.dtype).__array__(), tensor.requires_grad)
    look = tensor.dtype, tensor.storage_offset(), tuple(array.shape), tensor.stride()
    return _from_shared, (type(tensor), shared, look, tensor.requires_grad)


def _from_bytes(cls, dtype, array, requires_grad):
    # An unpickled element type is equal to NumPy's own; kernels want that one.
    return _made(cls, array.view(dtype.numpy).view(dtype.array_type), requires_grad)


def _from_shared(cls, shared, look, requires_grad):
    return _made(cls, array_over(UntypedStorage.of(np.frombuffer(shared, np.uint8)), *look), requires_grad)


def _made(cls, array, requires_grad):
    made = wrap(array)
    return cls(made, requires_grad) if cls is not Tensor else made.requires_grad_(requires_grad)


def _reduce_map(shared):
    return _map_again, (len(shared), reduction.DupFd(shared.descriptor))


def _map_again(nbytes, duplicate):
    return SharedMemory(nbytes, duplicate.detach())
