"""One pass over a DataLoader whose batches worker processes fetch.

# Note [Between a loader and its workers]
Batches are numbered as the sampler gives their indices, and dealt out in turn, `prefetch_factor` ahead for each worker. A worker
has a queue for indices, which a thread of the main process feeds, and a pipe for results, which a thread of the worker feeds:
neither side ever waits for the other to read. The main process waits for all pipes and for the death of workers at once, so a
worker that dies is noticed immediately. Workers leave when they are told to, or when they find that their parent is gone.
"""
from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import time
import weakref
from multiprocessing.connection import wait

from rushlight import multiprocessing as _tensors_travel                                        # noqa: F401
from rushlight._utils import ExceptionWrapper
from rushlight.utils.data._utils.worker import MP_STATUS_CHECK_INTERVAL, Ended, Resume, Task, work
from rushlight.utils.data.iterators import _BaseDataLoaderIter

_WAITING = object()


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """A pass that hands out indices and gathers batches."""

    def __init__(self, loader):
        super().__init__(loader)
        self._prefetch_factor, self._in_order = loader.prefetch_factor, loader.in_order
        self._start_workers(loader)
        self._deal()

    def _start_workers(self, loader):
        context = loader.multiprocessing_context or multiprocessing
        self._workers, self._index_queues, self._pipes = [], [], []
        for number in range(self._num_workers):
            task = Task(self._dataset_kind, self._dataset, self._auto_collation, self._collate_fn, self._drop_last,
                        self._base_seed,
                        loader.worker_init_fn, number, self._num_workers, self._persistent_workers)
            index_queue = context.Queue()
            index_queue.cancel_join_thread()
            results, sending = context.Pipe(duplex=False)
            worker = context.Process(target=work, args=(task, index_queue, sending), daemon=True)
            worker.start()
            sending.close()             # the worker has the only other end: when it dies, ours says so
            self._workers.append(worker)
            self._index_queues.append(index_queue)
            self._pipes.append(results)
        self._finalizer = weakref.finalize(self, _shut_down, os.getpid(), self._workers, self._index_queues, self._pipes)

    def _deal(self):
        """Starts an epoch: the first batches for every worker."""
        self._tasks = {}                # batch number -> [worker, its data once that has come], in order
        self._numbers, self._turns = itertools.count(), itertools.cycle(range(self._num_workers))
        self._active, self._load = [True] * self._num_workers, [0] * self._num_workers
        for _ in range(self._prefetch_factor * self._num_workers):
            self._send_index()

    def _reset(self, loader):
        """Starts another epoch with the same workers. What the last one still had to come is received, and forgotten."""
        self._tasks, self._active = {}, [True] * self._num_workers
        self._begin(loader)
        for index_queue in self._index_queues:
            index_queue.put(Resume())
        waiting = set(range(self._num_workers))
        while waiting:
            worker, (_, data) = self._receive()
            if isinstance(data, Resume):
                waiting.discard(worker)
        self._deal()

    # ---------------------------------------------------------------- dealing out

    def _send_index(self):
        """Gives the next indices to the next worker that has not run out of data."""
        worker = self._next_worker()
        if worker is None:
            return
        try:
            index = self._next_index()
        except StopIteration:
            return
        number = next(self._numbers)
        self._tasks[number] = [worker, _WAITING]
        self._load[worker] += 1
        self._index_queues[worker].put((number, index))

    def _next_worker(self):
        """The worker whose turn it is; where order does not matter, the next that is not busy enough."""
        for worker in itertools.islice(self._turns, self._num_workers):
            if self._active[worker] and (self._in_order or self._load[worker] < self._prefetch_factor):
                return worker
        return None

    # ---------------------------------------------------------------- gathering

    def _next_data(self):
        while True:
            number = self._next_number()
            if number is None:
                if not self._persistent_workers:
                    self._shutdown_workers()
                raise StopIteration
            if self._tasks[number][1] is not _WAITING:
                return self._take(number)
            worker, (number, data) = self._receive()
            if isinstance(data, Ended):
                self._active[worker] = False
                del self._tasks[number]
                self._send_index()
                continue
            self._tasks[number][1] = data
            if not self._in_order:
                return self._take(number)

    def _next_number(self):
        """The first batch that can still come; None if there is none."""
        for number, (worker, data) in list(self._tasks.items()):
            if data is not _WAITING or self._active[worker]:
                return number
            del self._tasks[number]
        return None

    def _take(self, number):
        worker, data = self._tasks.pop(number)
        self._load[worker] -= 1
        self._send_index()
        if isinstance(data, ExceptionWrapper):
            data.reraise()
        return data

    def _receive(self):
        """(worker, message): the next that any worker sends. RuntimeError if one dies, or after `timeout` seconds."""
        pipes = {self._pipes[worker]: worker for worker in range(self._num_workers) if self._active[worker]}
        deadline = time.monotonic() + self._timeout if self._timeout > 0 else None
        ready = wait([*pipes, *[self._workers[worker].sentinel for worker in pipes.values()]],
                     None if deadline is None else max(0.0, deadline - time.monotonic()))
        if not ready:
            self._shutdown_workers()
            raise RuntimeError(f"DataLoader timed out after {self._timeout} seconds")
        for pipe in ready:
            if pipe in pipes:
                try:
                    return pipes[pipe], pipe.recv()
                except EOFError:
                    self._fail(self._workers[pipes[pipe]])
        self._fail(next(worker for worker in self._workers if worker.sentinel in ready))

    def _fail(self, worker):
        """Raises, for a worker that died."""
        worker.join(MP_STATUS_CHECK_INTERVAL)
        pid, code = worker.pid, worker.exitcode
        self._shutdown_workers()
        if code is not None and code < 0:
            raise RuntimeError(f"DataLoader worker (pid {pid}) is killed by signal: {signal.strsignal(-code)}. ")
        raise RuntimeError(f"DataLoader worker (pid(s) {pid}) exited unexpectedly")

    def _shutdown_workers(self):
        self._finalizer()


def _shut_down(owner, workers, index_queues, pipes):
    """Ends the workers: asks them, waits, and makes those that do not answer."""
    if os.getpid() != owner:
        return                          # a forked process has copies of the loaders of its parent, and no say over their workers
    for pipe in pipes:
        pipe.close()
    for index_queue in index_queues:
        index_queue.put(None)
    deadline = time.monotonic() + MP_STATUS_CHECK_INTERVAL
    for worker in workers:
        worker.join(max(0.0, deadline - time.monotonic()))
        if worker.is_alive():
            worker.terminate()
            worker.join()
    for index_queue in index_queues:
        index_queue.close()
