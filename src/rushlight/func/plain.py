"""vmap as autograd itself uses it: over a backward, over forward mode."""
from __future__ import annotations

from rushlight.dispatch import levels
from rushlight.func.mapping import Batch, Vmap, leave


def plain_vmap(func, in_dims=0):
    """Returns a function that runs `func` on each sample, as vmap does, without being one of torch.func's transforms.

    Custom Functions inside run as they do anywhere else, and ops that draw random numbers are always refused.
    """
    def mapped(*args):
        batch = Batch(in_dims, args, func)
        with Vmap(batch.size, "never") as level:
            outputs = _untransformed(func, batch.enter(level))
            return leave(outputs, 0, level, func)
    return mapped


def _untransformed(func, args):
    levels.active.transforms -= 1
    try:
        return func(*args)
    finally:
        levels.active.transforms += 1
