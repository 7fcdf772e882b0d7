"""Samples: reading and writing at positions, under masks and in order."""
from __future__ import annotations

import numpy as np

from tests.ops.samples import call, samples, values_of


def positions(make, *values):
    """A tensor of the given positions."""
    return make.tensor(np.array(values, np.int64))

# ---------------------------------------------------------------- reading


@samples("gather")
def _gather(make):
    yield call(make(3, 4), 0, make.ints(2, 4, high=3))
    yield call(make(3, 4), -1, make.ints(2, 5, high=4))
    yield call(make(), 0, make.ints(3, high=1))
    yield call(make(2, 3), 1, make.ints(2, 0, high=3))


@samples("index_select")
def _index_select(make):
    yield call(make(3, 4), 0, positions(make, 2, 0, 2))
    yield call(make(2, 3, 2), -2, positions(make, 1))
    yield call(make(), 0, positions(make, 0))


@samples("take")
def _take(make):
    yield call(make(2, 3), positions(make, [0, 5], [-1, 0]))
    yield call(make(3), positions(make))


@samples("index")
def _index(make):
    yield call(make(3, 4), (positions(make, 2, 0, 2),), (0,))
    yield call(make(3, 4, 2), (positions(make, [0], [2]), positions(make, 1, 0)), (0, 2))
    yield call(make(2, 3), (make.tensor(np.array([[True, False, True], [False, True, False]])),), (0,))


@samples("coordinates")
def _coordinates(make):
    yield call(make.ints(2, 3, high=12), (3, 4))

# ---------------------------------------------------------------- writing


@samples("write_at")
def _write_at(make):
    for accumulate in (False, True):
        yield call(make(3, 4), (positions(make, 2, 0),), make(2, 4), accumulate, (0,))
    yield call(make(3, 4), (positions(make, 2, 2), positions(make, 1, 1)), make(1), True, (0, 1))
    yield call(make(2, 2), (make.tensor(np.array([[True, False], [True, True]])),), make(3), False, (0,))


@samples("value_backward")
def _value_backward(make):
    yield call(make(2, 1), 1, positions(make, [2], [0]), (2, 3))
    yield call(make(2), 1, positions(make, 2, 0), (2, 3), False)


@samples("scatter")
def _scatter(make):
    yield call(make(3, 4), 0, positions(make, [0, 1, 2, 0]), make(1, 4))
    yield call(make(3, 4), 1, positions(make, [0, 2], [1, 3]), make(3, 4))
    yield call(make(3, 4), -1, positions(make, [0], [3]), 2.5)


@samples("scatter_add")
def _scatter_add(make):
    yield call(make(3, 4), 0, make.ints(2, 4, high=3), make(2, 4))
    yield call(make(3, 4), 1, make.ints(2, 3, high=4), make(3, 5))
    yield call(make(), 0, positions(make, 0), make(1))


@samples("scatter_reduce")
def _scatter_reduce(make):
    for reduce in ("sum", "prod", "mean", "amax", "amin"):
        for include_self in (True, False):
            yield call(make(3, 4), 0, make.ints(2, 4, high=3), make(3, 4), reduce, include_self=include_self)


@samples("index_add")
def _index_add(make):
    yield call(make(3, 4), 0, positions(make, 0, 2, 0), make(3, 4))
    yield call(make(2, 3), 1, positions(make, 1), make(2, 1), alpha=2)
    yield call(make(), 0, positions(make, 0), make())


@samples("index_copy")
def _index_copy(make):
    yield call(make(3, 4), 0, positions(make, 2, 0), make(2, 4))
    yield call(make(2, 3), -1, positions(make, 1), make(2, 1))


@samples("index_fill")
def _index_fill(make):
    yield call(make(3, 4), 0, positions(make, 2, 0), 1.5)
    yield call(make(3, 4), 1, positions(make, 1, 1), make())


@samples("index_reduce")
def _index_reduce(make):
    for reduce in ("prod", "mean", "amax", "amin"):
        for include_self in (True, False):
            yield call(make(3, 2), 0, positions(make, 2, 0, 2), make(3, 2), reduce, include_self=include_self)


@samples("put")
def _put(make):
    yield call(make(2, 3), positions(make, 5, 0), make(2))
    yield call(make(2, 3), positions(make, 1, -5), make(2), True)

# ---------------------------------------------------------------- writing everywhere


@samples("fill")
def _fill(make):
    yield call(make(2, 3), 1.5)
    yield call(make(2, 3), make())


@samples("zero")
def _zero(make):
    yield call(make(2, 3))
    yield call(make())


@samples("copy")
def _copy(make):
    yield call(make(2, 3), make(2, 3))
    yield call(make(2, 3), make(3))

# ---------------------------------------------------------------- masks


@samples("masked_fill")
def _masked_fill(make):
    yield call(make(2, 3), make.bools(2, 3), 1.5)
    yield call(make(2, 3), make.bools(3), make())
    yield values_of(make(3), make.bools(3), float("inf"))


@samples("masked_select")
def _masked_select(make):
    yield call(make(2, 3), make.bools(2, 3))
    yield call(make(2, 1), make.bools(3))


@samples("masked_scatter")
def _masked_scatter(make):
    yield call(make(2, 3), make.bools(2, 3), make(3, 3))
    yield call(make(2, 3), make.bools(3), make(7))


@samples("where")
def _where(make):
    yield call(make.bools(2, 3), make(2, 3), make(2, 3))
    yield call(make.bools(2, 1), make(3), make())
    yield call(make.bools(2), make(2), 1.5)
    yield call(make.bools(2), 0.5, make(2))


@samples("nonzero_positions")
def _nonzero(make):
    yield call(make.ints(3, 4, high=2))
    yield call(make.ints(high=2))

# ---------------------------------------------------------------- order


@samples("sort")
def _sort(make):
    yield call(make(3, 4))
    yield call(make(3, 4), 0, True)
    yield call(make(3), dim=0, stable=True)
    yield call(make())
    yield call(make(0, 2), 0)


@samples("argsort")
def _argsort(make):
    yield call(make(3, 4))
    yield call(make(3, 4), 0, True)
    yield call(make.ints(7), stable=True)


@samples("topk")
def _topk(make):
    yield call(make(3, 4), 2)
    yield call(make(3, 4), 1, 0, False)
    yield call(make(4), 0)


@samples("distinct", "distinct_runs")
def _distinct(make):
    yield call(make.ints(3, 4, high=4))


@samples("distinct_slices")
def _distinct_slices(make):
    yield call(make.ints(5, 2, high=2), 0, False)
    yield call(make.ints(2, 5, high=2), 1, True)


@samples("places")
def _places(make):
    yield call(positions(make, 1, 3, 3, 5), make.ints(2, 3, high=7), False, False)
    yield call(positions(make, [1, 3], [2, 4]), make.ints(2, 3, high=7), True, True)


@samples("among")
def _among(make):
    yield call(make.ints(2, 3), make.ints(4), False, False)
    yield call(make.ints(5), make.ints(2), False, True)
