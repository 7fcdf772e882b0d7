"""Every test leaves the process as it found it, or fails. (Warnings are errors: see pyproject.toml.)"""
import random
import sys

import numpy as np
import pytest

import rushlight as torch
from rushlight import alias, printing
from rushlight.autograd.grad_mode import mode
from rushlight.dispatch import levels


def process_state():
    """What a test could leave changed for the tests after it, by name."""
    return {
        "grad mode": (mode.enabled, mode.inference),
        "default dtype": torch.get_default_dtype(),
        "print options": printing.get_printoptions(),
        "random state": random_states(),
        "alias": (alias.is_installed(), sys.modules.get("torch")),
        "slow path": levels.slow_path,
        "NumPy error settings": np.geterr(),
    }


def random_states():
    kind, words, *rest = np.random.get_state(legacy=True)
    ours = torch.get_rng_state().tolist() if hasattr(torch, "get_rng_state") else None
    return random.getstate(), (kind, words.tobytes(), *rest), ours


@pytest.fixture(autouse=True)
def nothing_leaks():
    before = process_state()
    yield
    after = process_state()
    leaked = [name for name in before if before[name] != after[name]]
    if leaked:
        put_back(before)
        pytest.fail(f"the test changed, and did not put back: {', '.join(leaked)}")


def put_back(state):
    mode.enabled, mode.inference = state["grad mode"]
    torch.set_default_dtype(state["default dtype"])
    printing.set_printoptions(**state["print options"])
    put_back_random(state["random state"])
    if not state["alias"][0]:
        alias.uninstall_as_torch()
    np.seterr(**state["NumPy error settings"])


def put_back_random(states):
    python, (kind, words, *rest), ours = states
    random.setstate(python)
    np.random.set_state((kind, np.frombuffer(words, np.uint32), *rest))
    if ours is not None:
        torch.set_rng_state(torch.tensor(ours, dtype=torch.uint8))


@pytest.fixture
def seeded():
    """Seeds the three random generators with 0, and gives them their state back afterwards."""
    before = random_states()
    random.seed(0)
    np.random.seed(0)
    if hasattr(torch, "manual_seed"):
        torch.manual_seed(0)
    yield
    put_back_random(before)


@pytest.fixture
def as_torch():
    """`import torch` gives rushlight."""
    alias.install_as_torch(force=True)
    yield torch
    alias.uninstall_as_torch()
