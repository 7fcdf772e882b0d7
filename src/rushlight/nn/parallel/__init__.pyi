"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

from rushlight.nn.parallel.data_parallel import DataParallel as DataParallel
from rushlight.nn.parallel.distributed import DistributedDataParallel as DistributedDataParallel
from rushlight.nn.parallel.data_parallel import data_parallel as data_parallel
from rushlight.nn.parallel import distributed as distributed
from rushlight.nn.parallel import scatter_gather as scatter_gather
def refusing(owner: Any, names: Any) -> Any:
    """A `__getattr__` for the module `owner`: functions that refuse calls; for capitalised names, classes without instances."""
def __getattr__(name: str) -> Any: ...
