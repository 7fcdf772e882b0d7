"""A function run in several processes, and what became of them."""
from __future__ import annotations

import multiprocessing
import signal
import sys
import time
import traceback
import warnings
from multiprocessing import connection


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Runs fn(i, *args) in `nprocs` processes, i from 0. The first that fails ends the others, and its error is raised here.

    Returns None when all have ended, or without `join` at once, the SpawnContext to join.
    """
    if start_method != "spawn":
        warnings.warn(f"This method only supports start_method=spawn (got: {start_method}).\nTo use a different start_method use:"
                      "\n\t\t torch.multiprocessing.start_processes(...)", FutureWarning, stacklevel=2)
    return start_processes(fn, args, nprocs, join, daemon, start_method="spawn")


def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """As `spawn`, for processes that are started in any of Python's ways."""
    context = multiprocessing.get_context(start_method)
    processes, errors = [], []
    for index in range(nprocs):
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=_run, args=(fn, index, args, sender), daemon=daemon)
        process.start()
        sender.close()
        processes.append(process)
        errors.append(receiver)
    started = SpawnContext(processes, errors)
    if not join:
        return started
    while not started.join():
        pass


def _run(fn, index, args, errors):
    """What a process does: an error that nobody catches is told to the parent."""
    try:
        fn(index, *args)
    except KeyboardInterrupt:                           # the parent was interrupted too
        pass
    except Exception:
        errors.send(traceback.format_exc())
        sys.exit(1)


class ProcessContext:
    """Processes that run; `errors` has a connection for each, through which it says what it died of."""

    def __init__(self, processes, errors):
        self.processes, self.errors = processes, errors
        self.sentinels = {process.sentinel: index for index, process in enumerate(processes)}

    def pids(self):
        """The number of each process."""
        return [process.pid for process in self.processes]

    def join(self, timeout=None, grace_period=None):
        """Waits until one of them ends, `timeout` seconds at most. Returns whether all have ended.

        If one failed the others are ended, after `grace_period` seconds in which they may end by themselves, and
        ProcessRaisedException or ProcessExitedException says what happened.
        """
        if not self.sentinels:
            return True
        for sentinel in connection.wait(list(self.sentinels), timeout):
            index = self.sentinels.pop(sentinel)
            self.processes[index].join()
            if self.processes[index].exitcode:
                self._end_all(grace_period)
                raise self._error(index)
            self.errors[index].close()
        return not self.sentinels

    def _end_all(self, grace_period):
        if grace_period:
            self._wait_for_all(grace_period)
        for process in self.processes:
            process.terminate()
        self._wait_for_all(_PATIENCE)
        for process in self.processes:
            process.kill()
            process.join()

    def _wait_for_all(self, seconds):
        end = time.monotonic() + seconds
        for process in self.processes:
            process.join(max(0, end - time.monotonic()))

    def _error(self, index):
        """What to raise for a process that failed."""
        process, code = self.processes[index], self.processes[index].exitcode
        told = _last_words(self.errors[index])
        for receiver in self.errors:
            receiver.close()
        self.sentinels.clear()
        if told is not None:
            text = f"\n\n-- Process {index} terminated with the following error:\n{told}"
            return ProcessRaisedException(text, index, process.pid)
        if code > 0:
            return ProcessExitedException(f"process {index} terminated with exit code {code}", index, process.pid, code)
        name = signal.Signals(-code).name
        return ProcessExitedException(f"process {index} terminated with signal {name}", index, process.pid, code, name)


_PATIENCE = 30              # seconds for a process that was asked to end


def _last_words(receiver):
    try:
        return receiver.recv()
    except EOFError:
        return None


class SpawnContext(ProcessContext):
    """What spawn(join=False) returns."""


class ProcessException(Exception):
    """A process failed: its place among the others, and its number."""

    def __init__(self, msg, error_index, error_pid):
        super().__init__(msg)
        self.msg, self.error_index, self.error_pid = msg, error_index, error_pid

    def __reduce__(self):
        return type(self), tuple(vars(self).values())


class ProcessRaisedException(ProcessException):
    """A process raised an error, which the message tells."""


class ProcessExitedException(ProcessException):
    """A process ended with an exit code, or by a signal."""

    def __init__(self, msg, error_index, error_pid, exit_code, signal_name=None):
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name
