"""Tensors between processes, and functions in several."""
import gc
import multiprocessing.reduction
import os
import pickle
import signal
import sys
import time

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


def test_tensors_over_one_memory_arrive_over_one():
    x = torch.arange(6)
    whole, part, turned = travelled((x, x[2:], x.view(2, 3).t()))
    whole[5] = 9
    assert part.tolist() == [2, 3, 4, 9] and turned.tolist() == [[0, 3], [1, 4], [2, 9]]
    assert (part.storage_offset(), turned.stride()) == (2, (1, 3)) and part._version == whole._version == 1


def test_a_small_part_travels_without_the_whole():
    part = torch.arange(100_000.0)[7:9]
    assert len(multiprocessing.reduction.ForkingPickler.dumps(part)) < 1000 and travelled(part).tolist() == [7, 8]


def test_tensors_without_memory_travel():
    assert travelled(torch.ones(2, 3, device="meta").t()).stride() == (1, 3)


@pytest.mark.parametrize("look", [lambda x: x[1:], lambda x: x.data, lambda x: x.numpy(), lambda x: x.untyped_storage()])
def test_what_looks_at_memory_that_is_shared_later_is_warned_of(look):
    x = torch.arange(4.0)
    seen = look(x)
    with pytest.warns(UserWarning, match="moves one tensor here"):
        x.share_memory_()
    assert x.is_shared() and x.tolist() == [0, 1, 2, 3] and seen is not None


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


# ---------------------------------------------------------------- in queues, pipes and pools

def _double(value):
    return {"double": value["x"] * 2, "left": value["rest"]}


def test_a_pool_takes_and_gives_structures_of_tensors():
    with mp.get_context("fork").Pool(2) as pool:
        results = pool.map(_double, [{"x": torch.full((2,), float(i)), "rest": (i, None)} for i in range(3)])
    assert [r["double"].tolist() for r in results] == [[0, 0], [2, 2], [4, 4]] and results[2]["left"] == (2, None)


def _answer(pipe, queue, event, lock):
    with lock:
        queue.put(torch.nn.Parameter(pipe.recv() + 1))
    event.wait(10)
    pipe.send(torch.tensor(5, dtype=torch.bfloat16))


@pytest.mark.parametrize("how", ["fork", "spawn", "forkserver"])
def test_tensors_go_through_pipes_and_queues(how):
    context = mp.get_context(how)
    ours, theirs = context.Pipe()
    queue, event, lock = context.Queue(), context.Event(), context.Lock()
    process = context.Process(target=_answer, args=(theirs, queue, event, lock))
    process.start()
    ours.send(torch.arange(3.0))
    got = queue.get(timeout=20)
    event.set()
    assert type(got) is torch.nn.Parameter and got.tolist() == [1, 2, 3]
    assert ours.recv().dtype is torch.bfloat16
    process.join()
    assert process.exitcode == 0


def _train(model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.125)
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.ones(1, 2)).sum().backward()
        optimizer.step()


def test_processes_train_one_shared_module(seeded):
    model = torch.nn.Linear(2, 1).share_memory()
    with torch.no_grad():
        model.weight.zero_()
    process = mp.get_context("fork").Process(target=_train, args=(model, 4))
    process.start()
    process.join()
    assert process.exitcode == 0 and model.weight.tolist() == [[-0.5, -0.5]] and model.weight.grad is None


# ---------------------------------------------------------------- spawn

def _count(index, memory, step):
    memory[index] += step * (index + 1)


def test_spawn():
    memory = torch.zeros(2).share_memory_()
    assert mp.spawn(_count, args=(memory, 3), nprocs=2) is None
    assert memory.tolist() == [3, 6]


def test_started_and_joined():
    memory = torch.zeros(3).share_memory_()
    started = mp.start_processes(_count, args=(memory, 1), nprocs=3, join=False, start_method="fork")
    assert type(started) is mp.SpawnContext and all(pid > 0 for pid in started.pids())
    while not started.join(timeout=10):
        pass
    assert started.join() and memory.tolist() == [1, 2, 3]


def test_another_way_of_starting_has_another_name():
    with pytest.warns(FutureWarning, match=r"This method only supports start_method=spawn \(got: fork\)"):
        mp.spawn(_count, args=(torch.zeros(1), 1), start_method="fork")


def _fail(index, how):
    if index == 0:
        time.sleep(60)
    how()


def _raise():
    raise ValueError("no such letter")


def _exit():
    sys.exit(3)


def _die():
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("how, error, text, code, name", [
    (_raise, "ProcessRaisedException", r"(?s)-- Process 1 terminated with the following error:\nTraceback.*no such letter\n",
     None, None),
    (_exit, "ProcessExitedException", "process 1 terminated with exit code 3", 3, None),
    (_die, "ProcessExitedException", "process 1 terminated with signal SIGKILL", -9, "SIGKILL")])
def test_the_first_that_fails_ends_the_others(how, error, text, code, name):
    start = time.monotonic()
    with pytest.raises(getattr(mp, error), match=text) as caught:
        mp.start_processes(_fail, args=(how,), nprocs=2, start_method="fork")
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.error_index == 1 and error.error_pid > 0 and time.monotonic() - start < 20
    assert (getattr(error, "exit_code", None), getattr(error, "signal_name", None)) == (code, name)


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="open files are counted under /proc")
def test_nothing_is_left_behind():
    def work():
        memory = torch.zeros(2).share_memory_()
        mp.start_processes(_count, args=(memory, 1), nprocs=2, start_method="fork")
        travelled([memory, memory.view(2, 1)])
        with pytest.raises(mp.ProcessExitedException):
            mp.start_processes(_fail, args=(_exit,), nprocs=2, start_method="fork")
    work()
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        work()
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before and not multiprocessing.active_children()
