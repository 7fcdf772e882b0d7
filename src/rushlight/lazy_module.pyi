"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

def load_lazily(name: Any) -> Any: ...

class LazyModule:
    @property
    def __dict__(self) -> Any: ...
