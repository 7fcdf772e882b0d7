"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

CUDA_HOME: Any
ROCM_HOME: Any
def refusing(owner: Any, names: Any) -> Any:
    """A `__getattr__` for the module `owner`: functions that refuse calls; for capitalised names, classes without instances."""
def __getattr__(name: str) -> Any: ...
