"""What a worker process does: it fetches the batches whose numbers and indices it is sent."""
from __future__ import annotations

import os
import queue
import random
import threading
from dataclasses import dataclass

import numpy as np

from rushlight._utils import ExceptionWrapper
from rushlight.backends.threads import set_num_threads
from rushlight.random import manual_seed
from rushlight.utils.data._utils.fetch import _DatasetKind

MP_STATUS_CHECK_INTERVAL = 5.0          # seconds between two looks at whether the other side is still there
_worker_info = None


@dataclass(frozen=True)
class WorkerInfo:
    """What a worker knows of itself. `dataset` is its own copy."""
    id: int
    num_workers: int
    seed: int
    dataset: object
    rng: object = None
    worker_method: str = "multiprocessing"


def get_worker_info():
    """What the worker that asks knows of itself; None in the main process."""
    return _worker_info


@dataclass(frozen=True)
class Task:
    """Everything a worker is told when it starts."""
    kind: int
    dataset: object
    auto_collation: bool
    collate_fn: object
    drop_last: bool
    base_seed: int
    init_fn: object
    worker_id: int
    num_workers: int
    persistent: bool


class Resume:
    """Sent to persistent workers at the start of an epoch, and sent back as a receipt."""


class Ended:
    """Sent back by a worker whose share of an iterable data set is exhausted."""


def _generate_state(base_seed, worker_id):
    """The four words that seed a worker's NumPy."""
    low, high = base_seed & 0xffffffff, base_seed >> 32
    return tuple(int(word) for word in np.random.SeedSequence([worker_id, low, high, 0]).generate_state(4))


def work(task, index_queue, results):
    """The life of a worker. It ends when it is told to, when its parent is gone, or with Ctrl-C."""
    try:
        _serve(task, index_queue, _Sender(results, task))
    except KeyboardInterrupt:
        pass                            # the main process raises it too, and ends the others


def _serve(task, index_queue, sender):
    fetcher, failure = _make_fetcher(task, _begin(task))
    for message in _messages(index_queue):
        if isinstance(message, Resume):
            fetcher, failure = _make_fetcher(task, None)
            sender.put((None, message))
            continue
        number, index = message
        data = failure or _fetch(fetcher, index, task)
        sender.put((number, data))
        if isinstance(data, Ended) and not task.persistent:
            return sender.finish()
        if failure and task.kind == _DatasetKind.Iterable:
            failure = Ended()           # indices never run out


def _begin(task):
    """Sets up a fresh process. Returns what went wrong in the user's init_fn, or None."""
    global _worker_info
    set_num_threads(1)
    seed = task.base_seed + task.worker_id
    random.seed(seed)
    manual_seed(seed)
    np.random.seed(_generate_state(task.base_seed, task.worker_id))
    _worker_info = WorkerInfo(task.worker_id, task.num_workers, seed, task.dataset)
    try:
        if task.init_fn is not None:
            task.init_fn(task.worker_id)
    except Exception:
        return _wrapped(task)
    return None


def _make_fetcher(task, failure):
    """The fetcher, and None; or None, and what went wrong."""
    if failure is not None:
        return None, failure
    try:
        return _DatasetKind.create_fetcher(task.kind, task.dataset, task.auto_collation, task.collate_fn, task.drop_last), None
    except Exception:
        return None, _wrapped(task)


def _fetch(fetcher, index, task):
    try:
        return fetcher.fetch(index)
    except Exception as error:
        if isinstance(error, StopIteration) and task.kind == _DatasetKind.Iterable:
            return Ended()
        return _wrapped(task)


def _wrapped(task):
    return ExceptionWrapper(where=f"in DataLoader worker process {task.worker_id}")


def _messages(index_queue):
    """What the main process sends, until it says None or is no longer there."""
    parent = os.getppid()
    while True:
        try:
            message = index_queue.get(timeout=MP_STATUS_CHECK_INTERVAL)
        except queue.Empty:
            if os.getppid() != parent:
                return
            continue
        if message is None:
            return
        yield message


class _Sender:
    """Sends results from a thread of its own: the next batch is fetched while the main process is busy."""

    def __init__(self, connection, task):
        self.connection, self.task, self.waiting = connection, task, queue.SimpleQueue()
        self.put = self.waiting.put
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def finish(self):
        """Returns when everything is sent."""
        self.put(None)
        self.thread.join()

    def _run(self):
        while (message := self.waiting.get()) is not None:
            try:
                self.connection.send(message)
            except OSError:
                return                  # nobody listens any more
            except Exception:
                self.connection.send((message[0], _wrapped(self.task)))
