"""Calls that are refused before anything is computed."""
import pytest

import rushlight as torch
from rushlight.errors import NotImplementedByRushlight


def test_there_are_no_half_complex_numbers():
    with pytest.raises(NotImplementedByRushlight, match="no complex32"):
        torch.view_as_complex(torch.ones(3, 2, dtype=torch.float16))


def test_linear_cross_entropy_of_several_dimensions_wants_a_batch():
    target = torch.zeros(4, dtype=torch.long)
    with pytest.raises(RuntimeError, match=r"linear_weight shape \(2, 4, 3\) requires batched input"):
        torch.nn.functional.linear_cross_entropy(torch.ones(3), torch.ones(2, 4, 3), target)
