"""Python functions called for every element."""
import pytest
import rushlight as torch


def test_apply_goes_through_the_elements_in_order():
    count = iter(range(6))
    x = torch.zeros(2, 3).t()
    assert x.apply_(lambda v: next(count)) is x
    assert x.tolist() == [[0, 1], [2, 3], [4, 5]]


def test_numbers_are_cut_to_the_type_of_the_tensor():
    assert torch.tensor([1, 2]).apply_(lambda v: v + 1.5).tolist() == [2, 3]
    with pytest.raises(RuntimeError, match="value cannot be converted to type int8 without overflow"):
        torch.ones(1, dtype=torch.int8).apply_(lambda v: 300)
    with pytest.raises(TypeError, match="must be real number, not str"):
        torch.ones(1).apply_(lambda v: "1")


def test_maps_broadcast_the_other_tensors():
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert x.clone().map_(torch.tensor([1.0, 2.0]), lambda a, b: a * 10 + b).tolist() == [[11, 22], [31, 42]]
    assert x.clone().map2_(x, x, lambda a, b, c: a + b * c).tolist() == [[2, 6], [12, 20]]


def test_the_tape_is_refused():
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match=r"Can't call map_\(\) on Variable that requires grad"):
        torch.ones(2).map_(x, lambda a, b: a)
