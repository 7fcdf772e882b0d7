"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from typing import overload

strided: layout
sparse_coo: layout
jagged: layout
sparse_csr: layout
sparse_csc: layout
sparse_bsr: layout
sparse_bsc: layout
contiguous_format: memory_format
preserve_format: memory_format
legacy_contiguous_format: memory_format
channels_last: memory_format
channels_last_3d: memory_format

class Size(tuple[int, ...]):
    def numel(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Size: ...
    def __add__(self, other: tuple[int, ...]) -> Size: ...
    def __radd__(self, other: Any) -> Any: ...
    def __mul__(self, count: int) -> Size: ...
    def __rmul__(self, count: int) -> Size: ...

class _Named:
    name: Any
    def __init__(self, name: Any) -> None: ...

class layout(_Named): ...

class memory_format(_Named): ...
