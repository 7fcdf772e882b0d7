"""Dimensions merged and split, as layers."""
from __future__ import annotations

from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module


@layer("start_dim={start_dim}, end_dim={end_dim}")
class Flatten(Module):
    """The dimensions from `start_dim` to `end_dim` made one."""
    start_dim: int = 1
    end_dim: int = -1

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)


@layer("dim={dim}, unflattened_size={unflattened_size}")
class Unflatten(Module):
    """Dimension `dim` split into `unflattened_size`."""
    __constants__ = ["dim", "unflattened_size"]

    def __init__(self, dim, unflattened_size):
        super().__init__()
        self._require_tuple_int(unflattened_size)
        self.dim, self.unflattened_size = dim, unflattened_size

    def _require_tuple_int(self, input):
        if not isinstance(input, (tuple, list)):
            raise TypeError(f"unflattened_size must be a tuple of ints, but found type {type(input).__name__}")
        for at, size in enumerate(input):
            if not isinstance(size, int):
                raise TypeError("unflattened_size must be tuple of ints, but found element of type "
                                f"{type(size).__name__} at pos {at}")

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)
