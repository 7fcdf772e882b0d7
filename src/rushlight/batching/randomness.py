"""Random ops under vmap: refused, the same for all samples, or different, as the vmap says."""
from __future__ import annotations

from rushlight.backends import numpy as xp
from rushlight.batching.array import UNBATCHED_TARGET, batched, deepest, is_at
from rushlight.batching.calls import F, front, run
from rushlight.batching.families import is_array
from rushlight.dispatch import levels

# What is said where random ops are refused: by torch.func's vmap, and by the one that autograd itself uses.
REFUSALS = {
    "error": "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
             "randomness flags on vmap or perform the randomness operation out of vmap",
    "never": "vmap: We do not yet support calling random operations inside of vmap. Please perform random operations outside of "
             "vmap as a workaround"}
SAME_OF_BATCH = "Vmap does not currently support same randomness with a batched tensor input. Please file an issue with functorch"
DIFFERENT_IN_PLACE = ("vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will appear like same "
                      "randomness. If this is necessary for your usage, please file an issue with functorch.")

FILLING = frozenset("""
    uniform exponential cauchy log_normal geometric random_fill normal_fill bernoulli_fill bernoulli_fill_from""".split())
LIKE = frozenset("rand_like randn_like random_integers_like survivors".split())


def draw(op, level, values):
    """The result of a random op, where `level` is the innermost vmap: drawn once, or batched."""
    if level.randomness in REFUSALS:
        raise RuntimeError(REFUSALS[level.randomness])
    with _OneLevelOut(level):
        return _same(op, level, values) if level.randomness == "same" else batched(_different(op, level, values), level)


def check_filled(level, values):
    """RuntimeError for a tensor that is the same for all samples, where they should be filled differently."""
    if level.randomness == "different" and not is_at(values[0], level):
        raise RuntimeError(UNBATCHED_TARGET.format("inplace bernoulli") if deepest(values) is level else DIFFERENT_IN_PLACE)


class _OneLevelOut:
    """Inside, what remains to be drawn is up to the vmap around this one."""

    def __init__(self, level):
        self.level = level

    def __enter__(self):
        levels.active.batch = self.level.outer

    def __exit__(self, *_):
        levels.active.batch = self.level


def _same(op, level, values):
    if is_at(values[0], level) and op.name in FILLING | LIKE:
        values = [F.select(values[0].samples, 0, 0), *values[1:]]           # only its shape and type matter
    if any(is_at(v, level) for v in values):
        raise RuntimeError(SAME_OF_BATCH)
    return run(op, values)


def _different(op, level, values):
    size = next((i for i, p in enumerate(op.parameters) if p.name == "size"), None)
    if size is not None:
        values = list(values)
        values[size] = (level.size, *values[size])
        return run(op, values)
    if not op.tensors:
        return F.stack([xp.as_array(run(op, values)) for _ in range(level.size)], 0)
    if op.name == "multinomial" and values[0].ndim == 2:
        return F.stack([run(op, [F.select(front(values[0], level), 0, i), *values[1:]]) for i in range(level.size)], 0)
    rank = max(v.ndim for v in values if is_array(v))
    return run(op, [_raised(front(v, level), rank) if is_array(v) else v for v in values])


def _raised(samples, rank):
    missing = rank + 1 - samples.ndim
    return samples.reshape((samples.shape[0], *(1,) * missing, *samples.shape[1:])) if missing else samples
