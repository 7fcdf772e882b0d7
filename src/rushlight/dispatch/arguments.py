"""Brings the ways torch lets arguments be written to one."""
from __future__ import annotations

import operator

from rushlight.autograd.grad_mode import mode


def as_size(values):
    """(2, 3), ((2, 3),) or ([2, 3],) as a tuple of ints."""
    if len(values) == 1 and not hasattr(values[0], "__index__"):
        values = values[0]
    try:
        return tuple([v if type(v) is int else _as_int(v) for v in values])
    except TypeError:
        raise TypeError(f"expected ints, or one sequence of ints, but got {values!r}") from None


_JUST_INT = frozenset((int,))


def given_size(values, keyword):
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
        raise TypeError("missing 1 required positional argument: ints, or one sequence of ints")
    return as_size(values)


def _as_int(value):
    if isinstance(value, bool):
        raise TypeError("a size must be int, not bool")
    return operator.index(value)


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
