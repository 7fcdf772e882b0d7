"""make_tensor: bounds, dtypes, layouts. The values are what PyTorch draws from the same seed."""
import pytest
import rushlight as torch
from rushlight.testing import make_tensor


def drawn(*shape, dtype, **options):
    torch.manual_seed(0)
    return make_tensor(*shape, dtype=dtype, device="cpu", **options)


@pytest.mark.parametrize("dtype, values", [
    (torch.float64, [8.4610, 3.7408, -0.7311]), (torch.float32, [-0.0674, 4.8280, -7.4074]), (torch.int64, [6, -5, -9]),
    (torch.uint8, [4, 9, 3]), (torch.bool, [False, True, True]), (torch.bfloat16, [-0.0674, 4.8125, -7.4062]),
    (torch.complex64, [-0.0674 + 4.8280j, -7.4074 - 6.6235j, -3.4664 + 2.4134j])])
def test_default_bounds(seeded, dtype, values):
    made = drawn(3, dtype=dtype)
    assert made.dtype is dtype and made.tolist() == pytest.approx(values, abs=1e-4)


def test_bounds(seeded):
    assert drawn(3, dtype=torch.int64, low=-2, high=5).tolist() == [2, 1, -2]
    assert drawn(3, dtype=torch.float64, low=1).tolist() == pytest.approx([8.7604, 6.6626, 4.6751], abs=1e-4)
    assert drawn(50, dtype=torch.uint8, low=-5, high=2).unique().tolist() == [0, 1]
    assert drawn(50, dtype=torch.bool, low=1).all()
    with pytest.raises(ValueError, match="`low` must be less than `high`, but got 3 >= 2"):
        drawn(2, dtype=torch.float32, low=3, high=2)
    with pytest.raises(ValueError, match=r"is \[200, 1000\), but torch.int8 only supports \[-128, 128\)"):
        drawn(2, dtype=torch.int8, low=200, high=1000)
    with pytest.raises(ValueError, match="cannot be NaN"):
        drawn(2, dtype=torch.float32, low=float("nan"))
    with pytest.warns(FutureWarning, match="Passing `low==high`"):
        assert drawn(2, dtype=torch.float32, low=3, high=3).tolist() == [3, 3]


def test_layouts(seeded):
    assert drawn(2, 3, dtype=torch.float32, noncontiguous=True).stride() == (6, 2)
    assert drawn(1, dtype=torch.float32, noncontiguous=True).is_contiguous()
    assert drawn(2, 3, 2, 2, dtype=torch.float32, memory_format=torch.channels_last).stride() == (12, 1, 6, 3)
    assert drawn((), dtype=torch.int64).shape == () and drawn([2, 2], dtype=torch.int64).shape == (2, 2)
    with pytest.raises(ValueError, match="mutually exclusive"):
        drawn(2, 3, dtype=torch.float32, noncontiguous=True, memory_format=torch.channels_last)


def test_zeros_and_gradients(seeded):
    assert drawn(50, dtype=torch.int64, low=-1, high=2, exclude_zero=True).unique().tolist() == [-1, 1]
    assert drawn(2, dtype=torch.float32, requires_grad=True).is_leaf
    with pytest.raises(ValueError, match="`requires_grad=True` is not supported for boolean and integral dtypes"):
        drawn(2, dtype=torch.int32, requires_grad=True)
