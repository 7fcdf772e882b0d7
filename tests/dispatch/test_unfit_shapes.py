"""Shapes that do not broadcast: PyTorch's error, from whatever op and by whatever way it was called."""
import re

import pytest
import rushlight as torch

TWO, THREE, MASK = torch.ones(2), torch.ones(3), torch.tensor([True, False])
CALLS = {
    "masked_fill": lambda: THREE.masked_fill(MASK, 0),
    "masked_select": lambda: THREE.masked_select(MASK),
    "masked_scatter": lambda: THREE.masked_scatter(MASK, TWO),
    "where": lambda: torch.where(MASK, THREE, THREE),
    "where of a number": lambda: torch.where(MASK, 1, THREE),
    "normal": lambda: torch.normal(TWO, THREE),
    "take_along_dim": lambda: torch.take_along_dim(torch.ones(2, 1), torch.zeros(3, 1, dtype=torch.long), dim=1),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("recorded", [False, True])
def test_the_sizes_that_do_not_match_are_named(name, recorded):
    TWO.requires_grad_(recorded)
    try:
        with pytest.raises(RuntimeError, match=re.escape("The size of tensor a (2) must match the size of tensor b (3) at "
                                                         "non-singleton dimension 0")):
            CALLS[name]()
    finally:
        TWO.requires_grad_(False)


@pytest.mark.parametrize("position", [5, -1])
def test_a_vector_has_an_error_of_its_own_for_positions_outside(position):
    at = torch.tensor([position])
    with pytest.raises(IndexError, match="index out of range in self"):
        TWO.index_add(0, at, torch.ones(1))
    with pytest.raises(RuntimeError, match=f"index {position} is out of bounds for dimension 0 with size 2"):
        torch.ones(2, 2).index_add(0, at, torch.ones(1, 2))


def test_tensordot_names_dimensions_as_they_were_given():
    with pytest.raises(RuntimeError, match="first has size 2 in dim -1 and second has size 3 in dim 0"):
        torch.tensordot(TWO, THREE, 1)
