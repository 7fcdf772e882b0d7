"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.tensor import Tensor
from rushlight.distributions.transformed_distribution import TransformedDistribution


class Pareto(TransformedDistribution):
    scale: Any
    alpha: float
    arg_constraints: Any
    def __init__(self, scale: Any, alpha: float, validate_args: Any = None) -> None: ...
    @property
    def support(self) -> Any: ...
    @property
    def mean(self) -> Tensor: ...
    @property
    def mode(self) -> Any: ...
    @property
    def variance(self) -> Tensor: ...
    def entropy(self) -> Tensor: ...
