"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

def skip_init(module_cls: Any, *args: Any, **kwargs: Any) -> Any: ...
