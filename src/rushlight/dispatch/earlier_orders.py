"""The order of arguments before PyTorch 1.5, with the factor in front: `p.add_(-rate, grad)` for `p.add_(grad, alpha=-rate)`.

Programs of that age are full of it, and PyTorch still takes it, with a warning.
"""
from __future__ import annotations

from numbers import Number

from rushlight.errors import warn_once

FACTOR = {"add": "alpha", "sub": "alpha", "addcmul": "value", "addcdiv": "value"}       # op: the option that came first
_TENSORS = {"alpha": "Tensor other", "value": "Tensor tensor1, Tensor tensor2"}


def earlier_order(op, function, args, option, out=None):
    """The call function(input, factor, *tensors) in today's order. TypeError if it is not that."""
    input, factor, *tensors = args
    name, shown = FACTOR[op.name], function.__name__
    if not isinstance(factor, Number) or not all(map(_is_tensor, tensors)) or option != 1:
        raise TypeError(f"{shown}() takes {len(tensors)} positional arguments but {len(tensors) + 1} were given")
    parts = ("", "") if shown.endswith("_") else ("Tensor input, ", ", Tensor out = None")
    star = ", *" if parts[0] else ""
    warn_once(f"This overload of {shown} is deprecated:\n\t{shown}({parts[0]}Number {name}, {_TENSORS[name]}{star}{parts[1]})\n"
              f"Consider using one of the following signatures instead:\n\t{shown}({parts[0]}{_TENSORS[name]}, *, "
              f"Number {name} = 1{parts[1]})", stacklevel=4)
    return function(input, *tensors, **{name: factor}, **({} if out is None else {"out": out}))


def _is_tensor(value):
    return hasattr(value, "_data")
