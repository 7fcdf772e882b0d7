"""Fifty steps of every optimizer, and nine epochs of every scheduler, against what PyTorch gives."""
import json
import warnings
from pathlib import Path

import numpy as np
import pytest

import rushlight as torch
from tests.optim import trajectories

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture(scope="module")
def recorded():
    return np.load(GOLDEN / "optim.npz")


@pytest.fixture(scope="module")
def recorded_rates():
    return json.loads((GOLDEN / "schedules.json").read_text())


@pytest.mark.parametrize("case", trajectories.CASES, ids=lambda case: trajectories.key(*case))
def test_parameters_and_states(case, recorded):
    prefix = trajectories.key(*case) + "/"
    expected = {name.removeprefix(prefix): recorded[name] for name in recorded.files if name.startswith(prefix)}
    got = trajectories.run(torch, *case)
    assert list(got) == list(expected) or case[0] == "LBFGS" and set(got) == set(expected)
    eps = np.finfo(case[2]).eps
    for name, value in expected.items():
        assert got[name].dtype == value.dtype and got[name].shape == value.shape, name
        scale = np.abs(value).max(initial=1)                # the gradients are of size 1
        tolerance = {"LBFGS": 1e-7, "Muon": 1e-4}.get(case[0], 8 * eps)        # Muon iterates in bfloat16
        assert np.abs(got[name] - value).max(initial=0) <= tolerance * scale, name


@pytest.mark.parametrize("name", trajectories.SCHEDULERS)
def test_rates(name, recorded_rates):
    assert [trajectories.rates(torch, name, start) for start in trajectories.STARTS] == recorded_rates[name]["starts"]


@pytest.mark.parametrize("name", trajectories.SCHEDULERS)
def test_rates_at_named_epochs(name, recorded_rates):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The epoch parameter")
        got = [trajectories.rates(torch, name, -1, epochs) for epochs in trajectories.JUMPS]
    assert got == recorded_rates[name]["jumps"]
