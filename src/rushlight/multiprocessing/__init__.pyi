"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

from multiprocessing import *
from rushlight.multiprocessing.reductions import init_reductions as init_reductions
from rushlight.multiprocessing import reductions as reductions
from rushlight.multiprocessing.spawn import spawn as spawn
from rushlight.multiprocessing.spawn import start_processes as start_processes
Array: Any
Barrier: Any
BoundedSemaphore: Any
Condition: Any
Event: Any
JoinableQueue: Any
Lock: Any
Manager: Any
Pipe: Any
Pool: Any
Queue: Any
RLock: Any
RawArray: Any
RawValue: Any
Semaphore: Any
SimpleQueue: Any
Value: Any
allow_connection_pickling: Any
cpu_count: Any
freeze_support: Any
get_all_start_methods: Any
get_context: Any
get_logger: Any
get_start_method: Any
log_to_stderr: Any
set_executable: Any
set_forkserver_preload: Any
set_start_method: Any
def get_all_sharing_strategies() -> set[str]: ...
def get_sharing_strategy() -> str: ...
def set_sharing_strategy(new_strategy: Any) -> None: ...
