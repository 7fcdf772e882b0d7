"""Samples: convolutions, pooling, and images made larger or smaller."""
from __future__ import annotations

from tests.ops.samples import call, samples


@samples("convolution")
def _convolution(make):
    yield call(make(2, 3, 5), make(4, 3, 3), make(4), (1,), (1,), (1,), False, (0,), 1)
    yield call(make(2, 4, 6, 5), make(2, 2, 3, 2), None, (2, 1), (1, 0), (1, 2), False, (0, 0), 2)
    yield call(make(1, 2, 4, 3, 3), make(2, 2, 2, 1, 3), make(2), (1, 2, 1), (0, 1, 1), (1, 1, 1), False, (0, 0, 0), 1)
    yield call(make(2, 3, 4), make(3, 2, 3), make(2), (2,), (1,), (1,), True, (1,), 1)
    yield call(make(1, 4, 3, 3), make(4, 1, 2, 3), make(2), (1, 2), (0, 1), (3, 1), True, (2, 1), 2)
    yield call(make(1, 2, 3, 3), make(2, 2, 3, 3), None, (1, 1), (1, 1), (1, 1), True, (0, 0), 1)


@samples("convolution_weight_grad")
def _convolution_weight_grad(make):
    yield call(make(2, 4, 6, 5), make(2, 2, 3, 3), (3, 2), (2, 1), (1, 0), (1, 2), 2)


@samples("conv1d")
def _conv1d(make):
    yield call(make(2, 3, 7), make(4, 3, 3), make(4))
    yield call(make(3, 7), make(4, 3, 3), None, 2, 1)
    yield call(make(2, 3, 7), make(2, 3, 3), make(2), padding="same", dilation=2)


@samples("conv2d")
def _conv2d(make):
    yield call(make(2, 4, 5, 6), make(6, 2, 3, 2), make(6), (2, 1), (1, 0), 1, 2)
    yield call(make(3, 5, 5), make(2, 3, 3, 3))
    yield call(make(1, 3, 5, 5), make(2, 3, 3, 1), padding="same")


@samples("conv3d")
def _conv3d(make):
    yield call(make(1, 2, 4, 5, 3), make(3, 2, 2, 3, 2), make(3), 1, (1, 0, 1))


@samples("conv_transpose1d")
def _conv_transpose1d(make):
    yield call(make(2, 3, 4), make(3, 2, 3), make(2), 2, 1, 1)
    yield call(make(3, 4), make(3, 2, 3))


@samples("conv_transpose2d")
def _conv_transpose2d(make):
    yield call(make(2, 4, 3, 4), make(4, 2, 3, 2), make(4), (2, 1), (1, 0), 0, 2)
    yield call(make(1, 2, 3, 3), make(2, 2, 3, 3), None, 1, 0, 0, 1, 2)


@samples("conv_transpose3d")
def _conv_transpose3d(make):
    yield call(make(1, 2, 2, 3, 2), make(2, 2, 2, 1, 2), make(2), 2, 0, (1, 0, 1))


@samples("conv_tbc")
def _conv_tbc(make):
    yield call(make(5, 2, 3), make(3, 3, 4), make(4), 1)
