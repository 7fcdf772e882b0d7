"""How items become a batch."""
from __future__ import annotations

from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence
from copy import copy

import numpy as np

from rushlight import construction, dtypes
from rushlight.ops.joining import stack
from rushlight.tensor import Tensor


def default_convert(data):
    """NumPy arrays and scalars in the structure as tensors, everything else as it is."""
    if isinstance(data, (np.ndarray, np.generic)) and data.dtype.kind not in "SUO":
        return construction.as_tensor(data)
    return _map_structure(data, default_convert)


def _map_structure(data, function):
    """A mapping or sequence of the same kind (a list where that cannot be made) with `function` of each element."""
    if isinstance(data, Mapping):
        return _filled_mapping(data, {key: function(data[key]) for key in data})
    if _is_named_tuple(data):
        return type(data)(*map(function, data))
    if isinstance(data, tuple):
        return [function(value) for value in data]
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _filled_sequence(data, [function(value) for value in data])
    return data


def _is_named_tuple(data):
    return isinstance(data, tuple) and hasattr(data, "_fields")


def _filled_mapping(data, values):
    try:
        if isinstance(data, MutableMapping):
            made = copy(data)
            made.update(values)
            return made
        return type(data)(values)
    except TypeError:
        return values


def _filled_sequence(data, values):
    try:
        if isinstance(data, MutableSequence):
            made = copy(data)
            made[:] = values
            return made
        return type(data)(values)
    except TypeError:
        return values


def default_collate(batch):
    """One structure of tensors with a first dimension for the items, from a list of structures that are alike."""
    return collate(batch, collate_fn_map=default_collate_fn_map)


def collate(batch, *, collate_fn_map=None):
    """As default_collate, with the function for each type of leaf given: type -> function(batch, collate_fn_map=...)."""
    first, functions = batch[0], collate_fn_map or {}
    for kind in (type(first), *[kind for kind in functions if isinstance(first, kind)]):
        if kind in functions:
            return functions[kind](batch, collate_fn_map=functions)
    if isinstance(first, Mapping):
        return _filled_mapping(first, {key: collate([item[key] for item in batch], collate_fn_map=functions) for key in first})
    if isinstance(first, Sequence):
        return _collate_sequences(batch, first, functions)
    raise TypeError(_BAD.format(type(first)))


def _collate_sequences(batch, first, functions):
    if not _is_named_tuple(first) and any(len(item) != len(first) for item in batch):
        raise RuntimeError("each element in list of batch should be of equal size")
    values = [collate(items, collate_fn_map=functions) for items in zip(*batch)]
    if _is_named_tuple(first):
        return type(first)(*values)
    return values if isinstance(first, tuple) else _filled_sequence(first, values)


_BAD = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"


def collate_tensor_fn(batch, *, collate_fn_map=None):
    """The tensors, stacked."""
    return stack(list(batch), 0)


def collate_numpy_array_fn(batch, *, collate_fn_map=None):
    """The arrays as tensors, stacked."""
    if batch[0].dtype.kind in "SUO":
        raise TypeError(_BAD.format(batch[0].dtype))
    return collate([construction.as_tensor(array) for array in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(batch, *, collate_fn_map=None):
    return construction.as_tensor(batch)


def collate_float_fn(batch, *, collate_fn_map=None):
    return construction.tensor(batch, dtype=dtypes.float64)


def collate_int_fn(batch, *, collate_fn_map=None):
    return construction.tensor(batch)


def collate_str_fn(batch, *, collate_fn_map=None):
    """The strings as they are."""
    return batch


default_collate_fn_map = {
    Tensor: collate_tensor_fn, np.ndarray: collate_numpy_array_fn, (np.bool_, np.number): collate_numpy_scalar_fn,
    float: collate_float_fn, int: collate_int_fn, str: collate_str_fn, bytes: collate_str_fn}
