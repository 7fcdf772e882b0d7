"""The tensors among the arguments of a call, or among its results, and the call with others in their place."""
import rushlight as torch


def tensors_in(value):
    """The tensors in a value, in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for v in value for t in tensors_in(v)] if isinstance(value, (tuple, list)) else []


def tensors_of(call):
    """The tensors among the arguments of a call, in order."""
    return tensors_in([*call.args, *call.kwargs.values()])


def run_with(op, call, tensors):
    """What the op makes of a call whose tensors are replaced by others, in the order of `tensors_of`."""
    new = iter(tensors)
    args = [_replaced(a, new) for a in call.args]
    return op.function(*args, **{name: _replaced(value, new) for name, value in call.kwargs.items()})


def _replaced(value, new):
    if isinstance(value, torch.Tensor):
        return next(new)
    return type(value)([_replaced(v, new) for v in value]) if type(value) in (tuple, list) else value
