"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.dtypes import dtype


class LinearCrossEntropyOptions:
    def __post_init__(self) -> Any: ...
    def __init__(self, allow_retain_graph: bool = False, batch_chunk_size: int | None = None, chunking_method: str | None = 'auto', acc_policy: str = 'auto', acc_dtype: dtype | None = None) -> None: ...
    def __eq__(self, other: Any) -> bool: ...  # type: ignore[override]
    def __setattr__(self, name: Any, value: Any) -> None: ...
    def __delattr__(self, name: Any) -> None: ...
    acc_dtype: Any
    acc_policy: Any
    allow_retain_graph: Any
    batch_chunk_size: Any
    chunking_method: Any
