"""`x[...]` and `x[...] = v`: views for numbers, slices and None, then one `index` for what comes in tensors."""
from __future__ import annotations

import warnings

import numpy as np

from rushlight import dtypes
from rushlight.autograd.grad_mode import mode
from rushlight.backends.numpy import number_like
from rushlight.dispatch import families, levels, writing
from rushlight.dispatch.overrides import find_override
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.wrapping import become_view
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand, op
from rushlight.op_methods import OpMethods
from rushlight.ops.indexing import as_index, check_index
from rushlight.storage import storage_of

_new, _plain = object.__new__, levels.plain
_VIEWED = frozenset((int, slice, type(None), type(Ellipsis)))


@op(families.view, linear=True, method=False, function=False)
def look(xp, input: Tensor, at) -> Tensor:
    """Returns the view that a tuple of numbers, slices and None describes, in one step."""
    return input[at]

@look.vjp("input")
def look_grad(F, grad, input_shape, at):
    return F.view_backward(grad, ((look.op, (at,)),), input_shape)


@by_hand(function=False)
def __getitem__(input, index):
    """Returns a view for numbers, slices and None, and a copy where tensors, lists or masks tell the positions."""
    if type(input) in _plain and (input._edge is None or not mode.enabled or writing.untracked(input)):
        at = _plain_view(index)
        if at is not None:
            try:
                result = input._data[at]
            except IndexError:
                return _getitem(input, index)
            out = _new(levels.Tensor)
            out._data = result
            become_view(out, input, look.op, (at,))
            return out
    return _getitem(input, index)


def _plain_view(index):
    """NumPy's form of an index that is only a view, or None."""
    kind = type(index)
    if kind is int:
        return index, ...
    if kind is slice:
        return index if _steps_forward(index) else None
    if kind is tuple:
        dots = False
        for item in index:
            kind = type(item)
            if kind not in _VIEWED or kind is slice and not _steps_forward(item) or item is ... and dots:
                return None
            dots = dots or item is ...
        return index if dots else (*index, ...)
    return None


def _steps_forward(part):
    step = part.step
    return step is None or type(step) is int and step > 0


def _getitem(input, index):
    """The view ops of the index in torch's order, then the `index` op."""
    kind = type(index)
    if kind is int and input._data.ndim and -(size := input._data.shape[0]) <= index < size:
        return F.select(input, 0, index)
    if kind is slice and type(input) in _plain:
        return _sliced(input, 0, index, True)
    if kind is tuple and type(input) in _plain and 0 < len(index) <= input._data.ndim and _COUNTED.issuperset(map(type, index)):
        view = _step_by_step(input, index)
        return F.alias(input) if view is input else view
    if kind in _plain and type(input) in _plain and _points(index._data, input._data):
        return F.index(input, (index,), _FIRST)
    if find_override((input,)) is not None:
        return type(input).__torch_function__(OpMethods.__getitem__, (type(input),), (input, index), {})
    view, tensors, dims = _viewed(input, index)
    if not tensors:
        return F.alias(input) if view is input else view
    return F.index(view, tensors, dims)


_FIRST = (0,)
_COUNTED = frozenset((int, slice))


def _step_by_step(view, items):
    """The view that numbers and slices describe: the usual case of `_viewed`, in half the time."""
    dim = 0
    for position, item in enumerate(items):
        if type(item) is int:
            view = _selected(view, dim, item, position)
        else:
            view, dim = _sliced(view, dim, item, False), dim + 1
    return view


def _points(index, x):
    """Whether the index is an array of positions in the first dimension, or a mask of everything."""
    return index.ndim and x.ndim and type(index) is np.ndarray and (
        index.dtype.char == "l" or index.dtype.char == "?" and index.shape == x.shape)


def _viewed(input, index, alone=True):
    """The view that the plain parts describe; the tensors of the index, and the dimension of the view that each is for.

    A slice that takes everything is no step, except `alone`.
    """
    items = _as_items(index)
    if len(items) == 1 and type(items[0]) is slice:
        return _sliced(input, 0, items[0], alone), [], ()
    _check_count(input, items)
    view, dim, tensors, dims = input, 0, [], []
    for position, item in enumerate(items):
        kind = type(item)
        if item is None:
            view, dim = F.unsqueeze(view, dim), dim + 1
        elif item is ...:
            skipped = view.ndim - dim - sum(map(_consumed, items[position + 1:]))
            dim += skipped
        elif kind is slice:
            view, dim = _sliced(view, dim, item, False), dim + 1
        elif kind is bool:
            view = F.unsqueeze(view, dim)
            tensors.append(_mask_of(item))
            dims.append(dim)
            dim += 1
        elif not _is_tensor(item):
            view = _selected(view, dim, _as_int(item), position)
        else:
            view, dim = _take_tensor(view, dim, position, item, tensors, dims)
    return view, tensors, tuple(dims)


def _take_tensor(view, dim, position, item, tensors, dims):
    is_number = not item.ndim and item.dtype.category == dtypes.INTEGRAL and item.dtype is not dtypes.uint8
    one_for_all = type(item._data) is np.ndarray                # in a vmap, each sample may have a number of its own
    if is_number and one_for_all:
        return _selected(view, dim, int(item._data), position), dim
    check_index(item)
    if not item.ndim and not is_number:
        view = F.unsqueeze(view, dim)
        tensors.append(_mask_of(bool(item._data)))
        dims.append(dim)
        return view, dim + 1
    item = as_index(item, stacklevel=6)
    tensors.append(item)
    dims.append(dim)
    width = item.ndim if item.dtype is dtypes.bool else 1
    return view, dim + width


def _selected(view, dim, number, position):
    """One place along a dimension; the error names it by the position of the number in the index."""
    shape = view._data.shape
    if dim >= len(shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
    size = shape[dim]
    if not -size <= number < size:
        raise IndexError(f"index {number} is out of bounds for dimension {position} with size {size}")
    return F.select(view, dim, number)


_FROM_START = (None, 0)             # as it is written: what starts at -size takes everything too, and is a step


def _sliced(view, dim, part, alone):
    shape = view._data.shape
    size = shape[dim] if shape else 0
    start, stop, step = part.indices(size)
    if step < 0:
        raise ValueError("step must be greater than zero")
    if not shape:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if not alone and step == 1 and stop == size and part.start in _FROM_START:
        return view
    return F.slice(view, dim, start, stop, step)


def _mask_of(value):
    return wrap(np.array([value]))


def _is_tensor(item):
    return hasattr(item, "_data")


def _as_int(item):
    if isinstance(item, np.bool_) or not hasattr(item, "__index__"):
        raise IndexError(f"only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got "
                         f"{_type_name(item)})")
    return item.__index__()


def _type_name(item):
    kind = type(item)
    return f"numpy.{kind.__name__.rstrip('_')}" if isinstance(item, np.generic) else kind.__name__


# ---------------------------------------------------------------- the items of an index

def _as_items(index):
    """The index as a list of numbers, slices, None, Ellipsis, bools and tensors."""
    if type(index) is not tuple:
        index = _as_tuple(index)
    return [_as_item(i) for i in index]


def _as_tuple(index):
    if not isinstance(index, (list, range)) or not _means_tuple(index):
        return (index,) if not isinstance(index, tuple) else tuple(index)
    warnings.warn("Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; "
                  "use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, "
                  "x[torch.tensor(seq)], which will result either in an error or a different result", stacklevel=6)
    return tuple(index)


def _means_tuple(items):
    """Whether a list stands for a tuple, as it did in old NumPy: short, and with more than numbers in it."""
    return len(items) < 32 and any(i is None or i is ... or isinstance(i, (slice, list, tuple, range)) or _is_tensor(i)
                                   or isinstance(i, np.ndarray) for i in items)


def _as_item(item):
    kind = type(item)
    if kind in _VIEWED or kind is bool or _is_tensor(item):
        return item
    if isinstance(item, np.ndarray):
        from rushlight.construction import from_numpy
        index = from_numpy(item)
        return index if item.dtype.kind == "b" or item.dtype == np.uint8 else index.long()
    if isinstance(item, (list, tuple, range)):
        return _tensor_of(item)
    if isinstance(item, str):
        raise TypeError("new(): invalid data type 'str'")
    return item


def _tensor_of(items):
    from rushlight.construction import array_from
    array = array_from(list(items), None, copy=True)
    return wrap(array if array.dtype.kind == "b" else array.astype(np.int64))


def _consumed(item):
    """How many dimensions an item uses up."""
    if item is None or item is ... or type(item) is bool:
        return 0
    if not _is_tensor(item):
        return 1
    is_mask = item.dtype is dtypes.bool or item.dtype is dtypes.uint8
    return item.ndim if is_mask else 1


def _check_count(input, items):
    if sum(map(_consumed, items)) > input.ndim:
        if not input.ndim and any(type(i) is int for i in items):
            raise IndexError("invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
                             "convert a 0-dim tensor to a number")
        raise IndexError(f"too many indices for tensor of dimension {input.ndim}")


@by_hand(function=False)
def __delitem__(input, index):
    """Raises: the size of a tensor stays."""
    raise TypeError("Tensor does not support deleting items")

# ---------------------------------------------------------------- x[...] = v

@by_hand(function=False)
def __setitem__(input, index, value):
    """Writes a number or a tensor, broadcast, where `input[index]` looks."""
    if not (type(input) in _plain and not input._inference and (not mode.enabled or writing.untracked(input))
            and _written_at_once(input._data, index, value)):
        return _setitem(input, index, value)
    storage = input._storage
    if storage is None:
        storage = storage_of(input)
    storage.version += 1


def _written_at_once(data, index, value):
    """Writes where NumPy does just what torch does; says whether it did."""
    at = _plain_view(index)
    if at is None or 0 in data.strides:
        return False
    kind = type(value)
    try:
        if kind is float or kind is int:
            low, high = _SAFE.get(data.dtype, _NOTHING)
            if not low <= value <= high or type(data) is not np.ndarray:
                return False
            data[at] = value
            return True
        if kind in _plain and (not mode.enabled or writing.untracked(value)):
            target, source = data[at], value._data
            if target.shape == source.shape and target.dtype is source.dtype and type(target) is type(source) and not (
                    np.may_share_memory(target, source)):
                target[...] = source
                return True
    except IndexError:
        pass
    return False


# The numbers that NumPy and torch write alike, by type.
_SAFE = {np.dtype("f4"): (-3e38, 3e38), np.dtype("f8"): (-1e308, 1e308), np.dtype("i8"): (-2**62, 2**62)}
_NOTHING = (1, 0)


def _setitem(input, index, value):
    if find_override((input,)) is not None:
        return type(input).__torch_function__(OpMethods.__setitem__, (type(input),), (input, index, value), {})
    if not _is_tensor(value) and not isinstance(value, (int, float, complex, bool, np.generic)):
        raise TypeError(f"can't assign a {_value_name(value)} to a torch.{input.dtype.scalar_name}Tensor")
    if index is False:
        return
    if type(index) in _plain and type(input) in _plain and _points(index._data, input._data):
        OpMethods.write_at_(input, (index,), _as_value(input, value, (index,)), False, _FIRST)
        return
    view, tensors, dims = _viewed(input, _spelled(index), alone=False)
    if tensors:
        OpMethods.write_at_(view, tensors, _as_value(view, value, tensors), False, dims)
    else:
        _assign(view, value if _is_tensor(value) else wrap(number_like(view._data, _as_number(value))))


def _spelled(index):
    """`x[True] = v` writes everywhere."""
    return (None,) if index is True else index


def _value_name(value):
    return f"numpy.{type(value).__name__}" if isinstance(value, np.ndarray) else type(value).__name__


def _as_number(value):
    return value.item() if isinstance(value, np.generic) else value


def _as_value(view, value, tensors):
    """The value of a write at positions: a number in the type of the tensor, a tensor without leading ones."""
    if _is_tensor(value):
        one = len(tensors) == 1 and value._data.size == 1 and tensors[0].dtype is dtypes.bool
        return F.to(_trimmed(value), view.dtype) if one else _trimmed(value)
    return wrap(number_like(view._data, _as_number(value)))


def _trimmed(value):
    shape = value._data.shape
    return F.view(value, _without_leading_ones(shape)) if shape and shape[0] == 1 else value


def _without_leading_ones(shape):
    return shape[next((d for d, n in enumerate(shape) if n != 1), len(shape)):]


def _assign(view, value):
    """A tensor into a view, as broadcasting has it."""
    shape = view._data.shape
    if value._data.shape == shape:
        OpMethods.copy_(view, value)
    elif not value._data.ndim:
        OpMethods.fill_(view, value)
    else:
        trimmed = F.view(value, _without_leading_ones(value._data.shape))
        OpMethods.copy_(view, trimmed if trimmed._data.shape == shape else F.expand(trimmed, shape))
