"""Brings the ways torch lets arguments be written to one."""
from __future__ import annotations

import operator

from rushlight.autograd.grad_mode import mode


def as_size(values, op=None):
    """(2, 3), ((2, 3),) or ([2, 3],) as a tuple of ints. `op` is whose size it is."""
    if len(values) == 1 and isinstance(values[0], (tuple, list)):
        values = values[0]
    try:
        return tuple([v if type(v) is int else _as_int(v) for v in values])
    except TypeError:
        raise TypeError(_not_a_size(values, *_names(op))) from None


def _names(op):
    """What to call the function and its argument in an error."""
    return (op.shown_name, next(p.name for p in op.parameters if p.kind == "Size")) if op is not None else ("size", "size")


def _not_a_size(values, function, name):
    if not isinstance(values, (tuple, list)) or len(values) == 1:
        wrong = values[0] if isinstance(values, (tuple, list)) else values
        return f"{function}(): argument '{name}' (position 1) must be tuple of ints, not {type_name(wrong)}"
    at = next(at for at, value in enumerate(values) if not _is_int(value))
    if not at:
        return f"{function}() takes 1 positional argument but {len(values)} were given"
    return (f"{function}(): argument '{name}' failed to unpack the object at pos {at + 1} with error \"type must be tuple of "
            f"ints,but got {type_name(values[at])}\"")


def type_name(value):
    """What torch calls the type of a value that does not fit."""
    kind = type(value)
    return f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__


_JUST_INT = frozenset((int,))


def given_size(values, keyword, op=None):
    """A size given by position, one by one or as one sequence, or by keyword."""
    if values and keyword is None:
        if len(values) == 1 and type(values[0]) is int:
            return values
        sizes = values[0] if len(values) == 1 and type(values[0]) is tuple else values
        if _JUST_INT.issuperset(map(type, sizes)):
            return sizes
    if keyword is not None:
        if values:
            raise TypeError("the size was given twice, by position and by keyword")
        values = (keyword,)
    elif not values:
        function, name = _names(op)
        raise TypeError(f'{function}() missing 1 required positional arguments: "{name}"')
    return as_size(values, op)


def _as_int(value):
    if not _is_int(value):
        raise TypeError("a size must be int")
    return operator.index(value)


def _is_int(value):
    return hasattr(value, "__index__") and not isinstance(value, bool) and getattr(value, "ndim", 0) == 0 and not (
        hasattr(value, "is_floating_point") and value.is_floating_point())


def wrap_dim(dim, ndim, what="Dimension"):
    """`dim` counted from the front. IndexError where there is no such dimension; a 0-d tensor has dimension 0."""
    if type(dim) is not int:
        dim = _as_index(dim)
    size = ndim or 1
    if not -size <= dim < size:
        raise IndexError(f"{what} out of range (expected to be in range of [{-size}, {size - 1}], but got {dim})")
    return dim + size if dim < 0 else dim


def _as_index(dim):
    if isinstance(dim, bool) or not hasattr(dim, "__index__"):
        raise TypeError(f"argument 'dim' must be int, not {type(dim).__name__}")
    return operator.index(dim)


def wrap_dims(dims, ndim):
    """A tuple of different dimensions counted from the front; None and () mean all of them."""
    if dims is None:
        return tuple(range(ndim))
    if type(dims) is int or not isinstance(dims, (tuple, list)):
        return (wrap_dim(dims, ndim),) if ndim else (wrap_dim(dims, ndim),)[:0]
    if not len(dims):
        return tuple(range(ndim))
    wrapped = tuple([wrap_dim(d, ndim) for d in dims])
    for d in wrapped:
        if wrapped.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return wrapped if ndim else ()


def broadcast_shape(shapes):
    """The shape that all broadcast to. RuntimeError where there is none."""
    sizes = ()
    for shape in shapes:
        rank = max(len(sizes), len(shape))
        a, b = (1,) * (rank - len(sizes)) + tuple(sizes), (1,) * (rank - len(shape)) + tuple(shape)
        for d in reversed(range(rank)):
            if a[d] != b[d] and 1 not in (a[d], b[d]):
                raise RuntimeError(f"The size of tensor a ({a[d]}) must match the size of tensor b ({b[d]}) at non-singleton "
                                   f"dimension {d}")
        sizes = [m if n == 1 else n for n, m in zip(a, b)]
    return tuple(sizes)


def check_constant(function, **given):
    """RuntimeError where a tensor requires a gradient that torch does not define: its argument would stay constant unseen."""
    for name, value in given.items():
        if value is not None and mode.enabled and value.requires_grad:
            raise RuntimeError(f"The function '{function}' is not differentiable with respect to argument '{name}'. This input "
                               f"cannot have requires_grad True.")
