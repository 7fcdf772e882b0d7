"""associative_scan: running results of a function."""
import pytest

import rushlight as torch
from rushlight._higher_order_ops.associative_scan import associative_scan

X = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


@pytest.mark.parametrize("dim, reverse, expected", [
    (1, False, [[1, 3, 6], [4, 9, 15]]), (0, False, [[1, 2, 3], [5, 7, 9]]), (-1, True, [[6, 5, 3], [15, 11, 6]])])
def test_sums(dim, reverse, expected):
    assert associative_scan(torch.add, X, dim, reverse=reverse).tolist() == expected


def test_a_recurrence_of_two_tensors_and_its_gradient():
    def step(before, following):
        return before[0] * following[0], before[1] * following[0] + following[1]
    decay, drive = torch.full((4,), 0.5, requires_grad=True), torch.ones(4)
    states = associative_scan(step, (decay, drive), 0, combine_mode="generic")[1]
    assert states.tolist() == [1, 1.5, 1.75, 1.875]
    states[-1].backward()
    assert decay.grad.tolist() == [0, 0.25, 0.75, 1.75]


def test_what_does_not_fit():
    with pytest.raises(ValueError, match="Combine_mode"):
        associative_scan(torch.add, X, 0, combine_mode="tree")
    with pytest.raises(ValueError, match="the same size in dimension 0"):
        associative_scan(lambda a, b: a, (X, torch.ones(3)), 0)
