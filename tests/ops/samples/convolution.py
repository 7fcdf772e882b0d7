"""Samples: convolutions, pooling, and images made larger or smaller."""
from __future__ import annotations

import numpy as np

from tests.ops.samples import call, holding, samples


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
    yield call(make(3, 5, 5), make(2, 3, 3, 3, low=0))
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


# ---------------------------------------------------------------- pooling

@samples("_max_pool", "_max_pool_with_indices")
def _max_pool(make):
    yield call(make(2, 3, 5, 6), (2, 3), (2, 1), (1, 0), (1, 2), False)
    yield call(make(2, 5, 5), (3, 3), (2, 2), (1, 1), (1, 1), True)
    yield call(make(1, 4, 3, 3), (2, 2, 1), (2, 1, 1), (0, 1, 0), (1, 1, 1), False)


@samples("_avg_pool")
def _avg_pool(make):
    yield call(make(2, 5, 6), (2, 3), (2, 1), (1, 0), False, True, None)
    yield call(make(2, 5, 5), (3, 3), (2, 2), (1, 1), True, False, None)
    yield call(make(2, 4, 4), (2, 2), (2, 2), (0, 0), False, True, 3)


@samples("_spread_avg_pool")
def _spread_avg_pool(make):
    yield call(make(2, 3, 4), (5, 6), (2, 3), (2, 1), (1, 0), False, True, None)


@samples("max_pool1d", "max_pool1d_with_indices")
def _max_pool1d(make):
    yield call(make(2, 3, 7), 3, 2, 1)
    yield call(make(2, 7), 2, ceil_mode=True)


@samples("max_pool2d", "max_pool2d_with_indices")
def _max_pool2d(make):
    yield call(make(2, 3, 6, 6), 2)
    yield call(make(2, 5, 5), 3, 2, 1, 1, True)


@samples("max_pool3d", "max_pool3d_with_indices")
def _max_pool3d(make):
    yield call(make(1, 2, 4, 5, 4), (2, 3, 2), 1)


@samples("avg_pool1d")
def _avg_pool1d(make):
    yield call(make(2, 3, 7), 3, 2, 1)


@samples("avg_pool2d")
def _avg_pool2d(make):
    yield call(make(2, 3, 6, 6), 2)
    yield call(make(2, 5, 5), 3, 2, 1, True, False)


@samples("avg_pool3d")
def _avg_pool3d(make):
    yield call(make(1, 2, 4, 5, 4), (2, 3, 2), 1, divisor_override=5)


@samples("lp_pool1d")
def _lp_pool1d(make):
    yield call(make(2, 3, 7, low=0.5, high=2), 3, 2)


@samples("lp_pool2d", "lp_pool3d")
def _lp_pool(make):
    yield call(make(2, 4, 4, 4, low=0.5, high=2), 2, 2)


def _places(make):
    return make.tensor(np.array([[[[0, 2], [9, 11]], [[5, 3], [8, 10]]]], np.int64))


@samples("_put_at")
def _put_at(make):
    yield call(make(1, 2, 2, 2), _places(make), (4, 4), False)
    yield call(make(1, 2, 2, 2), _places(make), (4, 4), True)


@samples("max_unpool2d")
def _max_unpool2d(make):
    yield call(make(1, 2, 2, 2), _places(make), 2)
    yield call(make(1, 2, 2, 2), _places(make), 2, output_size=(5, 4))


@samples("max_unpool3d")
def _max_unpool3d(make):
    yield call(make(1, 1, 2, 2), make.tensor(np.array([[[[0, 2], [9, 7]]]], np.int64)), (1, 2, 2))


@samples("max_unpool1d")
def _max_unpool1d(make):
    yield call(make(2, 2), make.tensor(np.array([[0, 3], [2, 1]], np.int64)), 2)


@samples("_adaptive_avg_pool", "_adaptive_max_pool")
def _adaptive_pool(make):
    yield call(make(2, 2, 5, 7), (3, 2))
    yield call(make(2, 4, 5, 3), (2, 7, 3))


@samples("_spread_adaptive_avg_pool")
def _spread_adaptive_avg_pool(make):
    yield call(make(2, 3, 2), (5, 7))


@samples("adaptive_avg_pool1d", "adaptive_max_pool1d", "adaptive_max_pool1d_with_indices")
def _adaptive_pool1d(make):
    yield call(make(2, 3, 7), 3)


@samples("adaptive_avg_pool2d", "adaptive_max_pool2d", "adaptive_max_pool2d_with_indices")
def _adaptive_pool2d(make):
    yield call(make(2, 3, 6, 5), (3, None))
    yield call(make(2, 6, 5), 1)


@samples("adaptive_avg_pool3d", "adaptive_max_pool3d", "adaptive_max_pool3d_with_indices")
def _adaptive_pool3d(make):
    yield call(make(1, 2, 4, 5, 3), (2, 3, 1))


# ---------------------------------------------------------------- columns, sizes and grids

@samples("im2col")
def _im2col(make):
    yield call(make(2, 3, 5, 6), (2, 3), (1, 2), (1, 0), (2, 1))


@samples("col2im")
def _col2im(make):
    yield call(make(2, 6, 16), (3, 4), (2, 3), (1, 1), (1, 1), (1, 1))
    yield call(make(1, 8, 4), (4, 4), (2, 2), (1, 1), (0, 0), (2, 2))


@samples("_resize")
def _resize(make):
    yield call(make(2, 2, 4, 5), (7, 3), "linear", False, (None, None), False)
    yield call(make(2, 2, 4, 5), (3, 8), "linear", True, (None, None), False)
    yield call(make(2, 2, 4, 5), (7, 3), "cubic", False, (0.6, None), False)
    yield call(make(2, 2, 9, 8), (4, 3), "cubic", False, (None, None), True)
    yield call(make(2, 2, 9, 8), (4, 3), "lanczos", False, (None, None), True)
    yield call(make(2, 2, 5), (8,), "nearest", False, (None,), False)
    yield call(make(1, 2, 3, 4, 5), (5, 2, 7), "nearest-exact", False, (None, None, None), False)


@samples("_spread_resized")
def _spread_resized(make):
    yield call(make(2, 2, 7, 3), (4, 5), "linear", False, (None, None), False)


@samples("grid_sampler")
def _grid_sampler(make):
    for mode in range(3):
        for padding in range(3):
            yield call(make(2, 2, 4, 5), make(2, 3, 2, 2, low=-1.3, high=1.3), mode, padding, bool(padding % 2))
    yield call(make(1, 2, 3, 4, 3), make(1, 2, 2, 2, 3, low=-0.9, high=0.9), 0, 0, True)


@samples("affine_grid_generator")
def _affine_grid_generator(make):
    yield call(make(2, 2, 3), (2, 1, 3, 4), False)
    yield call(make(1, 3, 4), (1, 1, 2, 3, 1), True)


@samples("grid_sampler_2d")
def _grid_sampler_2d(make):
    yield call(make(2, 2, 4, 5), make(2, 3, 2, 2, low=-1.3, high=1.3), 0, 1, False)


@samples("grid_sampler_3d")
def _grid_sampler_3d(make):
    yield call(make(1, 2, 3, 4, 3), make(1, 2, 2, 2, 3, low=-0.9, high=0.9), 0, 2, False)


@samples("_fractional_max_pool")
def _fractional_max_pool(make):
    yield holding(1)(make(2, 2, 5, 6), make(2, 2, 2, low=0.1, high=0.9), (2, 3), (3, 2))
    yield holding(1)(make(1, 2, 5, 4, 6), make(1, 2, 3, low=0.1, high=0.9), (2, 1, 3), (3, 2, 2))
