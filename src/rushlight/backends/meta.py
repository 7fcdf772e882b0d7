"""Arrays without memory: a shape, strides and an element type, and nothing behind them.

A MetaArray is an ndarray over addresses that are reserved and never touched. Slices, transposes and other views compute with its
strides alone, so they are exact and free. Whatever would read an element raises instead, and a write is checked and does nothing.
"""
from __future__ import annotations

import math
import mmap
import sys

import numpy as np

_BASIC = (int, np.integer, slice, type(None), type(...))


def _refuse(self, *args, **kwargs):
    raise NotImplementedError("Cannot copy out of meta tensor; no data!")


def _refuse_item(self, *args):
    raise RuntimeError("Tensor.item() cannot be called on meta tensors")


class MetaArray(np.ndarray):
    """An array of which only the layout exists."""

    def __getitem__(self, index):
        return np.ndarray.__getitem__(self, _open(index))

    def __setitem__(self, index, value):
        target = self[index]
        if np.broadcast_shapes(target.shape, np.shape(value)) != target.shape:
            raise ValueError(f"could not broadcast input array from shape {np.shape(value)} into shape {target.shape}")

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        raise NotImplementedError(f"numpy.{ufunc.__name__} was called with a meta tensor's array, which has no elements")

    def __array_function__(self, func, types, args, kwargs):
        if func not in _LAYOUT_FUNCTIONS:
            raise NotImplementedError(f"numpy.{func.__name__} was called with a meta tensor's array, which has no elements")
        return super().__array_function__(func, types, args, kwargs)

    def reshape(self, *shape, **options):
        if not self.flags.c_contiguous:
            raise NotImplementedError("a meta tensor's array with gaps was reshaped, which would copy it")
        return super().reshape(*shape, **options)

    item = __bool__ = __int__ = __float__ = __complex__ = __index__ = _refuse_item
    all = any = argmax = argmin = argpartition = argsort = astype = byteswap = choose = clip = compress = copy = cumprod = _refuse
    cumsum = dot = dump = dumps = fill = flatten = max = mean = min = nonzero = partition = prod = put = ravel = repeat = _refuse
    round = searchsorted = sort = std = sum = take = tobytes = tofile = tolist = trace = var = __iter__ = __reduce__ = _refuse
    __copy__ = __deepcopy__ = __reduce_ex__ = _refuse

    def __repr__(self):
        return f"{type(self).__name__}(shape={self.shape}, dtype={self.dtype})"

    __str__ = __repr__


class MetaBFloat16Array(MetaArray):
    """A MetaArray of bfloat16, whose words NumPy takes for integers."""


_LAYOUT_FUNCTIONS = {np.moveaxis, np.may_share_memory, np.shares_memory, np.broadcast_to, np.expand_dims, np.swapaxes,
                     np.transpose, np.shape, np.ndim, np.size, np.squeeze}


def _open(index):
    """A basic index whose result is an array, never an element."""
    index = index if type(index) is tuple else (index,)
    if not all(isinstance(i, _BASIC) for i in index):
        _refuse(index)
    return index if ... in index else (*index, ...)


_HIGH = (sys.maxsize + 1) // 2               # addresses from here on belong to no process, or to the system
_NORESERVE = 0x4000                         # of Linux, which Python has no name for before 3.13
_WITHOUT_MEMORY = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NORESERVE} if sys.platform == "linux" else {}


class _Nowhere:
    """Hands NumPy addresses without memory. `on_change` hears of the first one to come and of the last one to go.

    The system reserves them without giving them memory, so that what reads past the guards of MetaArray finds zeros and not the
    end of the process; where there are too many, they are addresses that no process has.
    """
    alive = 0
    next_address = _HIGH
    on_change = staticmethod(lambda first: None)

    def __init__(self, shape, strides, dtype):
        nbytes = 0 if 0 in shape else dtype.itemsize + sum([(n - 1) * s for n, s in zip(shape, strides)])
        self.__array_interface__ = {"version": 3, "shape": tuple(shape), "strides": tuple(strides), "typestr": dtype.str,
                                    "data": (self._reserve(nbytes), False)}
        _Nowhere.alive += 1
        if _Nowhere.alive == 1:
            self.on_change(True)

    def _reserve(self, nbytes):
        try:
            self.reserved = np.frombuffer(mmap.mmap(-1, nbytes, **_WITHOUT_MEMORY), np.uint8)
        except (OSError, OverflowError, ValueError):
            address = _Nowhere.next_address
            _Nowhere.next_address += max(nbytes, 1) + 63 & ~63
            return address
        return self.reserved.__array_interface__["data"][0]

    def __del__(self):
        _Nowhere.alive -= 1
        if not _Nowhere.alive:
            _Nowhere.next_address = _HIGH
            self.on_change(False)


def on_change(hear):
    """Sets who is told that there are MetaArrays now (True), or none any more (False)."""
    _Nowhere.on_change = staticmethod(hear)


def any_alive():
    """Whether there are MetaArrays at all."""
    return _Nowhere.alive > 0


def nowhere(shape, dtype, order=None, cls=MetaArray):
    """A MetaArray without gaps. `order`: its dimensions from the outermost in memory to the innermost; row-major by default."""
    if math.prod(n for n in shape if n) * dtype.itemsize >= _HIGH // 2:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(shape)}")
    strides, step = [0] * len(shape), dtype.itemsize
    for dim in reversed(order if order is not None and 0 not in shape else range(len(shape))):
        strides[dim], step = step, step * max(shape[dim], 1)
    return strided_nowhere(shape, strides, dtype, cls)


def strided_nowhere(shape, strides, dtype, cls=MetaArray):
    """A MetaArray with strides in bytes."""
    return np.asarray(_Nowhere(shape, strides, dtype)).view(cls)


def order_of(array):
    """The dimensions of an array from the outermost in memory to the innermost."""
    return sorted(range(array.ndim), key=lambda dim: -abs(array.strides[dim]))
