"""A batch of arrays that looks like one of them: what `_data` is under vmap.

# Note [A batched value is an array]
Inside `vmap(f)` a tensor is an ordinary Tensor around a BatchedArray, which has shape, strides and type of one sample (as
memory, it is the first one) and holds all of them. Tape, views and forward mode look at shapes and types, and so work unchanged;
kernels never meet one, as `calls.py` takes a level off before. Nested vmaps nest arrays, that of the one entered last outside.
"""
from __future__ import annotations

import numpy as np
from numpy import ndarray

from rushlight import dtypes
from rushlight.autograd.node import sequence
from rushlight.dispatch import levels

_FIRST = (0, ...)
_ALL = slice(None)


class Level:
    """One vmap: how many samples it has, and what random ops do in it. `order` tells which of two was entered later,
    `depth` how many transforms were active."""
    __slots__ = ("size", "randomness", "order", "outer", "depth")

    def __init__(self, size, randomness="error", outer=None):
        self.size, self.randomness, self.outer, self.depth = size, randomness, outer, levels.active.transforms
        self.order = next(sequence)         # nodes made before have a lower number, nodes made inside a higher one


class BatchedArray(ndarray):
    """All samples of a `level`, along the first axis of `samples`, in the shape of one."""

    def __reduce__(self):
        raise RuntimeError("a tensor inside vmap cannot be pickled")

    def like(self, samples):
        """Other samples of the same level."""
        return batched(samples, self.level)

    def cast(self, dtype):
        """The samples in another torch type."""
        return self.like(dtypes.cast(self.samples, dtype))

    def astype(self, dtype, **options):
        return self.like(self.samples.astype(dtype, **options))

    def copy(self, order="C"):
        return self.like(self.samples.copy(order))

    def reshape(self, *shape):
        return self.like(self.samples.reshape((len(self.samples), *(shape[0] if type(shape[0]) is tuple else shape))))

    def any(self):
        """Whether any element of any sample holds."""
        return self.samples.any()

    real = property(lambda self: self.like(self.samples.real))
    imag = property(lambda self: self.like(self.samples.imag))

    def __getitem__(self, index):
        return self.like(self.samples[(_ALL, *(index if type(index) is tuple else (index,)))])

    def __setitem__(self, index, value):
        store(self if index is ... else self[index], value)

    def item(self):
        raise RuntimeError("vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() "
                           "on a Tensor, please try to rewrite what you're doing with other operations. If error is occurring "
                           "somewhere inside PyTorch internals, please file a bug report.")

    __int__ = __float__ = __complex__ = __bool__ = __index__ = item

    def tolist(self):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        if method != "__call__":
            raise TypeError(f"numpy.{ufunc.__name__}.{method} over a batch: name it as an op")
        level = deepest(inputs)
        result = batched(ufunc(*aligned(inputs, level), **options), level) if level is not None else ufunc(*inputs, **options)
        if out is None:
            return result
        store(out[0], result)
        return out[0]

    def __array_function__(self, function, types, args, kwargs):
        if function is not np.may_share_memory:
            raise TypeError(f"numpy.{function.__name__} over a batch: name it as an op")
        return function(*[a.view(ndarray) for a in args])


class BatchedBFloat16Array(BatchedArray):
    """A BatchedArray of bfloat16, whose words NumPy takes for integers."""


dtypes.BFLOAT16_ARRAYS.add(BatchedBFloat16Array)
KINDS = frozenset((BatchedArray, BatchedBFloat16Array))


def batched(samples, level):
    """The BatchedArray of samples that lie along the first axis."""
    cls = BatchedArray if dtypes.dtype_of(samples) is not dtypes.bfloat16 else BatchedBFloat16Array
    if level.size:
        made = ndarray.__getitem__(samples, _FIRST).view(cls)
    else:
        made = np.empty(samples.shape[1:], samples.dtype).view(cls)
    made.samples, made.level = samples, level
    return made


def deepest(values):
    """The level entered last among those of the values, which may be lists; None if none is batched."""
    found = None
    for value in values:
        kind = type(value)
        if kind in KINDS:
            level = value.level
        elif kind is list or kind is tuple:
            level = deepest(value)
        else:
            continue
        if found is None or level is not None and level.order > found.order:
            found = level
    return found


def is_at(value, level):
    """Whether the value is a batch of this very level."""
    return type(value) in KINDS and value.level is level


def holds_level(value, level):
    """Whether the value is a batch of the level, or one of batches of it."""
    while type(value) in KINDS:
        if value.level is level:
            return True
        value = value.samples
    return False


def aligned(values, level):
    """The values with samples of `level` in front, and ranks such that broadcasting pairs the dimensions of the samples."""
    rank = max([getattr(v, "ndim", 0) for v in values])
    return [_stretched(v.samples, rank) if is_at(v, level) else v for v in values]


def _stretched(samples, rank):
    missing = rank + 1 - samples.ndim
    return samples if not missing else samples.reshape((len(samples), *(1,) * missing, *samples.shape[1:]))


def store(target, value):
    """Writes `value`, broadcast, into the memory of `target`. RuntimeError if it is a batch and the memory is not."""
    level = deepest((target, value))
    if level is None:
        target[...] = value
    elif is_at(target, level):
        store(target.samples, aligned((target, value), level)[1])
    else:
        raise RuntimeError(UNBATCHED_TARGET.format("inplace arithmetic"))


UNBATCHED_TARGET = (
    "vmap: {0}(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has more elements "
    "than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over in a vmap. Please try to use "
    "out-of-place operators instead of {0}. If said operator is being called inside the PyTorch framework, please file a bug "
    "report instead.")
