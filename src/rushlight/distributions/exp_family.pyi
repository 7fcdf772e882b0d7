"""Written by tools/make_stubs.py: do not edit."""
from rushlight.distributions.distribution import Distribution
from rushlight.tensor import Tensor


class ExponentialFamily(Distribution):
    def entropy(self) -> Tensor: ...
