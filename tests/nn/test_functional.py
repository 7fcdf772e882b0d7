"""Functions of torch.nn.functional at their borders. What is expected is PyTorch's."""
import math
import pickle

import pytest

import rushlight as torch
from rushlight.autograd import forward_ad
from rushlight.nn import functional as F


@pytest.mark.parametrize("function", [F.softsign, F.gelu, F.elu_, F.avg_pool2d, F.cross_entropy, torch.linalg.det,
                                      torch.special.i1, torch.fft.fft, torch.add], ids=lambda function: function.__name__)
def test_functions_are_pickled_by_name(function):
    assert pickle.loads(pickle.dumps(function)) is function


def test_forward_mode_moves_the_running_statistics_once():
    mean, var, x = torch.zeros(2), torch.ones(2), torch.tensor([[1.0, 2.0], [3.0, 6.0]])
    with forward_ad.dual_level():
        dual = F.batch_norm(forward_ad.make_dual(x, torch.ones(2, 2)), mean, var, training=True, momentum=0.5)
        assert forward_ad.unpack_dual(dual).tangent.abs().max() < 1e-3          # moving all of them changes nothing
    assert mean.tolist() == [1.0, 2.0] and var.tolist() == [1.5, 4.5]


def test_running_statistics_have_no_tangents():
    x, mean, var = torch.ones(2, 2), torch.zeros(2), torch.ones(2)
    with forward_ad.dual_level():
        constant = forward_ad.make_dual(mean, mean)
        F.batch_norm(x, constant, var)
        with pytest.raises(RuntimeError, match="not differentiable wrt running_mean and running_var"):
            F.batch_norm(forward_ad.make_dual(x, x), constant, var)


def test_statistics_alone():
    mean, var = torch.zeros(3), torch.ones(3)
    of_batch = torch.batch_norm_update_stats(torch.arange(12.0).view(4, 3), mean, var, 0.25)
    assert [s.tolist() for s in of_batch] == [[4.5, 5.5, 6.5], [11.25] * 3]
    assert mean.tolist() == [1.125, 1.375, 1.625] and var.tolist() == [4.5] * 3
    torch.batch_norm_update_stats(torch.ones(1, 3), mean, var, 0.25)
    assert var.isnan().all()


@pytest.mark.parametrize("p", [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, math.inf])
def test_distances_of_pairs(p):
    x = torch.tensor([[1.0, 2.0], [1.0, 2.0], [1.0, 5.0]], dtype=torch.float64, requires_grad=True)
    distances = F.pdist(x, p)
    assert distances.tolist() == [0, 1, 1] if p == 0 else distances.tolist() == pytest.approx([0, 3, 3])
    distances.sum().backward()
    assert type(distances.grad_fn).__name__ == "PdistBackward0"
    assert x.grad.flatten().tolist() == pytest.approx([0] * 6 if p == 0 else [0, -1, 0, -1, 0, 2])


def test_distances_of_what_is_no_number():
    infinite = torch.full((2, 2), math.inf)
    assert F.pdist(infinite, 0).isnan().all() and torch.cdist(infinite, infinite, 0).isnan().all()


def test_grids_keep_nothing_for_backward():
    theta = torch.ones(1, 2, 3, requires_grad=True)
    grid = F.affine_grid(theta, [1, 1, 2, 2], align_corners=False)
    for _ in range(2):
        grid.backward(torch.ones(1, 2, 2, 2))
    assert theta.grad.tolist() == [[[0, 0, 8], [0, 0, 8]]]


def test_grids_of_one_point_warn():
    with pytest.warns(UserWarning, match="See the documentation of affine_grid for details"):
        F.affine_grid(torch.ones(1, 2, 3), [1, 1, 2, 1], align_corners=True)


@pytest.mark.parametrize("padding, expected", [("zeros", math.nan), ("border", 0.0), ("reflection", 0.0)])
def test_points_that_are_no_numbers(padding, expected):
    image, grid = torch.arange(4.0).view(1, 1, 2, 2), torch.full((1, 1, 1, 2), math.nan)
    assert F.grid_sample(image, grid, padding_mode=padding, align_corners=False).item() == pytest.approx(expected, nan_ok=True)
