"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

from rushlight.utils.benchmark.measurement import Measurement as Measurement
from rushlight.utils.benchmark.timer import Timer as Timer
from rushlight.utils.benchmark import measurement as measurement
def refusing(owner: Any, names: Any) -> Any:
    """A `__getattr__` for the module `owner`: functions that refuse calls; for capitalised names, classes without instances."""
def __getattr__(name: str) -> Any: ...
