"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

def get_printoptions() -> Any:
    """The present print options, as a dictionary."""
def set_printoptions(precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None, profile: Any = None, sci_mode: Any = None) -> None:
    """Sets how tensors print: digits, when to summarise, items shown at each edge, columns, scientific mode or not."""
