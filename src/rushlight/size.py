"""torch.Size, and the layouts and memory formats that torch has names for."""
from __future__ import annotations

import math


class Size(tuple):
    """A shape: a tuple of ints."""
    __slots__ = ()

    def __repr__(self):
        return f"torch.Size([{', '.join(map(str, self))}])"

    __str__ = __repr__

    def numel(self):
        """The number of elements."""
        return math.prod(self)

    def __getitem__(self, index):
        item = tuple.__getitem__(self, index)
        return Size(item) if isinstance(index, slice) else item

    def __add__(self, other):
        if isinstance(other, tuple):
            return Size(tuple.__add__(self, other))
        if hasattr(other, "__radd__"):
            return NotImplemented
        raise TypeError(f"can only concatenate tuple (not {type(other).__name__}) to torch.Size")

    def __radd__(self, other):
        return Size(tuple(other) + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count):
        return Size(tuple.__mul__(self, count))

    __rmul__ = __mul__

    def __reduce__(self):
        return Size, (tuple(self),)


class _Named:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return _named, (type(self).__name__, self.name)


class layout(_Named):
    """How elements are arranged; tensors here are `strided`, and factories refuse the others."""


class memory_format(_Named):
    """An order of strides."""


strided, sparse_coo, jagged = layout("strided"), layout("sparse_coo"), layout("jagged")
sparse_csr, sparse_csc = layout("sparse_csr"), layout("sparse_csc")
sparse_bsr, sparse_bsc = layout("sparse_bsr"), layout("sparse_bsc")
contiguous_format, preserve_format = memory_format("contiguous_format"), memory_format("preserve_format")
legacy_contiguous_format = contiguous_format
channels_last, channels_last_3d = memory_format("channels_last"), memory_format("channels_last_3d")


def _named(kind, name):
    return globals()[name]
