"""The Mersenne Twister with torch's seeding, its way to make uniform numbers from words, and its state bytes.

NumPy's own MT19937 delivers the words: seeding `RandomState` with an integer is the seeding that torch uses, and RandomState
streams are frozen (NEP 19). What torch adds is here: the 64-bit seed, the second normal of a Box-Muller pair kept for the next
call, and the difference between "fresh" and "used up" in the state bytes.
"""
from __future__ import annotations

import math
import os
import struct

import numpy as np

DEFAULT_SEED = 67280421310721
STATE_SIZE = 5056
_MASK24, _MASK53, _UNIT32 = np.uint32(0xFFFFFF), np.uint64((1 << 53) - 1), np.float32(2.0 ** -24)
_HEAD, _TAIL = struct.Struct("<QiiQ"), struct.Struct("<dddiifB3x")
_FEW = 4000             # below, random_raw is faster (0.8 us against 9); above, randint is, for its words are half as wide


class Engine:
    """A stream of random words."""

    _pair = None            # NumPy's bit generator and the stream over it, made when needed: numpy.random takes 20 ms to load

    def __init__(self, seed=DEFAULT_SEED):
        self.reseed(seed)

    def reseed(self, seed):
        """Starts the stream of `seed` (64 bits, of which the lower 32 act)."""
        self.seed = seed & ((1 << 64) - 1)
        if self._pair is not None:
            self._stream.seed(self.seed & 0xFFFFFFFF)
        self._fresh = True
        self.spare_normal = None

    _bits = property(lambda self: self._started()[0])
    _stream = property(lambda self: self._started()[1])

    def _started(self):
        if self._pair is None:
            bits = np.random.MT19937(0)
            self._pair = bits, np.random.RandomState(bits)
            self._stream.seed(self.seed & 0xFFFFFFFF)
        return self._pair

    # ---------------------------------------------------------------- words and uniform numbers

    def words(self, n):
        """`n` 32-bit words."""
        if not n:
            return np.empty(0, np.uint32)
        self._fresh = False
        if n < _FEW:
            return self._bits.random_raw(n).astype(np.uint32)
        return self._stream.randint(0, 1 << 32, n, dtype=np.uint32)

    def long_words(self, n):
        """`n` 64-bit words, of two words each, the upper half first."""
        if not n:
            return np.empty(0, np.uint64)
        self._fresh = False
        if n >= _FEW:
            return self._stream.randint(0, 1 << 64, n, dtype=np.uint64)
        halves = self._bits.random_raw(2 * n)
        return (halves[::2] << np.uint64(32)) | halves[1::2]

    def floats(self, n):
        """`n` float32 in [0, 1), of 24 bits each."""
        if 0 < n < _FEW:
            self._fresh = False
            numbers = (self._bits.random_raw(n) & 0xFFFFFF).astype(np.float32)
            numbers *= _UNIT32
            return numbers
        words = self.words(n)
        words &= _MASK24
        numbers = words.view(np.int32).astype(np.float32)           # the signed conversion is the fast one
        numbers *= _UNIT32
        return numbers

    def doubles(self, n):
        """`n` float64 in [0, 1), of 53 bits each."""
        numbers = self.fractions(n).view(np.int64).astype(np.float64)
        numbers *= 2.0 ** -53
        return numbers

    def fractions(self, n):
        """The integers behind `doubles`: 53 bits each."""
        words = self.long_words(n)
        words &= _MASK53
        return words

    def uniform(self):
        """One double, as a Python float."""
        self._fresh = False
        high, low = self._bits.random_raw(2).tolist()
        return (((high << 32) | low) & 0x1FFFFFFFFFFFFF) * 2.0 ** -53

    def normal(self):
        """One standard normal, of the pairwise stream."""
        return next_normal(self, self.uniform)

    # ---------------------------------------------------------------- where the stream stands

    def mark(self):
        """The place in the stream, for `rewind`."""
        return self._bits.state, self._fresh

    def rewind(self, mark, words):
        """Goes back to a mark, and from there `words` forward."""
        self._bits.state, self._fresh = mark
        if words:
            self._fresh = False
            self._bits.random_raw(words, output=False)

    def state_bytes(self):
        """The stream's state in torch's layout: 5056 bytes."""
        state = self._bits.state["state"]
        position = int(state["pos"])
        left, used = (1, 0) if self._fresh else (625 - position, position)
        spare = self.spare_normal
        return (_HEAD.pack(self.seed, left, 1, used) + state["key"].astype("<u8").tobytes()
                + _TAIL.pack(0.0, spare or 0.0, 0.0, spare is not None, 0, 0.0, 0))

    def set_state_bytes(self, data):
        """Puts the stream where `data`, made by `state_bytes` or by torch, says. RuntimeError if it can be no state."""
        if len(data) != STATE_SIZE:
            raise RuntimeError(f"Expected a CPUGeneratorImplState of size {STATE_SIZE} but found the input RNG state size to be "
                               f"{len(data)}")
        seed, left, seeded, used = _HEAD.unpack_from(data, 0)
        if not seeded or not 0 < left <= 624 or used > 624:
            raise RuntimeError("Invalid mt19937 state")
        key = np.frombuffer(data, "<u8", 624, _HEAD.size).astype(np.uint32)
        _, spare, _, has_spare, *_ = _TAIL.unpack_from(data, _HEAD.size + 624 * 8)
        self.seed = seed
        self._bits.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": 624 if left == 1 else used}}
        self._fresh = left == 1 and used == 0
        self.spare_normal = spare if has_spare else None


class Reader:
    """Doubles one by one, drawn ahead in chunks; on leaving, the stream stands after the last one that was used."""

    def __init__(self, engine, chunk=4096):
        self.engine, self.chunk = engine, chunk
        self.numbers, self.at, self.mark = [], 0, None

    def uniform(self):
        """The next double."""
        at = self.at
        if at == len(self.numbers):
            self.mark = self.engine.mark()
            self.numbers = self.engine.doubles(self.chunk).tolist()
            self.chunk = min(self.chunk * 2, 1 << 18)
            at = 0
        self.at = at + 1
        return self.numbers[at]

    def normal(self):
        """The next standard normal of the pairwise stream."""
        return next_normal(self.engine, self.uniform)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.mark is not None and self.at < len(self.numbers):
            self.engine.rewind(self.mark, 2 * self.at)


class OneByOne:
    """As Reader, without drawing ahead: marking and rewinding cost 100 us, a single draw one."""

    def __init__(self, engine):
        self.uniform, self.normal = engine.uniform, engine.normal

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def reader(engine, samples):
    """The cheaper way to read numbers one by one for about that many samples."""
    return Reader(engine) if samples > 32 else OneByOne(engine)


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


default_engine = Engine()


def engine_of(generator):
    """The engine behind a `generator=` argument."""
    if generator is None:
        return default_engine
    if not hasattr(generator, "engine"):
        raise TypeError(f"argument 'generator' must be torch.Generator, not {type(generator).__name__}")
    return generator.engine
