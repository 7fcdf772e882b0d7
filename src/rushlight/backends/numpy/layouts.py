"""How arrays lie in memory: strides, offsets, views by strides, and writes where a view may meet itself."""
from __future__ import annotations

import math

import numpy as np
from numpy import ndarray

_LONG = np.dtype(np.intp).itemsize == 8


def as_long(positions):
    """Positions as int64: NumPy counts them in 32 bits where addresses have as many."""
    return positions if _LONG else positions.astype(np.int64)


def owner_of(x):
    """The array that owns the memory which `x` looks at."""
    while isinstance(x.base, ndarray):
        x = x.base
    return x


def memory_of(x):
    """All the memory behind `x`, as a flat ndarray of its element type."""
    owner = owner_of(x).view(ndarray)
    if not owner.flags.c_contiguous:
        owner = owner.transpose(sorted(range(owner.ndim), key=lambda i: -owner.strides[i]))
    return ndarray((owner.nbytes // x.itemsize,), x.dtype, owner)


def strides_of(x):
    """Strides in elements, as torch counts them: NumPy gives 0 to a new axis, and to all of an empty array."""
    strides, shape = x.strides, x.shape
    if 0 not in strides:
        return tuple([s // x.itemsize for s in strides])
    if not x.size and not any(strides):
        return row_major(shape)
    result, following = [], 1
    for n, s in zip(reversed(shape), reversed(strides)):
        result.append(following if n == 1 and s == 0 else s // x.itemsize)
        following = n * result[-1]
    return tuple(reversed(result))


def row_major(shape):
    """The strides of a fresh tensor."""
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def offset_of(x):
    """Elements from the start of the memory to the first element."""
    return 0 if x.base is None else (address_of(x) - address_of(owner_of(x))) // x.itemsize


def address_of(x):
    return x.__array_interface__["data"][0]


def strided(x, shape, strides):
    """A view that starts where `x` does, with byte strides, cheaply: `np.lib.stride_tricks` costs 8 us."""
    if type(x) is not ndarray:
        return strided(x.view(ndarray), shape, strides).view(type(x))
    if x.flags.c_contiguous or x.flags.f_contiguous:
        return ndarray(tuple(shape), x.dtype, x, 0, tuple(strides))
    memory = memory_of(x)
    return ndarray(tuple(shape), x.dtype, memory, address_of(x) - address_of(memory), tuple(strides))


def as_strided(x, size, stride, offset):
    """A view with strides in elements, anywhere in the memory behind `x`."""
    memory = owner_of(x)
    if type(memory) is not ndarray or memory.itemsize != x.itemsize or not memory.flags.c_contiguous:
        memory = memory_of(x)
    end = extent(size, stride, offset)
    if end > memory.size:
        raise RuntimeError(f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize "
                           f"{x.itemsize} requiring a storage size of {end * x.itemsize} are out of bounds for storage of size "
                           f"{memory.nbytes}")
    offset = offset if end else min(offset, memory.size)        # nothing may lie anywhere in torch, in NumPy only inside
    made = ndarray(size, x.dtype, memory, offset * x.itemsize, [s * x.itemsize for s in stride])
    return made if type(x) is ndarray else made.view(type(x))


def extent(size, stride, offset):
    """How many elements of memory a view needs."""
    return 0 if 0 in size else offset + 1 + sum([(n - 1) * s for n, s in zip(size, stride)])


def dense_copy(x):
    """A copy without the gaps and repetitions: dimensions in the order of their strides, expanded ones where they stand."""
    moving = [i for i, s in enumerate(x.strides) if s]
    by_stride = iter(sorted(moving, key=lambda i: -x.strides[i]))
    order = [next(by_stride) if s else i for i, s in enumerate(x.strides)]
    return x.transpose(order).copy("C").transpose([order.index(i) for i in range(x.ndim)])


# ---------------------------------------------------------------- the layout of a base

def layout_of(x):
    """(strides, offset, size of the memory) in elements; None for what a fresh array has."""
    if x.base is None and x.flags.c_contiguous:
        return None
    offset, memory = offset_of(x), owner_of(x).nbytes // x.itemsize
    return None if x.flags.c_contiguous and not offset and memory == x.size else (strides_of(x), offset, memory)


def laid_out(x, layout):
    """A copy of `x` in the memory layout given."""
    if layout is None:
        return x.copy("C")
    strides, offset, memory = layout
    out = as_strided(np.zeros(memory, x.dtype).view(type(x)), x.shape, strides, offset)
    out[...] = x
    return out


def zeros_laid_out(x, shape, layout, dtype=None):
    """Zeros of the type of `x`, or of another NumPy dtype, in the memory layout given."""
    size = shape if layout is None else (layout[2],)
    zeros = np.zeros(size, dtype or x.dtype).view(type(x))
    return zeros if layout is None else as_strided(zeros, shape, layout[0], layout[1])


def add_into(target, values):
    """Adds to a view of zeros; its elements may share memory."""
    if not may_overlap(target):
        target[...] = values
        return
    positions = np.full(target.shape, offset_of(target))
    for axis, stride in enumerate(strides_of(target)):
        positions += (np.arange(target.shape[axis]) * stride).reshape((-1,) + (1,) * (target.ndim - axis - 1))
    memory = memory_of(target).view(type(target))
    np.add.at(memory, positions.reshape(-1), values.reshape(-1))


def may_overlap(x):
    """Whether two elements may share memory."""
    if x.flags.c_contiguous:
        return False
    reach = 0
    for stride, n in sorted([(s, n) for s, n in zip(x.strides, x.shape) if n > 1]):
        if stride <= reach:
            return True
        reach += stride * (n - 1)
    return False


# ---------------------------------------------------------------- other shapes for the same memory

def view_strides(x, shape):
    """The byte strides that show `x` in another shape of as many elements; None where none do."""
    if not x.size:
        return x.strides if x.shape == shape else [s * x.itemsize for s in row_major(shape)]
    blocks, strides = _blocks(x), []
    size, step = blocks.pop() if blocks else (1, x.itemsize)
    for n in reversed(shape):
        if size == 1 and n != 1:
            size, step = blocks.pop()
        if size % n:
            return None
        strides.append(step)
        step *= n
        size //= n
    return strides[::-1]


def _blocks(x):
    """(size, stride) of each run of dimensions that one stride can cross."""
    blocks = []
    for n, s in zip(x.shape, x.strides):
        if n == 1:
            continue
        if blocks and blocks[-1][1] == n * s:
            blocks[-1] = (blocks[-1][0] * n, s)
        else:
            blocks.append((n, s))
    return blocks


def viewable(x, shape):
    """Whether `view` can give `shape` without a copy."""
    return x.flags.c_contiguous or view_strides(x, infer_size(shape, x.size)) is not None


def infer_size(shape, size):
    """The shape with its -1 filled in. RuntimeError where it cannot hold `size` elements."""
    known = math.prod(shape)
    if known == size and known >= 0 and -1 not in shape:
        return shape
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    if any(n < -1 for n in shape):
        raise RuntimeError(f"invalid shape dimension {min(shape)} at index {shape.index(min(shape))} of shape {list(shape)}")
    if -1 in shape:
        rest = -known
        if rest == 0 and size == 0:
            raise RuntimeError(f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension "
                               f"size -1 can be any value and is ambiguous")
        if rest > 0 and size % rest == 0:
            return tuple([size // rest if n == -1 else n for n in shape])
    raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {size}")
