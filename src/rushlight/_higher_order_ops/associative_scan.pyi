"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

def associative_scan(combine_fn: Any, xs: Any, dim: Any, reverse: bool = False, combine_mode: str = 'pointwise') -> Any: ...
