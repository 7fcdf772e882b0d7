"""The last resort: an op over one sample after the other."""
from __future__ import annotations

import warnings

from rushlight.backends.numpy import as_array
from rushlight.batching.array import is_at
from rushlight.batching.calls import F, run


def loop(op, level, values):
    """The samples of the result, computed one by one. Warns once for each op."""
    warn_of_loop(op.shown_name)
    if not level.size:
        raise RuntimeError(f"The fallback path does not support vmap over dims of size 0: aten::{op.shown_name} has no "
                           f"batching rule")
    results = [run(op, [sample(v, level, i) for v in values]) for i in range(level.size)]
    if type(results[0]) in (list, tuple):
        return tuple([F.stack(list(map(as_array, part)), 0) for part in zip(*results)])
    return F.stack([as_array(r) for r in results], 0)


def sample(value, level, number):
    """One sample of a value, or of each of several."""
    if is_at(value, level):
        return F.select(value.samples, 0, number)
    return [sample(v, level, number) for v in value] if type(value) is list else value


_shows_warnings = True


def warnings_are_enabled():
    """Whether the loop warns."""
    return _shows_warnings


def display_warnings(enabled):
    """Says whether the loop warns."""
    global _shows_warnings
    _shows_warnings = enabled


def warn_of_loop(name):
    if _shows_warnings:
        warnings.warn(f"There is a performance drop because we have not yet implemented the batching rule for aten::{name}. "
                      "Please file us an issue on GitHub so that we can prioritize its implementation.", stacklevel=2)
