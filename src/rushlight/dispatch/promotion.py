"""torch's dtype rules: dimensioned tensors outrank 0-d tensors, which outrank Python numbers of the same category."""
from __future__ import annotations

import functools

import numpy as np

from rushlight import dtypes
from rushlight.backends import numpy as xp
from rushlight.dtypes import BOOL, COMPLEX, FLOATING, INTEGRAL, QUANTIZED, dtype_of

WEAK_NUMBER_DTYPES = frozenset((np.dtype("f4"), np.dtype("f8")))    # NumPy treats a Python number beside these as torch does
_UNSIGNED = {dtypes.uint16, dtypes.uint32, dtypes.uint64, *dtypes.BELOW_A_BYTE}


@functools.cache
def promote_types(type1, type2):
    """The smallest type that holds both, by torch's table. RuntimeError for a wide unsigned integer with another integer."""
    if type1 is type2:
        return type1
    low, high = sorted((type1, type2), key=lambda d: d.category)
    if low.category == QUANTIZED:
        raise RuntimeError(f"promoteTypes with quantized numbers is not handled yet, offending types: {type1.scalar_name} "
                           f"{type2.scalar_name}")
    if (low in _UNSIGNED and high.category != FLOATING) or high in _UNSIGNED:
        raise RuntimeError(f"Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
                           f"{type1.scalar_name} and {type2.scalar_name}")
    if low in dtypes.FLOAT8 or high in dtypes.FLOAT8:
        raise RuntimeError(f"Promotion for Float8 Types is not supported, attempted to promote {type1.scalar_name} and "
                           f"{type2.scalar_name}")
    if low.category == FLOATING and high.category == COMPLEX:
        low = low.to_complex()
    if low.category != high.category:
        return high
    if low.category == INTEGRAL:
        return dtypes.of_numpy[np.promote_types(low.numpy, high.numpy)]
    if {low, high} == {dtypes.float16, dtypes.bfloat16}:
        return dtypes.float32
    return low if low.itemsize > high.itemsize else high


def number_dtype(value):
    """The type torch gives a Python number."""
    if isinstance(value, bool):
        return dtypes.bool
    if isinstance(value, int):
        return dtypes.int64
    return dtypes.get_default_dtype().to_complex() if isinstance(value, complex) else dtypes.get_default_dtype()


def result_dtype(values):
    """The common type of arrays and Python numbers, by the three ranks."""
    return _common(dtypes.get_default_dtype(), *[
        (dtype_of(v), 0 if v.ndim else 1) if hasattr(v, "dtype") else (number_dtype(v), 2) for v in values])


@functools.cache
def _common(default, *kinds):
    """The common type of (type, rank) pairs; ranks: dimensioned, 0-d, numbers."""
    ranks = [None, None, None]
    for kind, rank in kinds:
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
    """What happens to the dtypes of an op's inputs.

    `kinds`: the NumPy kinds that need nothing done (None: all); `convert(dtype)` turns the common type into that of the
    computation; `check(values)` raises where torch does before anything is computed.
    """

    exact = False       # beside half precision, numbers and 0-d tensors stay float32, and the result is rounded once

    def __init__(self, name, kinds=None, convert=lambda d: d, check=None):
        self.name, self.kinds, self.convert, self.check = name, kinds, convert, check
        self.mixed = {}                     # what `mix` found out about pairs of dtypes

    def __repr__(self):
        return self.name

    def compute_dtype(self, values):
        if self.check is not None:
            self.check(values)
        return self.convert(result_dtype(values))

    def for_call(self, op, values):
        """The rule of one call of `op`."""
        return self

    def by_default(self):
        """The rule of a call whose options all have their defaults."""
        return self

    def refusing(self, text, *categories, error=NotImplementedError):
        """This rule, with an error where the common type is of one of the categories; `{}` in the text is its name."""
        def convert(d):
            if d.category in categories:
                raise error(text.format(d.scalar_name))
            return self.convert(d)
        refused = "".join(_KINDS[c] for c in categories)
        kinds = "".join(k for k in self.kinds or "biufc" if k not in refused)
        return self._changed(kinds, convert, self.check)

    def checking(self, check, kinds=None):
        """This rule after `check(values)`, which runs unless the inputs are of one of the NumPy `kinds`."""
        return self._changed(self.kinds if kinds is None else kinds, self.convert, check)

    def exactly(self):
        """This rule with `exact`."""
        changed = self._changed(self.kinds, self.convert, self.check)
        changed.exact = True
        return changed

    def _changed(self, kinds, convert, check):
        changed = Promotion(self.name, kinds, convert, check)
        changed.exact = self.exact
        return changed

    def unless(self, option, otherwise):
        """This rule while `option` has its default, `otherwise` in other calls."""
        return _ByOption(self, option, otherwise)


class _ByOption(Promotion):
    """Two rules, between which an option chooses."""

    def __init__(self, default, option, otherwise):
        super().__init__(default.name, default.kinds, default.convert, default.check)
        self.default, self.option, self.otherwise, self.exact = default, option, otherwise, default.exact

    def by_default(self):
        return self.default

    def for_call(self, op, values):
        position = next(i for i, p in enumerate(op.parameters) if p.name == self.option)
        return self.default if values[position] == op.parameters[position].default else self.otherwise


# bfloat16 memory is of kind "u", so what refuses floats must look twice at unsigned integers.
_KINDS = {BOOL: "b", INTEGRAL: "iu", FLOATING: "fu", COMPLEX: "c"}


def _to_float(d):
    return d if d.category >= FLOATING else dtypes.get_default_dtype()


def _to_long(d):
    return d if d.category >= FLOATING else dtypes.int64


def _to_double(d):
    return dtypes.complex128 if d.category == COMPLEX else dtypes.float64


KEEP = Promotion("KEEP")
INT_TO_FLOAT = Promotion("INT_TO_FLOAT", "fc", _to_float)
INT_TO_LONG = Promotion("INT_TO_LONG", "fc", _to_long)
BOOL_TO_LONG = Promotion("BOOL_TO_LONG", "iufc", lambda d: dtypes.int64 if d is dtypes.bool else d)
TO_DOUBLE = Promotion("TO_DOUBLE", "", _to_double)


def cast_inputs(promotes, values, is_input):
    """The values with every input in the compute dtype, and that dtype. Numbers stay numbers where NumPy agrees."""
    target = promotes.compute_dtype([v for v, yes in zip(values, is_input) if yes])
    if promotes.exact and target in _HALVES:
        least = any(yes and getattr(v, "ndim", 0) for v, yes in zip(values, is_input))     # the rank from which all are halves
        cast = [_to_dtype(v, target if getattr(v, "ndim", -1) >= least else dtypes.float32) if yes else v
                for v, yes in zip(values, is_input)]
    else:
        cast = [_to_dtype(v, target) if yes else v for v, yes in zip(values, is_input)]
    return cast, target


_HALVES = (dtypes.float16, dtypes.bfloat16)


def _to_dtype(value, target):
    if hasattr(value, "dtype"):
        return dtypes.cast(value, target)
    return number_array(value, target)


def number_array(value, target):
    """A Python number as a 0-d array of type `target`; integers wrap around as in C."""
    if target.category == INTEGRAL and not isinstance(value, bool):
        bits = target.itemsize * 8
        if not -1 << 63 <= value < 1 << 64:
            raise OverflowError("int too big to convert")
        value = int(value) & ((1 << bits) - 1)
        return np.array(value, np.dtype(f"u{target.itemsize}")).astype(target.numpy)
    return xp.full((), value, target)


def check_numbers(values):
    """RuntimeError for a Python number that the common type cannot hold: a check for ops in which it does not wrap around."""
    for value in values:
        if type(value) in (int, float) and not -128 <= value <= 127:
            xp.representable(value, result_dtype(values))


# ---------------------------------------------------------------- two operands, quickly

def mix(promotes, first, second):
    """Two operands of different dtypes in the dtype they are computed in, and that dtype: (first, second, dtype).

    The dtype is False for pairs that need the slow path: half precision, complex numbers, what a rule refuses. A pair is looked
    up by its dtypes and ranks, which costs 1 us; asking the rules costs 15.
    """
    if type(first) is not np.ndarray or isinstance(second, np.ndarray) and type(second) is not np.ndarray:
        return first, second, False
    is_array = type(second) is np.ndarray
    kind = (second.dtype, not second.ndim) if is_array else type(second)
    key = first.dtype, not first.ndim, kind, dtypes.get_default_dtype()
    target = promotes.mixed.get(key)
    if target is None:
        target = promotes.mixed[key] = _mixed_dtype(promotes, first, second)
    if target is False:
        return first, second, False
    if first.dtype is not target:
        first = first.astype(target)
    if is_array and second.dtype is not target:
        second = second.astype(target)
    return first, second, target


def _mixed_dtype(promotes, first, second):
    is_number = not isinstance(second, np.ndarray)
    if promotes.check is not None or is_number and type(second) not in (int, float):
        return False
    try:
        target = promotes.compute_dtype([first, second])
    except (RuntimeError, NotImplementedError):
        return False                                    # the slow path raises it, with all it needs to say
    simple = target.category == FLOATING and target not in _HALVES or target.category == INTEGRAL and not is_number
    return target.numpy if simple and first.dtype.kind != "c" else False
