"""addcmul and addcdiv as functions, which still take the factor in second place too, as programs before PyTorch 1.5 wrote it."""
from __future__ import annotations

from rushlight.dispatch.op import by_hand, registry
from rushlight.errors import warn_once


@by_hand(method=False)
def addcmul(input, tensor1, tensor2, *rest, value=1, out=None):
    """Returns input + value * tensor1 * tensor2."""
    if rest:
        value, tensor1, tensor2 = _reordered("addcmul", tensor1, tensor2, *rest)
    return _addcmul(input, tensor1, tensor2, value=value, out=out)


@by_hand(method=False)
def addcdiv(input, tensor1, tensor2, *rest, value=1, out=None):
    """Returns input + value * tensor1 / tensor2."""
    if rest:
        value, tensor1, tensor2 = _reordered("addcdiv", tensor1, tensor2, *rest)
    return _addcdiv(input, tensor1, tensor2, value=value, out=out)


def _reordered(name, value, tensor1, *tensor2):
    if len(tensor2) > 1 or hasattr(value, "_data"):
        raise TypeError(f"{name}() received an invalid combination of arguments: it takes (input, tensor1, tensor2, value=1)")
    warn_once(f"This overload of {name} is deprecated:\n\t{name}(Tensor input, Number value, Tensor tensor1, Tensor tensor2, *, "
              f"Tensor out = None)\nConsider using one of the following signatures instead:\n\t{name}(Tensor input, Tensor "
              f"tensor1, Tensor tensor2, *, Number value = 1, Tensor out = None)")
    return value, tensor1, *tensor2


_addcmul, _addcdiv = registry["addcmul"].function, registry["addcdiv"].function
registry["addcmul"].function, registry["addcdiv"].function = addcmul, addcdiv        # what __torch_function__ is told was called
