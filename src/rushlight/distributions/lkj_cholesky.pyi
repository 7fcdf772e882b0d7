"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.distributions.distribution import Distribution
from rushlight.tensor import Tensor


class LKJCholesky(Distribution):
    dim: int | None
    concentration: float
    def expand(self, batch_shape: Any, _instance: Any = None) -> Any: ...
    arg_constraints: Any
    support: Any
    def __init__(self, dim: int | None, concentration: float = 1.0, validate_args: Any = None) -> None: ...
    def sample(self, sample_shape: Any = ...) -> Tensor: ...
    def log_prob(self, value: Any) -> Tensor: ...
