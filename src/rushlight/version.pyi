"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

cuda: Any
debug: bool
hip: Any
xpu: Any

class TorchVersion(str):
    def __lt__(self, other: Any) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    def __ne__(self, other: Any) -> bool: ...  # type: ignore[override]
