"""What the samplers that reject keep in tables."""
import math

import numpy as np
import pytest

from rushlight.backends.numpy.rejection import _log_factorials, _row_sums


@pytest.mark.parametrize("low, count", [(0, 5), (3, 20)])
def test_factorials_beyond_the_table_are_computed(low, count):
    k = np.array([0.0, 2.0, 4.0, 19.0, 900.0])
    table = np.array([math.lgamma(n + 1.0) for n in range(low, low + count)])
    assert _log_factorials(k, table, low).tolist() == [math.lgamma(n + 1.0) for n in k.tolist()]


@pytest.mark.parametrize("n", [1, 3, 4, 15, 16, 21, 64, 257, 1000, 5003])
def test_rows_are_summed_whole(n):
    x = np.arange(2 * n, dtype=np.float64).reshape(2, n)            # all partial sums are exact, whatever their order
    assert _row_sums(x).tolist() == x.sum(-1).tolist()
