"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

from multiprocessing import *
from rushlight.multiprocessing.reductions import init_reductions as init_reductions
from rushlight.multiprocessing import reductions as reductions
from rushlight.multiprocessing.spawn import spawn as spawn
from rushlight.multiprocessing.spawn import start_processes as start_processes
def get_all_sharing_strategies() -> set[str]: ...
def get_sharing_strategy() -> str: ...
def set_sharing_strategy(new_strategy: Any) -> None: ...
