"""`assert_close`: tensors, numbers, and containers of them, compared with a tolerance."""
from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rushlight.construction import as_tensor
from rushlight.dispatch.levels import Tensor
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.promotion import promote_types
from rushlight.dtypes import bfloat16, bool as bool_, complex64, complex128, float16, float32, float64, int64

# dtype -> (rtol, atol) if none are given; all others are compared exactly.
_TOLERANCES = {float16: (1e-3, 1e-5), bfloat16: (1.6e-2, 1e-5), float32: (1.3e-6, 1e-5), float64: (1e-7, 1e-7),
               complex64: (1.3e-6, 1e-5), complex128: (1e-7, 1e-7)}
_TOLERANCES_OF_ALLCLOSE = {float16: (1e-3, 1e-3), float32: (1e-4, 1e-5), float64: (1e-5, 1e-8)}
_OF_NUMBERS = {bool: bool_, int: int64, float: float64, complex: complex128}


class _Options(NamedTuple):
    allow_subclasses: bool
    rtol: float | None
    atol: float | None
    equal_nan: bool
    check_device: bool
    check_dtype: bool
    check_layout: bool
    check_stride: bool
    msg: object


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True,
                 check_dtype=True, check_layout=True, check_stride=False, msg=None):
    """AssertionError unless |actual - expected| <= atol + rtol * |expected|, everywhere, in sequences and mappings too.

    Without tolerances those of the dtype are taken. `msg` is the text of the error, or a function of what it would have been.
    """
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    options = _Options(allow_subclasses, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride, msg)
    for path, compare, one, other in list(_pairs(actual, expected, options, ())):
        problem = compare(one, other, options)
        if problem:
            text = problem + _at_item(path)
            raise AssertionError(text if msg is None else msg(text) if callable(msg) else msg)


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """The predecessor of assert_close: dtypes may differ, NaN equals NaN, and lists become tensors."""
    warnings.warn("`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. Please "
                  "use `torch.testing.assert_close()` instead. You can find detailed upgrade instructions in "
                  "https://github.com/pytorch/pytorch/issues/61844.", FutureWarning, stacklevel=2)
    actual, expected = as_tensor(actual), as_tensor(expected)
    if rtol is None and atol is None:
        rtol, atol = _tolerances(actual.dtype, expected.dtype, _TOLERANCES_OF_ALLCLOSE)
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None)


# ---------------------------------------------------------------- what is compared with what

def _pairs(actual, expected, options, path):
    """(path, comparison, actual, expected) for each pair of leaves. Raises where the structures differ, whatever `msg` says."""
    if _are(Mapping, actual, expected):
        yield from _pairs_of_mappings(actual, expected, options, path)
    elif _are(Sequence, actual, expected) and not _are(str, actual, expected):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}{_at_item(path)}")
        for i, (one, other) in enumerate(zip(actual, expected)):
            yield from _pairs(one, other, options, (*path, i))
    else:
        yield path, *_leaf(actual, expected, options, path)


def _are(cls, *values):
    return all(isinstance(v, cls) for v in values)


def _pairs_of_mappings(actual, expected, options, path):
    missing, additional = sorted(set(expected) - set(actual), key=str), sorted(set(actual) - set(expected), key=str)
    if missing or additional:
        raise AssertionError(f"The keys of the mappings do not match:\nMissing keys in the actual mapping: {missing}\n"
                             f"Additional keys in the actual mapping: {additional}{_at_item(path)}")
    try:
        keys = sorted(actual)
    except TypeError:               # keys that have no order keep their own
        keys = list(actual)
    for key in keys:
        yield from _pairs(actual[key], expected[key], options, (*path, key))


def _leaf(actual, expected, options, path):
    """How to compare two leaves, and the leaves in the form that it takes."""
    if actual is None or expected is None:
        return _compare_none, actual, expected
    if _are((bool, np.bool_), actual, expected):
        return _compare_booleans, bool(actual), bool(expected)
    if _is_number(actual) and _is_number(expected):
        return _compare_numbers, _plain(actual), _plain(expected)
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if related and (options.allow_subclasses or type(actual) is type(expected)) and _is_array(actual) and _is_array(expected):
        return _compare_tensors, as_tensor(actual), as_tensor(expected)
    raise TypeError(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.{_at_item(path)}")


def _is_number(value):
    return isinstance(value, (int, float, complex, np.number)) and not isinstance(value, bool)


def _plain(number):
    return number.item() if isinstance(number, np.generic) else number


def _is_array(value):
    return isinstance(value, Tensor) or isinstance(value, np.ndarray) and value.dtype.kind in "biufc"


def _at_item(path):
    return "\n\nThe failure occurred for item " + "".join(f"[{key!r}]" for key in path) if path else ""


# ---------------------------------------------------------------- leaves: what is wrong, or ""

def _compare_none(actual, expected, options):
    return "" if actual is expected else f"None mismatch: {actual} is not {expected}"


def _compare_booleans(actual, expected, options):
    return "" if actual is expected else f"Booleans mismatch: {actual} is not {expected}"


def _compare_numbers(actual, expected, options):
    if options.check_dtype and type(actual) is not type(expected):
        return f"The (d)types do not match: {type(actual)} != {type(expected)}."
    rtol, atol = _tolerances_for(_OF_NUMBERS[type(actual)], _OF_NUMBERS[type(expected)], options)
    return _number_mismatch(actual, expected, rtol, atol, options.equal_nan)


def _number_mismatch(actual, expected, rtol, atol, equal_nan):
    difference = abs(actual - expected)
    if actual == expected or difference <= atol + rtol * abs(expected) < math.inf:
        return ""
    if equal_nan and actual != actual and expected != expected:
        return ""
    relative = difference / abs(expected) if expected else math.inf
    exact = not (rtol or atol)
    return (f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {expected} but got {actual}.\n"
            f"Absolute difference: {difference}{_allowed(atol, exact)}\nRelative difference: {relative}{_allowed(rtol, exact)}")


def _compare_tensors(actual, expected, options):
    for name, matters in (("shape", True), ("layout", options.check_layout), ("device", options.check_device),
                          ("dtype", options.check_dtype)):
        one, other = getattr(actual, name), getattr(expected, name)
        if matters and one != other:
            return f"The values for attribute '{name}' do not match: {one} != {other}."
    if options.check_stride and actual.stride() != expected.stride():
        return f"The values for attribute 'stride()' do not match: {actual.stride()} != {expected.stride()}."
    if actual.is_meta or expected.is_meta:
        return ""
    rtol, atol = _tolerances_for(actual.dtype, expected.dtype, options)
    return _tensor_mismatch(actual.detach(), expected.detach(), rtol, atol, options.equal_nan)


def _tensor_mismatch(actual, expected, rtol, atol, equal_nan):
    dtype = promote_types(actual.dtype, expected.dtype)
    dtype = dtype if dtype in _TOLERANCES else int64
    one, other = actual.to(dtype), expected.to(dtype)
    matches = F.isclose(one, other, rtol, atol, equal_nan)
    if matches.all().item():
        return ""
    if not actual.ndim:
        return _number_mismatch(one.item(), other.item(), rtol, atol, equal_nan)
    wrong, total, exact = (~matches).sum().item(), matches.numel(), not (rtol or atol)
    difference = F.masked_fill((one - other).abs(), matches, 0)
    relative = F.masked_fill(difference / other.abs(), matches, 0)
    return (f"Tensor-likes are not {'equal' if exact else 'close'}!\n\nMismatched elements: {wrong} / {total} "
            f"({wrong / total:.1%})\nGreatest absolute difference: {_greatest(difference)}{_allowed(atol, exact)}\n"
            f"Greatest relative difference: {_greatest(relative)}{_allowed(rtol, exact)}")


def _greatest(differences):
    at = differences.argmax().item()
    index = tuple([int(i) for i in np.unravel_index(at, tuple(differences.shape))])
    return f"{differences.reshape(-1)[at].item()} at index {index}"


def _allowed(tolerance, exact):
    return "" if exact else f" (up to {tolerance} allowed)"


def _tolerances_for(one, other, options):
    return _tolerances(one, other, _TOLERANCES) if options.rtol is None else (options.rtol, options.atol)


def _tolerances(one, other, table):
    """(rtol, atol): the larger of those of two dtypes."""
    return tuple(map(max, table.get(one, (0.0, 0.0)), table.get(other, (0.0, 0.0))))
