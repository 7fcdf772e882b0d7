"""What an index error says, and what a slice that takes everything is called."""
import pytest
import rushlight as torch


@pytest.mark.parametrize("index, number, position, size", [
    ((0, 3), 3, 1, 3), ((None, -3), -3, 1, 2), ((..., 4), 4, 1, 3), ((slice(None), None, 7), 7, 2, 3),
    ((torch.tensor([0]), 5), 5, 1, 3), ((None, None, torch.tensor(2)), 2, 2, 2)])
def test_a_number_out_of_bounds_is_named_by_its_position_in_the_index(index, number, position, size):
    with pytest.raises(IndexError, match=f"index {number} is out of bounds for dimension {position} with size {size}"):
        torch.ones(2, 3)[index]


@pytest.mark.parametrize("index, name", [((slice(None), ...), "AliasBackward0"), ((slice(0, 2), ...), "AliasBackward0"),
                                         ((slice(-2, None), ...), "SliceBackward0"), ((slice(0, 9), ...), "AliasBackward0")])
def test_a_slice_of_everything_is_no_step_where_it_says_so(index, name):
    x = torch.ones(2, 3, requires_grad=True)
    assert x[index].grad_fn.name() == name
