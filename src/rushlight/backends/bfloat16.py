"""bfloat16 for NumPy, which has none: 16-bit memory that computes in float32 and rounds to nearest even.

`BFloat16Array` is an ndarray of uint16 whose ufuncs and functions widen, compute and narrow, so rules and kernels
written for arrays need no case of their own for it. Reshaping, slicing and transposing move bits and cost nothing extra.
"""
from __future__ import annotations

import numpy as np


class BFloat16Array(np.ndarray):
    """uint16 words, each the upper half of a float32."""

    @classmethod
    def narrow(cls, values):
        """`values` rounded to the nearest bfloat16, ties to even."""
        if isinstance(values, cls):
            return values
        bits = np.asarray(values).astype(np.float32, order="K").view(np.uint32)
        rounded = (bits + (((bits >> 16) & 1) + np.uint32(0x7FFF))) >> 16
        is_nan = (bits & np.uint32(0x7FFFFFFF)) > np.uint32(0x7F800000)
        return np.where(is_nan, np.uint32(0x7FC0), rounded).astype(np.uint16, order="K").view(cls)

    def widen(self):
        """The same numbers as float32."""
        words = np.asarray(self.view(np.ndarray))
        return (words.astype(np.uint32) << 16).view(np.float32)

    def astype(self, dtype, order="K", copy=True, **_):
        return self.widen().astype(dtype, order=order, copy=False)

    def copy(self, order="C"):
        return np.array(self.view(np.ndarray), order=order).view(BFloat16Array)

    def tolist(self):
        return self.widen().tolist()

    def item(self, *index):
        return self.widen().item(*index)

    def __setitem__(self, index, value):
        np.ndarray.__setitem__(self.view(np.ndarray), index, self.narrow(value).view(np.ndarray))

    def __getitem__(self, index):
        return np.asarray(self.view(np.ndarray)[index]).view(BFloat16Array)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        if method == "at":
            return self._at(ufunc, *inputs)
        result = getattr(ufunc, method)(*map(_widen, inputs), **{k: _widen(v) for k, v in kwargs.items()})
        narrows = all(_yields_to_bfloat16(i) for i in inputs)
        if isinstance(result, tuple):
            result = tuple(_narrow(r) if narrows else r for r in result)
        elif narrows:
            result = _narrow(result)
        if out is None:
            return result
        for target, value in zip(out, result if isinstance(result, tuple) else (result,)):
            target[...] = value
        return out[0] if len(out) == 1 else out

    def _at(self, ufunc, target, index, *values):
        wide = target.widen()
        ufunc.at(wide, index, *map(_widen, values))
        target[...] = wide

    def __array_function__(self, func, types, args, kwargs):
        args, kwargs = _widen_all(args), {k: _widen_all(v) for k, v in kwargs.items()}
        result = func(*args, **kwargs)
        return tuple(map(_narrow, result)) if isinstance(result, tuple) else _narrow(result)


def _widen(value):
    return value.widen() if isinstance(value, BFloat16Array) else value


def _widen_all(value):
    return type(value)(map(_widen_all, value)) if type(value) in (list, tuple) else _widen(value)


def _narrow(value):
    is_float32 = isinstance(value, (np.ndarray, np.generic)) and value.dtype == np.float32
    return BFloat16Array.narrow(value) if is_float32 else value


def _yields_to_bfloat16(value):
    """Whether bfloat16 wins a promotion against `value`: it does against numbers and integers."""
    return isinstance(value, BFloat16Array) or not isinstance(value, (np.ndarray, np.generic)) or value.dtype.kind in "iub"
