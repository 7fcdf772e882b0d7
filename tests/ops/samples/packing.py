"""Samples of packing and unpacking sequences."""
from __future__ import annotations

from tests.ops.samples import call, samples


@samples("pack_steps")
def _pack_steps(make):
    yield call(make(4, 3), (3, 2, 1, 1))
    yield call(make(3, 4, 2), (3, 2, 1, 1), True)


@samples("unpack_steps")
def _unpack_steps(make):
    yield call(make(7, 2), (3, 2, 1, 1), (4, 3, 2), 0.0)
    yield call(make(7), (3, 2, 1, 1), (3, 4), -1.0, True)
