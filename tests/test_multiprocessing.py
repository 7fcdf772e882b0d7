"""Tensors between processes."""
import multiprocessing.reduction
import pickle

import pytest

import rushlight as torch
from rushlight import multiprocessing as mp


def travelled(value):
    return pickle.loads(multiprocessing.reduction.ForkingPickler.dumps(value))


@pytest.mark.parametrize("make", [lambda: torch.arange(6).reshape(2, 3), lambda: torch.ones(2, dtype=torch.bfloat16),
                                  lambda: torch.ones(2, requires_grad=True), lambda: torch.nn.Parameter(torch.ones(2))])
def test_a_tensor_arrives_as_a_copy(make):
    value = make()
    got = travelled(value)
    assert type(got) is type(value) and torch.equal(got, value) and got.requires_grad == value.requires_grad
    got.data.zero_()
    assert torch.equal(value, make())


def test_history_does_not_travel():
    with pytest.raises(RuntimeError, match="Cowardly refusing to serialize non-leaf tensor which requires_grad"):
        travelled(torch.ones(1, requires_grad=True) * 2)


def test_sharing_strategies():
    assert mp.get_sharing_strategy() == "file_descriptor"
    mp.set_sharing_strategy("file_system")
    assert mp.get_sharing_strategy() == "file_system"
    mp.set_sharing_strategy("file_descriptor")
    with pytest.raises(AssertionError):
        mp.set_sharing_strategy("pigeons")


def test_the_rest_is_pythons():
    assert mp.Queue is not None and mp.get_context("spawn").get_start_method() == "spawn"
