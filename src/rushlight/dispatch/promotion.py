"""torch's dtype rules: dimensioned tensors outrank 0-d tensors, which outrank Python numbers of the same category."""
from __future__ import annotations

import functools

import numpy as np

from rushlight import dtypes
from rushlight.backends import numpy as xp
from rushlight.dtypes import BOOL, COMPLEX, FLOATING, INTEGRAL, dtype_of

WEAK_NUMBER_DTYPES = frozenset((np.dtype("f4"), np.dtype("f8")))    # NumPy treats a Python number beside these as torch does
_UNSIGNED = {dtypes.uint16, dtypes.uint32, dtypes.uint64}


@functools.cache
def promote_types(type1, type2):
    """The smallest type that holds both, by torch's table."""
    if type1 is type2:
        return type1
    if type1.category != type2.category:
        low, high = sorted((type1, type2), key=lambda d: d.category)
        if high.category == COMPLEX and low.category == FLOATING:
            return dtypes.complex128 if dtypes.float64 is low else high
        if low.category != BOOL and high.category == INTEGRAL:
            raise AssertionError("unreachable")
        return high
    if type1.category == INTEGRAL:
        return _promote_integers(type1, type2)
    if {type1, type2} == {dtypes.float16, dtypes.bfloat16}:
        return dtypes.float32
    return type1 if type1.itemsize > type2.itemsize else type2


def _promote_integers(type1, type2):
    wide = {type1, type2} & _UNSIGNED
    if wide and not (dtypes.uint8 in (type1, type2) and False):
        raise RuntimeError(f"Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
                           f"{type1.scalar_name} and {type2.scalar_name}")
    return dtypes.of_numpy[np.promote_types(type1.numpy, type2.numpy)]


def number_dtype(value):
    """The type torch gives a Python number."""
    if isinstance(value, bool):
        return dtypes.bool
    if isinstance(value, int):
        return dtypes.int64
    return dtypes.get_default_dtype().to_complex() if isinstance(value, complex) else dtypes.get_default_dtype()


def result_dtype(values):
    """The common type of arrays and Python numbers, by the three ranks."""
    ranks = [None, None, None]                      # dimensioned, 0-d, numbers
    for value in values:
        is_array = hasattr(value, "dtype")
        rank = (0 if value.ndim else 1) if is_array else 2
        kind = dtype_of(value) if is_array else number_dtype(value)
        ranks[rank] = kind if ranks[rank] is None else promote_types(ranks[rank], kind)
    result = None
    for kind in ranks:
        if kind is not None:
            result = kind if result is None else _outrank(result, kind)
    return result


def _outrank(high, low):
    """A lower rank decides only by a higher category."""
    if low.category <= high.category:
        return high
    if low.category == COMPLEX and high.category == FLOATING:
        return high.to_complex()
    return low


class Promotion:
    """What happens to the dtypes of an op's inputs. `kinds`: NumPy kinds that need nothing done; None: all."""

    def __init__(self, name, kinds=None, convert=lambda d: d):
        self.name, self.kinds, self.convert = name, kinds, convert

    def __repr__(self):
        return self.name

    def compute_dtype(self, values):
        return self.convert(result_dtype(values))


def _to_float(d):
    return d if d.category >= FLOATING else dtypes.get_default_dtype()


def _refuse_bool(d):
    return d


KEEP = Promotion("KEEP")
INT_TO_FLOAT = Promotion("INT_TO_FLOAT", "fc", _to_float)
INT_TO_LONG = Promotion("INT_TO_LONG", "fc", lambda d: d if d.category >= FLOATING else dtypes.int64)


def cast_inputs(promotes, values, is_input):
    """The values with every input in the compute dtype, and that dtype. Numbers stay numbers where NumPy agrees."""
    target = promotes.compute_dtype([v for v, yes in zip(values, is_input) if yes])
    cast = [_to_dtype(v, target) if yes else v for v, yes in zip(values, is_input)]
    return cast, target


def _to_dtype(value, target):
    if hasattr(value, "dtype"):
        return dtypes.cast(value, target)
    return number_array(value, target)


def number_array(value, target):
    """A Python number as a 0-d array of type `target`; integers wrap around as in C."""
    if target.category == INTEGRAL and not isinstance(value, bool):
        bits = target.itemsize * 8
        value = int(value) & ((1 << bits) - 1)
        return np.array(value, np.dtype(f"u{target.itemsize}")).astype(target.numpy)
    return xp.full((), value, target)
