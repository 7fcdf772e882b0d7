"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.tensor import Tensor
from rushlight.distributions.transformed_distribution import TransformedDistribution


class Weibull(TransformedDistribution):
    scale: Any
    concentration: Any
    arg_constraints: Any
    support: Any
    def __init__(self, scale: Any, concentration: Any, validate_args: Any = None) -> None: ...
    @property
    def concentration_reciprocal(self) -> Any: ...
    @property
    def mean(self) -> Tensor: ...
    @property
    def mode(self) -> Any: ...
    @property
    def variance(self) -> Tensor: ...
    def entropy(self) -> Tensor: ...
