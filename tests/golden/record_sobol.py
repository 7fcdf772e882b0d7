"""Records src/rushlight/sobol_directions.npz, the table of Joe and Kuo, from the directions that PyTorch's SobolEngine shows.

    python tests/golden/record_sobol.py
"""
from pathlib import Path

import numpy as np
import torch

DIMENSIONS, BITS, HIGHEST_DEGREE = 1111, 30, 13         # all dimensions whose polynomial has a degree of 13 at most
TABLE = Path(__file__).parents[2] / "src/rushlight/sobol_directions.npz"


def fits(numbers, degree, inner):
    """Whether direction numbers follow the recurrence of a polynomial with these inner coefficients."""
    for k in range(degree, BITS):
        value = numbers[k - degree] ^ (numbers[k - degree] << degree)
        for j in range(1, degree):
            value ^= (inner >> degree - 1 - j & 1) * (numbers[k - j] << j)
        if value != numbers[k]:
            return False
    return True


def polynomial_of(numbers):
    return next((1 << degree) | (inner << 1) | 1 for degree in range(1, HIGHEST_DEGREE + 1)
                for inner in range(1 << degree - 1) if fits(numbers, degree, inner))


def main():
    directions = torch.quasirandom.SobolEngine(DIMENSIONS).sobolstate.tolist()[1:]
    polynomials, initial = [], []
    for row in directions:
        numbers = [value >> BITS - 1 - i for i, value in enumerate(row)]
        polynomials.append(polynomial_of(numbers))
        degree = polynomials[-1].bit_length() - 1
        initial.append(numbers[:degree] + [0] * (HIGHEST_DEGREE - degree))
    np.savez_compressed(TABLE, polynomials=np.array(polynomials, np.uint16), initial=np.array(initial, np.uint16))


if __name__ == "__main__":
    main()
