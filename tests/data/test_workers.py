"""Batches that worker processes fetch."""
import os
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import rushlight as torch
from rushlight.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info
from rushlight.utils.data._utils.worker import _generate_state
from tests.data.test_datasets import Counting

pytestmark = [pytest.mark.usefixtures("random_state"),
              pytest.mark.skipif(not hasattr(os, "fork"), reason="workers here are forked"),
              pytest.mark.filterwarnings("ignore:This DataLoader will create")]


class Answers(Dataset):
    """A data set whose item i is what a function gives, in the worker."""

    def __init__(self, function, count=4):
        self.function, self.count = function, count

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        return self.function(i)


class Shares(IterableDataset):
    """Each worker has its own numbers."""

    def __init__(self, *counts):
        self.counts = counts

    def __iter__(self):
        worker = get_worker_info().id
        return iter(range(100 * worker, 100 * worker + self.counts[worker]))


def fail(error):
    def function(i):
        raise error
    return function


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("persistent", [False, True])
def test_order(workers, persistent):
    loader = DataLoader(range(20), batch_size=3, num_workers=workers, persistent_workers=persistent)
    for _ in range(2):
        assert [x for batch in loader for x in batch.tolist()] == list(range(20))


def test_as_they_come():
    def slow_first(i):
        time.sleep(0.2 * (i == 0))
        return i
    loader = DataLoader(Answers(slow_first, 6), batch_size=None, num_workers=2, in_order=False)
    got = list(loader)
    assert sorted(got) == list(range(6)) and got[0] != 0


def test_the_same_epoch_as_without_workers():
    def epoch(workers):
        generator = torch.Generator().manual_seed(3)
        return torch.cat(list(DataLoader(range(10), 2, shuffle=True, num_workers=workers, generator=generator))).tolist()
    assert epoch(0) == epoch(2)


@pytest.mark.parametrize("persistent", [False, True])
def test_shares_of_something_to_iterate_over(persistent):
    loader = DataLoader(Shares(0, 3, 5), batch_size=2, num_workers=3, persistent_workers=persistent)
    for _ in range(2):
        assert sorted(x for batch in loader for x in batch.tolist()) == [100, 101, 102, 200, 201, 202, 203, 204]
    assert [x.item() for x in DataLoader(Counting(3), num_workers=1)] == [0, 1, 2]


def test_an_epoch_left_early():
    loader = DataLoader(range(50), batch_size=5, num_workers=2, persistent_workers=True)
    next(iter(loader))
    assert [x for batch in loader for x in batch.tolist()] == list(range(50))
    batches = iter(DataLoader(range(50), num_workers=2))
    next(batches)
    workers = batches._workers
    del batches
    assert [worker.exitcode for worker in workers] == [0, 0]


def test_what_a_worker_knows():
    assert get_worker_info() is None

    def facts(i):
        info = get_worker_info()
        return info.id, info.num_workers, info.seed - info.id, torch.initial_seed() - info.seed, torch.get_num_threads()
    torch.manual_seed(0)
    seed = torch.empty((), dtype=torch.int64).random_().item()
    torch.manual_seed(0)
    got = list(DataLoader(Answers(facts), batch_size=None, num_workers=2, collate_fn=lambda item: item))
    assert got == [(i % 2, 2, seed, 0, 1) for i in range(4)]


def test_seeds_of_python_and_numpy():
    def draws(i):
        return random.random(), np.random.rand(), torch.rand(1).item()

    def epoch():
        loader = DataLoader(Answers(draws, 4), batch_size=None, num_workers=2, generator=torch.Generator().manual_seed(5))
        return [tuple(item) for item in loader]
    first = epoch()
    assert first == epoch() and len(set(first)) == 4
    assert _generate_state(13434589827475259383, 4) == (2884386318, 1088094898, 3523808998, 3860348662)


def test_init_fn():
    def init(worker):
        get_worker_info().dataset.function = lambda i: 10 * worker + i
    assert list(DataLoader(Answers(None), batch_size=None, num_workers=2, worker_init_fn=init)) == [0, 11, 2, 13]


@pytest.mark.parametrize("error, kind", [(ValueError("boom"), ValueError), (KeyError("boom"), KeyError),
                                         (UnicodeDecodeError("utf-8", b"x", 0, 1, "boom"), RuntimeError)])
def test_errors_come_back_with_their_traceback(error, kind):
    batches = iter(DataLoader(Answers(fail(error), 3), num_workers=1))
    for _ in range(3):
        with pytest.raises(kind) as info:
            next(batches)
        text = str(info.value)
        assert text.startswith(f"Caught {type(error).__name__} in DataLoader worker process 0.\nOriginal Traceback (most recent "
                               "call")
        assert "boom" in text and "raise error" in text
    with pytest.raises(StopIteration):
        next(batches)


def test_errors_before_the_first_batch():
    def wrong(worker):
        raise RuntimeError("wrong in init_fn")

    class Broken(IterableDataset):
        def __iter__(self):
            raise RuntimeError("wrong in __iter__")

    with pytest.raises(RuntimeError, match="wrong in init_fn"):
        list(DataLoader(range(4), num_workers=2, worker_init_fn=wrong))
    for workers in (0, 1):
        with pytest.raises(RuntimeError, match="wrong in __iter__"):
            list(DataLoader(Broken(), num_workers=workers))


def test_what_cannot_be_sent():
    with pytest.raises(Exception, match="(?s)in DataLoader worker process 0.*pickle") as info:
        list(DataLoader(Answers(lambda i: lambda: i), batch_size=None, num_workers=1))
    assert "Original Traceback" in str(info.value)


@pytest.mark.parametrize("end, text", [
    (lambda i: os._exit(3), r"DataLoader worker \(pid\(s\) \d+\) exited unexpectedly"),
    (lambda i: os.kill(os.getpid(), signal.SIGKILL), r"DataLoader worker \(pid \d+\) is killed by signal: Killed. "),
    (lambda i: sys.exit(4), r"DataLoader worker \(pid\(s\) \d+\) exited unexpectedly")])
def test_a_worker_that_dies(end, text):
    with pytest.raises(RuntimeError, match=text):
        list(DataLoader(Answers(end), num_workers=2))


def test_timeout():
    start = time.monotonic()
    with pytest.raises(RuntimeError, match="DataLoader timed out after 0.3 seconds"):
        list(DataLoader(Answers(lambda i: time.sleep(1.5)), num_workers=1, timeout=0.3))
    assert time.monotonic() - start < 5


def test_tensors_of_every_kind_travel():
    values = [torch.ones(2, dtype=torch.bfloat16), torch.tensor(1 + 2j), torch.nn.Parameter(torch.ones(2)), torch.arange(6)[::2],
              torch.ones(1, requires_grad=True)]
    for sent, got in zip(values, DataLoader(values, batch_size=None, num_workers=1)):
        assert type(got) is type(sent) and got.dtype is sent.dtype and torch.equal(got, sent)
        assert got.requires_grad == sent.requires_grad


def test_large_indices_do_not_block():
    batches = [torch.arange(40000).tolist()] * 8
    sizes = [len(batch) for batch in DataLoader(Answers(lambda i: i, 40000), batch_sampler=batches, num_workers=1)]
    assert sizes == [40000] * 8


PROGRAM = """
import signal, sys, time
import rushlight as torch
from rushlight.utils.data import DataLoader, Dataset

signal.signal(signal.SIGINT, signal.default_int_handler)        # which whoever runs in the background ignores

class Slow(Dataset):
    def __len__(self):
        return 1000

    def __getitem__(self, i):
        time.sleep(0.02)
        return i

batches = iter(DataLoader(Slow(), num_workers=2))
next(batches)
print(*[worker.pid for worker in batches._workers], flush=True)
for batch in batches:
    pass
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_behind(number):
    """Ctrl-C reaches the whole group; a parent that is killed is missed by its workers."""
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    pids = [int(pid) for pid in process.stdout.readline().split()]
    os.killpg(process.pid, number) if number == signal.SIGINT else process.kill()
    _, errors = process.communicate(timeout=20)
    if number == signal.SIGINT:
        assert process.returncode != 0 and errors.count("KeyboardInterrupt") == 1
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline and any(is_alive(pid) for pid in pids):
        time.sleep(0.05)
    assert len(pids) == 2 and not any(is_alive(pid) for pid in pids)


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
