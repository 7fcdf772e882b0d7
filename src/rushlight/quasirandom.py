"""torch.quasirandom: Sobol points, which fill the unit cube more evenly than random ones."""
from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from rushlight import dtypes
from rushlight.dispatch.wrapping import wrap
from rushlight.errors import refuse
from rushlight.generator import Generator
from rushlight.ops.random import randint


class SobolEngine:
    """Draws the points of a Sobol sequence in `dimension` dimensions, in Gray-code order (Antonov and Saleev, 1979).

    With `scramble`, the directions go through random lower-triangular matrices of bits and the points through a random shift
    (Matousek, 1998); `seed` fixes both.
    """
    MAXBIT = 30
    MAXDIM = 21201

    def __init__(self, dimension, scramble=False, seed=None):
        if dimension > self.MAXDIM or dimension < 1:
            raise ValueError(f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        self.seed, self.scramble, self.dimension = seed, scramble, dimension
        directions = _directions()
        if dimension > len(directions):
            refuse(f"SobolEngine of more than {len(directions)} dimensions")
        self.sobolstate = wrap(directions[:dimension].copy())
        self.shift = wrap(np.zeros(dimension, np.int64))
        if scramble:
            self._scramble()
        self.reset()

    def _scramble(self):
        generator = None if self.seed is None else Generator().manual_seed(self.seed)
        bits = randint(2, (self.dimension, self.MAXBIT), generator=generator).numpy()
        self.shift = wrap(np.bitwise_or.reduce(bits << np.arange(self.MAXBIT), 1))
        lower = np.tril(randint(2, (self.dimension, self.MAXBIT, self.MAXBIT), generator=generator).numpy(), -1)
        self.sobolstate = wrap(_times(lower | np.eye(self.MAXBIT, dtype=np.int64), self.sobolstate.numpy()))

    def reset(self):
        """Goes back to the first point."""
        self.quasi, self.num_generated = self.shift.clone(), 0
        return self

    def fast_forward(self, n):
        """Passes over `n` points."""
        self.num_generated += n
        if self.num_generated:
            self.quasi = wrap(self._point(self.num_generated - 1))
        return self

    def _point(self, number):
        """A point by its number, as integers: each bit of its Gray code adds a direction."""
        gray = number ^ number >> 1
        chosen = [bit for bit in range(self.MAXBIT) if gray >> bit & 1]
        return self.shift.numpy() ^ np.bitwise_xor.reduce(self.sobolstate.numpy()[:, chosen], 1)

    def draw(self, n=1, out=None, dtype=None):
        """The next `n` points, a row each."""
        dtype = dtypes.get_default_dtype() if dtype is None else dtype
        if type(n) is not int:
            raise TypeError(f"draw(): argument 'n' must be int, not {type(n).__name__}")
        if n < 0 or not (n or self.num_generated):
            raise RuntimeError(f"Trying to draw a negative number of points: {n}")
        if dtype not in (dtypes.float32, dtypes.float64) and (n > 1 or self.num_generated):
            raise NotImplementedError(f'"_sobol_engine_draw" not implemented for \'{dtype.scalar_name}\'')
        points = wrap(self._next(n) / (1 << self.MAXBIT)).to(dtype)
        return points if out is None else out.resize_(points.shape).copy_(points)

    def _next(self, n):
        """The next `n` points as integers: two neighbours differ by the direction of the lowest bit of the later one's number."""
        first, last = self.num_generated, self.num_generated + n
        numbers = np.arange(max(first, 1), last)
        lowest = np.log2(numbers & -numbers).astype(np.int64)
        steps = self.sobolstate.numpy().T[lowest]
        points = np.bitwise_xor.accumulate(np.concatenate([self.quasi.numpy()[None], steps]))
        self.quasi, self.num_generated = wrap(points[-1].copy()), last
        return points if first == 0 else points[1:]

    def draw_base2(self, m, out=None, dtype=None):
        """The next 2**m points. ValueError where they do not make the number drawn so far a power of two."""
        n = 2 ** m
        total = self.num_generated + n
        if total & total - 1:
            raise ValueError(f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points "
                             f"have been previously generated, then: n={self.num_generated}+2**{m}={total}. If you still want to "
                             f"do this, please use 'SobolEngine.draw()' instead.")
        return self.draw(n, out=out, dtype=dtype)

    def __repr__(self):
        options = [f"dimension={self.dimension}"]
        if self.scramble:
            options += ["scramble=True"]
        if self.seed is not None:
            options += [f"seed={self.seed}"]
        return f"SobolEngine({', '.join(options)})"


@functools.cache
def _directions():
    """The direction integers of every dimension, highest bit first, from the table of Joe and Kuo (2008): a primitive polynomial
    over two elements and its first direction numbers for each dimension but the first, up to degree 13."""
    table = np.load(Path(__file__).with_name("sobol_directions.npz"))
    polynomials = table["polynomials"].astype(np.int64)
    bits = SobolEngine.MAXBIT
    numbers = np.ones((len(polynomials) + 1, bits), np.int64)
    numbers[1:, :table["initial"].shape[1]] = table["initial"]
    for polynomial in np.unique(polynomials):
        degree = int(polynomial).bit_length() - 1
        row = 1 + np.searchsorted(polynomials, polynomial)
        for k in range(degree, bits):
            numbers[row, k] = numbers[row, k - degree]
            for j in range(1, degree + 1):
                if polynomial >> degree - j & 1:
                    numbers[row, k] ^= numbers[row, k - j] << j
    return numbers << np.arange(bits - 1, -1, -1)


def _times(matrices, directions):
    """Each dimension's directions, as columns of bits with the highest first, through its matrix of bits."""
    places = np.arange(SobolEngine.MAXBIT - 1, -1, -1)
    columns = directions[:, None, :] >> places[:, None] & 1
    return ((matrices @ columns & 1) << places[:, None]).sum(1)
