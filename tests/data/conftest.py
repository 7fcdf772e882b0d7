"""Shared by the tests of data loading."""
import pytest

import rushlight as torch


@pytest.fixture
def random_state():
    """Seeds the default generator, and puts it back."""
    state = torch.get_rng_state()
    torch.manual_seed(0)
    yield
    torch.set_rng_state(state)
