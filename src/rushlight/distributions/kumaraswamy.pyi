"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.tensor import Tensor
from rushlight.distributions.transformed_distribution import TransformedDistribution


class Kumaraswamy(TransformedDistribution):
    concentration1: Any
    concentration0: Any
    arg_constraints: Any
    support: Any
    has_rsample: bool
    def __init__(self, concentration1: Any, concentration0: Any, validate_args: Any = None) -> None: ...
    @property
    def mean(self) -> Tensor: ...
    @property
    def mode(self) -> Any: ...
    @property
    def variance(self) -> Tensor: ...
    def entropy(self) -> Tensor: ...
