"""The Mersenne Twister with torch's seeding, its way to make uniform numbers from words, and its state bytes.

NumPy's own MT19937 delivers the words: seeding `RandomState` with an integer is the seeding that torch uses, and RandomState
streams are frozen (NEP 19). What torch adds is here: the 64-bit seed, the second normal of a Box-Muller pair kept for the next
call, and the difference between "fresh" and "used up" in the state bytes.

Words come from NumPy in whole blocks of 624. A few numbers are a slice of the block, made into floats or doubles all at once
when the first is asked for: 0.4 us, where a call of NumPy's generator and the conversions take 3.
"""
from __future__ import annotations

import math
import os
import struct
import threading
import weakref

import numpy as np

from rushlight.backends import jit                          # also so that a fork waits for those who draw, then for the compiler

DEFAULT_SEED = 67280421310721
STATE_SIZE = 5056
BLOCK = 624
_MASK24, _MASK53, _UNIT32 = np.uint32(0xFFFFFF), np.uint64((1 << 53) - 1), np.float32(2.0 ** -24)
_HALF_WORD = np.uint64(32)
_HEAD, _TAIL = struct.Struct("<QiiQ"), struct.Struct("<dddiifB3x")
_MANY = 4096            # words from where randint is faster than random_raw (3 ns a word against 6, but 9 us to start)
_COMPILED = 1 << 18     # words from where a compiled loop pays
_NOTHING = np.empty(0, np.uint64)


class Engine:
    """A stream of random words. Who draws holds `lock` for the whole of a call, as numbers of one call are neighbours."""

    def __init__(self, seed=DEFAULT_SEED):
        self.lock = threading.RLock()
        self._bits = self._stream = None    # NumPy's generator, made when needed: numpy.random takes 20 ms to load
        key = id(self)
        _engines[key] = weakref.ref(self, lambda _: _engines.pop(key, None))
        self.reseed(seed)

    def reseed(self, seed):
        """Starts the stream of `seed` (64 bits, of which the lower 32 act)."""
        with self.lock:
            self.seed = seed & ((1 << 64) - 1)
            if self._stream is not None:
                self._stream.seed(self.seed & 0xFFFFFFFF)
            self._take(_NOTHING, BLOCK)
            self._fresh = True
            self.spare_normal = None

    def _take(self, block, at):
        """Makes `block` the words to draw from next, beginning at `at`. NumPy's generator stands at their end."""
        self._block, self.at = block, at
        self._floats, self._doubles, self._listed = None, [None, None], [None, None]

    def _start(self):
        """NumPy's generator, which from here on exists."""
        if self._bits is None:
            self._bits = np.random.MT19937(0)
            self._stream = np.random.RandomState(self._bits)
            self._stream.seed(self.seed & 0xFFFFFFFF)
        return self._bits

    # ---------------------------------------------------------------- words

    def words(self, n):
        """`n` 32-bit words, in memory of their own."""
        start, end = self.at, self.at + n
        if end <= BLOCK:
            self.at = end
            return self._block[start:end].astype(np.uint32)
        words, got = np.empty(n, np.uint32), BLOCK - start
        words[:got] = self._block[start:]
        blocks = -(-(n - got) // BLOCK)                     # of which the last one may be needed in part
        if n >= _MANY:
            whole = (blocks - 1) * BLOCK
            self._fill(words[got:got + whole])
            got, blocks = got + whole, 1
        drawn = self._start().random_raw(blocks * BLOCK)
        words[got:] = drawn[:n - got]
        self._take(drawn[-BLOCK:], n - got - (blocks - 1) * BLOCK)
        self._fresh = False
        return words

    def listed_words(self, n):
        """A list of `n` 32-bit words."""
        start, end = self.at, self.at + n
        if end > BLOCK:
            return self.words(n).tolist()
        self.at = end
        return self._block[start:end].tolist()

    def _fill(self, blocks):
        """Writes words into an array of whole blocks."""
        bits = self._start()
        if blocks.size < _COMPILED or not jit.available():
            blocks[...] = self._stream.randint(0, 1 << 32, blocks.size, dtype=np.uint32)
            return
        from rushlight.backends.jit_words import words
        state = bits.state                                  # 0.15 ms, there and back
        (words.loop or words.compile(2))(state["state"]["key"], blocks)
        bits.state = state

    def long_words(self, n):
        """`n` 64-bit words, of two words each, the upper half first."""
        pairs = self.words(2 * n).view(np.uint64)           # as memory has them, the lower half is first
        upper = pairs << _HALF_WORD
        pairs >>= _HALF_WORD
        pairs |= upper
        return pairs

    # ---------------------------------------------------------------- uniform numbers

    def floats(self, n):
        """`n` float32 in [0, 1), of 24 bits each."""
        start, end = self.at, self.at + n
        if end > BLOCK:
            return _as_floats(self.words(n))
        if self._floats is None:
            self._floats = _as_floats(self._block.astype(np.uint32))
        self.at = end
        return self._floats[start:end].copy()

    def doubles(self, n):
        """`n` float64 in [0, 1), of 53 bits each."""
        at = self.at
        if at + 2 * n > BLOCK:
            return _as_doubles(self.long_words(n))
        numbers = self._doubles[at & 1]
        if numbers is None:
            numbers = self._doubles_of_block(at & 1)
        self.at = at + 2 * n
        return numbers[at >> 1:(at >> 1) + n].copy()

    def _doubles_of_block(self, odd):
        """The doubles that the block's words give in pairs, from its first word or from its second."""
        block = self._block[odd:len(self._block) - odd]
        numbers = self._doubles[odd] = _as_doubles((block[::2] << _HALF_WORD) | block[1::2])
        return numbers

    def few_doubles(self, n):
        """A list of `n` doubles."""
        numbers, at = self.listed_doubles()
        if at + n > len(numbers):
            return self.doubles(n).tolist()
        self.at += 2 * n
        return numbers[at:at + n]

    def listed_doubles(self):
        """A list of Python floats, the doubles that the block gives, and which of them comes next."""
        odd = self.at & 1
        if self._listed[odd] is None:
            self._listed[odd] = self._doubles_of_block(odd).tolist()
        return self._listed[odd], self.at >> 1

    # ---------------------------------------------------------------- where the stream stands

    def mark(self):
        """The place in the stream, for `rewind`."""
        return self._start().state, self._block, self.at, self._fresh

    def rewind(self, mark, words):
        """Goes back to a mark, and from there `words` forward."""
        self._bits.state, block, at, self._fresh = mark
        self._take(block, at)
        blocks = (at + words - 1) // BLOCK                  # to turn over; a block that is just used up stays
        if blocks > 0:
            self._bits.random_raw((blocks - 1) * BLOCK, output=False)
            self._take(self._bits.random_raw(BLOCK), at)
            self._fresh = False
        self.at = at + words - max(blocks, 0) * BLOCK

    def state_bytes(self):
        """The stream's state in torch's layout: 5056 bytes."""
        with self.lock:
            key = self._start().state["state"]["key"]
            left, used = (1, 0) if self._fresh else (BLOCK + 1 - self.at, self.at)
            spare = self.spare_normal
            return (_HEAD.pack(self.seed, left, 1, used) + key.astype("<u8").tobytes()
                    + _TAIL.pack(0.0, spare or 0.0, 0.0, spare is not None, 0, 0.0, 0))

    def set_state_bytes(self, data):
        """Puts the stream where `data`, made by `state_bytes` or by torch, says. RuntimeError if it can be no state."""
        if len(data) != STATE_SIZE:
            raise RuntimeError(f"Expected a CPUGeneratorImplState of size {STATE_SIZE} but found the input RNG state size to be "
                               f"{len(data)}")
        seed, left, seeded, used = _HEAD.unpack_from(data, 0)
        if not seeded or not 0 < left <= BLOCK or used > BLOCK:
            raise RuntimeError("Invalid mt19937 state")
        key = np.frombuffer(data, "<u8", BLOCK, _HEAD.size).astype(np.uint32)
        _, spare, _, has_spare, *_ = _TAIL.unpack_from(data, _HEAD.size + BLOCK * 8)
        with self.lock:
            self.seed = seed
            self._start().state = {"bit_generator": "MT19937", "state": {"key": key, "pos": BLOCK if left == 1 else 0}}
            self._take(_NOTHING if left == 1 else self._bits.random_raw(BLOCK), BLOCK if left == 1 else used)
            self._fresh = left == 1 and used == 0
            self.spare_normal = spare if has_spare else None


def _as_floats(words):
    words &= _MASK24
    numbers = words.view(np.int32).astype(np.float32)       # the signed conversion is the fast one
    numbers *= _UNIT32
    return numbers


def _as_doubles(long_words):
    long_words &= _MASK53
    numbers = long_words.view(np.int64).astype(np.float64)
    numbers *= 2.0 ** -53
    return numbers


class Reader:
    """Doubles one by one; on leaving, the stream stands after the last one that was used."""

    def __init__(self, engine):
        self.engine = engine

    def __enter__(self):
        self.odd = self.engine.at & 1
        self.numbers, self.at = self.engine.listed_doubles()
        return self

    def __exit__(self, *_):
        self.engine.at = 2 * self.at + self.odd

    def uniform(self):
        """The next double."""
        at = self.at
        if at >= len(self.numbers):
            return self._beyond()
        self.at = at + 1
        return self.numbers[at]

    def _beyond(self):
        """The first double that the block does not hold."""
        self.__exit__()
        number = float(self.engine.doubles(1)[0])
        self.__enter__()
        return number

    def normal(self):
        """The next standard normal of the pairwise stream."""
        return next_normal(self.engine, self.uniform)


def next_normal(engine, uniform):
    """A standard normal by Box and Muller; the second of each pair waits for the next call."""
    spare = engine.spare_normal
    if spare is not None:
        engine.spare_normal = None
        return spare
    angle = 2.0 * math.pi * uniform()
    radius = math.sqrt(-2.0 * math.log1p(-uniform()))
    engine.spare_normal = radius * math.sin(angle)
    return radius * math.cos(angle)


def random_seed():
    """64 bits from the operating system."""
    return int.from_bytes(os.urandom(8), "little")


# ---------------------------------------------------------------- forks

_engines = {}           # id -> a weak reference, of every engine there is
_waiting = []           # the engines that a fork going on keeps from drawing


def _before_fork():
    """Waits until nobody draws: a child would find the stream torn, and the lock shut for ever."""
    engines = sorted(filter(None, [reference() for reference in list(_engines.values())]), key=id)
    for engine in engines:                  # in one order, as two threads may fork at once
        engine.lock.acquire()
    _waiting[:] = engines


def _after_fork():
    engines = _waiting[:]
    _waiting.clear()
    for engine in engines:
        engine.lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)

default_engine = Engine()


def engine_of(generator):
    """The engine behind a `generator=` argument."""
    if generator is None:
        return default_engine
    if not hasattr(generator, "engine"):
        raise TypeError(f"argument 'generator' must be torch.Generator, not {type(generator).__name__}")
    return generator.engine
