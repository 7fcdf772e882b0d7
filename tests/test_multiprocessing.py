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


def _write(weight, views, queue):
    with torch.no_grad():
        weight.add_(1)
    views[0][0] = 5.0
    queue.put((weight.is_shared(), type(weight), weight.requires_grad, views[1].tolist()))


@pytest.mark.parametrize("how", ["fork", "spawn", "forkserver"])
def test_shared_memory_is_shared_with_other_processes(how):
    weight, memory = torch.nn.Parameter(torch.zeros(2)).share_memory_(), torch.arange(6.0).share_memory_()
    context = mp.get_context(how)
    queue = context.SimpleQueue()
    process = context.Process(target=_write, args=(weight, (memory[2:], memory.view(2, 3).t()), queue))
    process.start()
    assert queue.get() == (True, torch.nn.Parameter, True, [[0, 3], [1, 4], [5, 5]])
    process.join()
    assert process.exitcode == 0
    assert weight.tolist() == [1, 1] and memory.tolist() == [0, 1, 5, 3, 4, 5]


def test_what_arrives_has_the_element_types_of_tensors_made_here():
    weight = travelled(torch.ones(2, 3))
    assert torch.nn.functional.linear(torch.ones(1, 3), weight, travelled(torch.ones(2))).tolist() == [[4, 4]]
