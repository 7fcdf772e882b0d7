"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.dtypes import dtype


class SobolEngine:
    seed: int | None
    scramble: bool
    dimension: Any
    sobolstate: Any
    shift: Any
    quasi: Any
    num_generated: Any
    MAXBIT: Any
    MAXDIM: Any
    def __init__(self, dimension: Any, scramble: bool = False, seed: int | None = None) -> None: ...
    def reset(self) -> Any: ...
    def fast_forward(self, n: Any) -> Any: ...
    def draw(self, n: Any = 1, out: Any = None, dtype: dtype | None = None) -> Any: ...
    def draw_base2(self, m: Any, out: Any = None, dtype: dtype | None = None) -> Any: ...
