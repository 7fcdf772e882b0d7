"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.distributions.one_hot_categorical import OfCategorical
from rushlight.distributions.relaxed_bernoulli import Relaxed
from rushlight.tensor import Tensor


class ExpRelaxedCategorical(OfCategorical):
    temperature: Any
    arg_constraints: Any
    support: Any
    has_rsample: bool
    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: Any = None) -> None: ...
    def rsample(self, sample_shape: Any = ...) -> Tensor: ...
    def log_prob(self, value: Any) -> Tensor: ...

class RelaxedOneHotCategorical(Relaxed):
    arg_constraints: Any
    support: Any
    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: Any = None) -> None: ...
