"""Whether what is written may share memory with itself and with what is read.

torch refuses what it can tell cheaply: an expanded tensor written into, and a partial overlap of tensors without gaps. An
element-wise op may write over the very memory that it reads; an op that picks elements may not.
"""
from __future__ import annotations

import math
import warnings

import numpy as np

from rushlight.backends.numpy.layouts import address_of
from rushlight.dispatch import levels


def check_single_locations(array):
    """RuntimeError if two elements of the array share memory, as after expand."""
    if 0 in array.strides and array.size and any(s == 0 and n > 1 for s, n in zip(array.strides, array.shape)):
        raise RuntimeError("unsupported operation: more than one element of the written-to tensor refers to a single memory "
                           "location. Please clone() the tensor before performing the operation.")


def check_target(op, array):
    """Refuses memory that several elements share; where torch still lets an op write into it, warns."""
    if not op.into_expanded:
        check_single_locations(array)
    elif op.name in _DEPRECATED and 0 in array.strides and any(s == 0 and n > 1 for s, n in zip(array.strides, array.shape)):
        name, written = _DEPRECATED[op.name]
        warnings.warn(f"Use of {name} on expanded tensors is deprecated. Please clone() the tensor before performing this "
                      f"operation. This also applies to advanced indexing e.g. {written}", stacklevel=5)


_DEPRECATED = {"index_fill": ("index_fill_", "tensor[mask] = scalar"), "masked_fill": ("masked_fill_", "tensor[mask] = scalar"),
               "write_at": ("index_put_", "tensor[indices] = tensor")}


def check_apart(op, target, args):
    """RuntimeError if the op reads, from one of `args`, memory of the tensor that it writes into."""
    family = op.family
    if not (family.promotes_inputs or family.reads_elsewhere):
        return
    written = target._data
    for a in args:
        if type(a) in (list, tuple):
            check_apart(op, target, a)
        elif isinstance(a, levels.Tensor) and np.may_share_memory(written, a._data) and not _permitted(family, written, a._data):
            raise RuntimeError("unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
                               "single memory location. Please clone() the tensor before performing the operation.")


def _permitted(family, written, read):
    if not (_without_gaps(written) and _without_gaps(read)):
        return True
    return family.promotes_inputs and written.strides == read.strides and written.shape == read.shape and \
        address_of(written) == address_of(read)


def _without_gaps(array):
    """Whether the array covers its stretch of memory, each byte once."""
    if array.flags.forc:
        return True
    spans = sorted((s, n) for s, n in zip(array.strides, array.shape) if n > 1)
    return all(s == array.itemsize * math.prod(n for _, n in spans[:i]) for i, (s, _) in enumerate(spans))
