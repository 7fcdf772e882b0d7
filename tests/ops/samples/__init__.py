"""Inputs for every op: `SAMPLES[name]` where the family's default does not fit.

A generator gets `make`, which makes tensors of whatever library is being asked (rushlight in the tests, PyTorch when goldens
are recorded), and yields `call(...)`s: the arguments as a user would write them. Values come from a generator seeded by the
op's name, so that both see the same numbers.
"""
from __future__ import annotations

import math
import zlib
from collections import namedtuple

import numpy as np
from rushlight.dispatch.op import NUMBER_TOO

Call = namedtuple("Call", ("args", "kwargs", "constants"), defaults=((),))      # constants: positions that are held; None: all
SAMPLES = {}
UNTESTED = {}           # {name: why it has no samples}
COMPLEX_TOO = set()     # ops of one or two operands whose default samples include complex numbers
FLOATS_ONLY = set()     # ops of one or two operands that refuse integers
PREPARED = {}           # {name: f(*args), the arguments made fit: where the op looks at a part of a symmetric matrix only}
UP_TO_PHASE = {}        # {name: the outputs whose vectors are defined only up to a sign or phase: tests look at their sizes}


def call(*args, **kwargs):
    return Call(args, kwargs)


def holding(*constants):
    """Makes calls whose arguments at these positions are held constant: torch has no derivative there."""
    return lambda *args, **kwargs: Call(args, kwargs, constants)


def values_of(*args, **kwargs):
    """A call of which only the values are tested."""
    return Call(args, kwargs, None)


def samples(*names):
    """Registers a generator for ops."""
    def register(generator):
        for name in names:
            assert name not in SAMPLES, name
            SAMPLES[name] = generator
        return generator
    return register


def untested(reason, *names):
    """Says why ops have no samples."""
    UNTESTED.update(dict.fromkeys(names, reason))


class Make:
    """Makes the tensors of a sample. `tensor(array)` turns an ndarray into a tensor of the library asked."""

    def __init__(self, tensor, name, float_dtype=np.float64):
        self.tensor, self.float_dtype = tensor, float_dtype
        self.rng = np.random.default_rng(zlib.crc32(name.encode()))

    def __call__(self, *shape, low=-2.0, high=2.0):
        """Floats, no two of them equal or close, so that no kink or tie is near."""
        return self.tensor(self._spread(shape, low, high).astype(self.float_dtype))

    def _spread(self, shape, low, high):
        count = int(np.prod(shape))
        spread = low + (high - low) * (np.arange(count) + self.rng.uniform(0.25, 0.75, count)) / max(count, 1)
        return self.rng.permutation(spread).reshape(shape)

    def complex(self, *shape, low=-2.0, high=2.0):
        """Complex numbers: each part as floats are."""
        return self.tensor(self._parts(shape, low, high))

    def hermitian(self, *batch, n=3):
        """Complex Hermitian matrices whose eigenvalues lie apart."""
        a = self._parts((*batch, n, n), -1.0, 1.0)
        return self.tensor(a + np.conj(np.swapaxes(a, -1, -2)) + (4 * np.diag(np.arange(n))).astype(a.real.dtype))

    def _parts(self, shape, low, high):
        parts = self._spread(shape, low, high) + 1j * self._spread(shape, low, high)
        return parts.astype(np.result_type(self.float_dtype, np.complex64))

    def ints(self, *shape, low=0, high=5):
        return self.tensor(self.rng.integers(low, high, shape))

    def bools(self, *shape):
        return self.tensor(self.rng.integers(0, 2, shape).astype(bool))

    def positive_definite(self, *batch, n=3):
        a = self.rng.normal(size=(*batch, n, n))
        return self.tensor((a @ np.swapaxes(a, -1, -2) + n * np.eye(n)).astype(self.float_dtype))


def calls_for(op, make):
    """The calls that an op is tested with."""
    generator = SAMPLES.get(op.name) or DEFAULTS.get(op.family.name)
    return [] if generator is None else list(generator(make) if op.name in SAMPLES else generator(make, op))


def has_samples(op):
    return op.name in SAMPLES or op.family.name in DEFAULTS


# ---------------------------------------------------------------- the families' defaults

def _unary(make, op):
    low, high = op.domain or (-3.0, 3.0)
    yield call(make(2, 3, low=low, high=high))
    yield call(make(low=low, high=high))
    yield call(make(0, 2))
    if op.name not in FLOATS_ONLY and math.ceil(low) <= high:
        yield call(make.ints(4, low=math.ceil(low), high=math.floor(high) + 1))
    if op.name in COMPLEX_TOO:
        yield call(make.complex(2, 3))


def _binary(make, op):
    low, high = op.domain or (-3.0, 3.0)
    yield call(make(2, 3, low=low, high=high), make(2, 3, low=low, high=high))
    yield call(make(2, 1, low=low, high=high), make(3, low=low, high=high))
    yield call(make(2, 3, low=low, high=high), make(low=low, high=high))
    if op.name not in FLOATS_ONLY:
        yield call(make.ints(2, 3, low=-4), make.ints(3, low=1))
        yield call(make.ints(2, 3), make(3, low=low, high=high))
    if op.parameters[1].kind == NUMBER_TOO:
        yield call(make(2, 3, low=low, high=high), 1.5)
    if op.name in COMPLEX_TOO:
        yield call(make.complex(2, 3), make.complex(3))
        yield call(make.complex(2, 3), make(2, 1, low=0.5))


def _reduction(make, op):
    low, high = op.domain or (-2.0, 2.0)
    yield call(make(2, 3, 4, low=low, high=high), 1)
    yield call(make(2, 3, 4, low=low, high=high), -1, True)
    yield call(make(3, low=low, high=high), 0)


DEFAULTS = {"unary": _unary, "binary": _binary, "compare": _binary, "reduction": _reduction}


from tests.ops.samples import (                                                                # noqa: E402,F401
    convolution, elementwise, folding, making, matrices, networks, packing, positions, recurrent, shapes,
)
