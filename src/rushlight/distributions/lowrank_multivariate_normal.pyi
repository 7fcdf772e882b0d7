"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.distributions.distribution import Distribution
from rushlight.tensor import Tensor


class LowRankMultivariateNormal(Distribution):
    loc: Any
    cov_diag: Any
    cov_factor: Any
    def expand(self, batch_shape: Any, _instance: Any = None) -> Any: ...
    arg_constraints: Any
    support: Any
    has_rsample: bool
    def __init__(self, loc: Any, cov_factor: Any, cov_diag: Any, validate_args: Any = None) -> None: ...
    @property
    def mean(self) -> Tensor: ...
    @property
    def mode(self) -> Any: ...
    variance: Any
    scale_tril: Any
    covariance_matrix: Any
    precision_matrix: Any
    def rsample(self, sample_shape: Any = ...) -> Tensor: ...
    def log_prob(self, value: Any) -> Tensor: ...
    def entropy(self) -> Tensor: ...
