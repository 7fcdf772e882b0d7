"""torch.autograd.Variable: what tensors that are recorded were once wrapped in; today every tensor is one."""
from __future__ import annotations

import warnings

from rushlight.autograd.engine import current
from rushlight.autograd.running import queue_callback
from rushlight.dispatch import levels


class _Engine:
    """The engine, as programs ask for it: `Variable._execution_engine`."""
    queue_callback = staticmethod(queue_callback)

    @staticmethod
    def is_checkpoint_valid():
        """Whether a checkpoint with reentrance may run backward now: not where only some gradients are asked for."""
        return current.sweep is None or current.sweep.targets is None


class VariableMeta(type):
    def __instancecheck__(cls, other):
        return isinstance(other, levels.Tensor)


class Variable(metaclass=VariableMeta):
    """Variable(tensor) is a constant over the tensor's memory, or a leaf with `requires_grad`."""
    _execution_engine = _Engine()

    def __new__(cls, data=None, requires_grad=False, volatile=False):
        if volatile:
            warnings.warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", stacklevel=2)
        if data is None:
            return levels.Tensor().requires_grad_(requires_grad)
        if not isinstance(data, levels.Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        return data.detach().requires_grad_(requires_grad)
