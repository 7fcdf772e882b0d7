"""The last resort: an op over one sample after the other."""
from __future__ import annotations

import functools
import warnings

from rushlight.backends.numpy import as_array
from rushlight.batching.array import is_at
from rushlight.batching.calls import F, run


def loop(op, level, values):
    """The samples of the result, computed one by one. Warns once for each op."""
    warn_of_loop(op.shown_name)
    if not level.size:
        raise RuntimeError(f"There is no batching rule for aten::{op.shown_name}, and a loop over no samples has no result")
    results = [run(op, [sample(v, level, i) for v in values]) for i in range(level.size)]
    if type(results[0]) in (list, tuple):
        return tuple([F.stack(list(map(as_array, part)), 0) for part in zip(*results)])
    return F.stack([as_array(r) for r in results], 0)


def sample(value, level, number):
    """One sample of a value, or of each of several."""
    if is_at(value, level):
        return F.select(value.samples, 0, number)
    return [sample(v, level, number) for v in value] if type(value) is list else value


warnings_enabled = True         # torch._C._functorch._set_vmap_fallback_warning_enabled
_warned = set()


def warn_of_loop(name):
    if warnings_enabled:
        warnings.warn(f"There is a performance drop because we have not yet implemented the batching rule for aten::{name}. Please "
                      f"file us an issue on GitHub so that we can prioritize its implementation.", stacklevel=2)
