"""torch.multiprocessing: Python's, with tensors that travel between processes."""
from __future__ import annotations

import multiprocessing
from multiprocessing import *                                                                   # noqa: F403

from rushlight.multiprocessing.reductions import init_reductions
from rushlight.multiprocessing.spawn import (                                                   # noqa: F401
    ProcessContext, ProcessExitedException, ProcessRaisedException, SpawnContext, spawn, start_processes)

__all__ = [*multiprocessing.__all__, "get_all_sharing_strategies", "get_sharing_strategy", "init_reductions",
           "set_sharing_strategy", "spawn", "start_processes"]
_strategy = "file_descriptor"


def get_all_sharing_strategies():
    """The names that set_sharing_strategy takes."""
    return {"file_descriptor", "file_system"}


def get_sharing_strategy():
    """The name that was set last."""
    return _strategy


def set_sharing_strategy(new_strategy):
    """Chooses between two ways of sharing memory that spare file descriptors or files. Memory here has no name in either, so
    nothing changes.
    """
    global _strategy
    if new_strategy not in get_all_sharing_strategies():
        raise AssertionError(f"unknown sharing strategy {new_strategy!r}")
    _strategy = new_strategy


init_reductions()
