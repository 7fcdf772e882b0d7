"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.distributions.transformed_distribution import TransformedDistribution


class LogisticNormal(TransformedDistribution):
    arg_constraints: Any
    support: Any
    has_rsample: bool
    def __init__(self, loc: Any, scale: Any, validate_args: Any = None) -> None: ...
    @property
    def loc(self) -> Any: ...
    @property
    def scale(self) -> Any: ...
