"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.distributions.distribution import Distribution
from rushlight.tensor import Tensor
from rushlight.distributions.transformed_distribution import TransformedDistribution


class LogitRelaxedBernoulli(Distribution):
    temperature: Any
    def expand(self, batch_shape: Any, _instance: Any = None) -> Any: ...
    @property
    def param_shape(self) -> Any: ...
    probs: Any
    logits: Any
    arg_constraints: Any
    support: Any
    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: Any = None) -> None: ...
    def rsample(self, sample_shape: Any = ...) -> Tensor: ...
    def log_prob(self, value: Any) -> Tensor: ...

class Relaxed(TransformedDistribution):
    has_rsample: bool
    @property
    def temperature(self) -> Any: ...
    @property
    def logits(self) -> Any: ...
    @property
    def probs(self) -> Any: ...

class RelaxedBernoulli(Relaxed):
    arg_constraints: Any
    support: Any
    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: Any = None) -> None: ...
