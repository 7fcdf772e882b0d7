"""The guard of conftest.py itself: it must catch a leak, and put things back."""
import random

import numpy as np
import pytest

import rushlight as torch
from rushlight import alias, printing
from tests import conftest


def leak_grad_mode():
    torch.set_grad_enabled(False)


def leak_default_dtype():
    torch.set_default_dtype(torch.float64)


def leak_print_options():
    printing.set_printoptions(precision=2)


def leak_random_state():
    np.random.seed(7)
    random.seed(7)


def leak_alias():
    alias.install_as_torch(force=True)


@pytest.mark.parametrize("leak, named", [
    (leak_grad_mode, "grad mode"), (leak_default_dtype, "default dtype"), (leak_print_options, "print options"),
    (leak_random_state, "random state"), (leak_alias, "alias")])
def test_a_leak_is_seen_and_put_back(leak, named):
    before = conftest.process_state()
    leak()
    after = conftest.process_state()
    assert [name for name in before if before[name] != after[name]] == [named]
    conftest.put_back(before)
    assert conftest.process_state() == before
