"""The swaps of a shuffle in one compiled loop."""
from __future__ import annotations

from functools import partial

from rushlight.backends.jit import Fused


@partial(Fused, signature="int64[::1], int64[::1]")
def swaps(inlined):
    """Swaps place k of `items` with place partners[k], for k from 0 on: not to be done in pieces."""
    def loop(items, partners):
        for k in range(partners.size):
            other = partners[k]
            held = items[k]
            items[k] = items[other]
            items[other] = held
    return loop
