"""torch.multiprocessing: Python's, with tensors that travel between processes as their bytes.

A tensor that is sent arrives as a copy. Memory is shared only by what a forked process inherits: see Tensor.share_memory_.
"""
from __future__ import annotations

import multiprocessing
from multiprocessing import *                                                                   # noqa: F403
from multiprocessing import reduction

from rushlight.dispatch.wrapping import wrap
from rushlight.nn.parameter import Parameter
from rushlight.tensor import Tensor

__all__ = [*multiprocessing.__all__, "get_all_sharing_strategies", "get_sharing_strategy", "set_sharing_strategy"]
_strategy = "file_descriptor"


def get_all_sharing_strategies():
    """The names that set_sharing_strategy takes."""
    return {"file_descriptor", "file_system"}


def get_sharing_strategy():
    """The name that was set last."""
    return _strategy


def set_sharing_strategy(new_strategy):
    """Chooses between two ways of sharing memory that spare file descriptors or files. Bytes need neither, so nothing changes."""
    global _strategy
    if new_strategy not in get_all_sharing_strategies():
        raise AssertionError(f"unknown sharing strategy {new_strategy!r}")
    _strategy = new_strategy


def _as_bytes(tensor):
    """How a tensor is sent. RuntimeError for one that has a history: the tape stays where it is."""
    if not tensor.is_leaf:
        raise RuntimeError("Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support "
                           "crossing process boundaries.  If you just want to transfer the data, call detach() on the tensor "
                           "before serializing (e.g., putting it on the queue).")
    array = tensor._data
    return _from_bytes, (type(tensor), tensor.dtype, array.view(array.dtype).__array__(), tensor.requires_grad)


def _from_bytes(cls, dtype, array, requires_grad):
    made = wrap(array.view(dtype.array_type))
    return cls(made, requires_grad) if cls is not Tensor else made.requires_grad_(requires_grad)


reduction.ForkingPickler.register(Tensor, _as_bytes)
reduction.ForkingPickler.register(Parameter, _as_bytes)
