"""randperm: Fisher and Yates's shuffle, step k swapping place k with a place from k on, in torch's order of draws."""
from __future__ import annotations

import math

import numpy as np

from rushlight import dtypes
from rushlight.backends import jit
from rushlight.backends.numpy.mt19937 import engine_of

_FEW = 64                       # a loop that also takes the remainders beats vectors up to there
_LOOP_BELOW = 1500              # a loop over a list beats blocks of swaps up to there
_LARGEST_BLOCK = 1 << 15


def randperm(n, dtype, generator):
    """A permutation of 0..n-1."""
    engine = engine_of(generator)
    with engine.lock:
        if n >= 0xFFFFFFFF // 20:
            return dtypes.cast(_shuffled_inside_out(engine, n), dtype)
        words = engine.listed_words(max(n - 1, 0)) if n <= _FEW else engine.words(n - 1)
    if n <= _FEW:
        return dtypes.cast(np.array(_shuffled(list(range(n)), words), np.int64), dtype)
    partners = words % np.arange(n, 1, -1, dtype=np.uint32)
    partners += np.arange(n - 1, dtype=np.uint32)
    items = np.arange(n)
    _shuffle(items, partners.astype(np.int64))
    return dtypes.cast(items, dtype)


def _shuffled(items, words):
    """A list shuffled by a word for each of its places but the last."""
    left = len(items)
    for i, word in enumerate(words):
        j = i + word % left
        left -= 1
        items[i], items[j] = items[j], items[i]
    return items


def _shuffle(items, partners):
    """Swaps place k with place partners[k], for k from 0 on.

    Most swaps of a block touch places that no other swap of the block touches: these are done at once, the others in a loop.
    Blocks are as long as makes the two cost alike, which is in proportion to the root of the number of places left."""
    if len(items) >= jit.BIG and jit.available():
        from rushlight.backends.jit_shuffle import swaps
        return (swaps.loop or swaps.compile(2))(items, partners)
    start, last_hit, clashing = 0, np.empty(len(items), np.int32), np.zeros(len(items), np.bool_)
    while len(items) - start > _LOOP_BELOW:
        stop = start + min(6 * math.isqrt(len(items) - start), _LARGEST_BLOCK)
        _swap_block(items, start, stop, partners[start:stop], last_hit, clashing)
        start = stop
    rest = items[start:].tolist()
    for i, j in enumerate((partners[start:] - start).tolist()):
        rest[i], rest[j] = rest[j], rest[i]
    items[start:] = rest


def _swap_block(items, start, stop, partners, last_hit, clashing):
    """The swaps of places start to stop. The scratch arrays have an element for each place."""
    steps = np.arange(stop - start, dtype=np.int32)
    last_hit[partners] = steps                              # of several swaps with one partner, the last remains
    again, inside = partners[last_hit[partners] != steps], partners[partners < stop]
    clashing[again] = clashing[inside] = True
    late = np.flatnonzero(clashing[partners] | clashing[start:stop])
    clashing[again] = clashing[inside] = False
    places, others = late + start, partners[late]
    before = items[places], items[others]
    here, held = items[start:stop], items[partners]
    items[partners] = here
    here[...] = held
    items[places], items[others] = before                   # where swaps clash, what was done at once is undone
    seen = memoryview(items)
    for i, j in zip(places.tolist(), others.tolist()):
        seen[i], seen[j] = seen[j], seen[i]


def _shuffled_inside_out(engine, n):
    """What torch does for so many that 32 bits do not choose evenly enough."""
    items = np.empty(n, np.int64)
    for i, word in enumerate(engine.long_words(n)):
        j = int(word) % (i + 1)
        items[i] = items[j] if j < i else i
        items[j] = i
    return items
