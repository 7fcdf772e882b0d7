"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.distributions.half_normal import Folded
from rushlight.tensor import Tensor


class HalfCauchy(Folded):
    def __init__(self, scale: Any, validate_args: Any = None) -> None: ...
    @property
    def mean(self) -> Tensor: ...
    @property
    def variance(self) -> Tensor: ...
