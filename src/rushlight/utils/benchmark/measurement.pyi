"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.tensor import Tensor


class Measurement:
    number_per_run: int
    raw_times: list
    stmt: str
    num_threads: Any
    label: Any
    sub_label: Any
    description: Any
    @property
    def times(self) -> Any: ...
    @property
    def mean(self) -> Tensor: ...
    @property
    def median(self) -> Any: ...
    @property
    def iqr(self) -> Any: ...
    @property
    def title(self) -> Any: ...
    def __init__(self, number_per_run: int, raw_times: list, stmt: str, num_threads: int = 1, label: str | None = None, sub_label: str | None = None, description: str | None = None) -> None: ...
    def __eq__(self, other: Any) -> bool: ...
