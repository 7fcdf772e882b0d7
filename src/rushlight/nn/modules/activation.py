"""Activations as layers."""
from __future__ import annotations

import warnings

from rushlight.dispatch.namespace import tensors as ops
from rushlight.nn import functional as F
from rushlight.nn import init
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module
from rushlight.nn.modules.multihead_attention import MultiheadAttention
from rushlight.nn.parameter import Parameter

__all__ = [
    "CELU", "ELU", "GELU", "GLU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU", "LogSigmoid", "LogSoftmax",
    "Mish", "MultiheadAttention", "PReLU", "RReLU", "ReLU", "ReLU6", "SELU", "SiLU", "Sigmoid", "Softmax", "Softmax2d", "Softmin",
    "Softplus", "Softshrink", "Softsign", "Tanh", "Tanhshrink", "Threshold"]

# ---------------------------------------------------------------- bounded below


@layer("")
class ReLU(Module):
    """The positive elements, and 0 for the others."""
    inplace: bool = False

    def forward(self, input):
        return F.relu(input, self.inplace)


@layer("threshold={threshold}, value={value}")
class Threshold(Module):
    """The elements above `threshold`, and `value` for the others."""
    threshold: float
    value: float
    inplace: bool = False

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)


@layer("negative_slope={negative_slope}")
class LeakyReLU(Module):
    """The positive elements, and `negative_slope` times the others."""
    negative_slope: float = 0.01
    inplace: bool = False

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)


@layer("lower={lower}, upper={upper}")
class RReLU(Module):
    """The positive elements, and the others times a slope drawn from [lower, upper]; its middle in evaluation."""
    lower: float = 1.0 / 8
    upper: float = 1.0 / 3
    inplace: bool = False

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


@layer("num_parameters={num_parameters}")
class PReLU(Module):
    """The positive elements, and the others times a slope that is learned: one, or one per channel."""
    __constants__ = ["num_parameters"]

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = Parameter(ops.empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self):
        init.constant_(self.weight, self.init)

    def forward(self, input):
        return F.prelu(input, self.weight)


@layer("alpha={alpha}")
class ELU(Module):
    """The positive elements, and `alpha * (e**x - 1)` for the others."""
    alpha: float = 1.0
    inplace: bool = False

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)


@layer("alpha={alpha}")
class CELU(Module):
    """The positive elements, and `alpha * (e**(x / alpha) - 1)` for the others."""
    alpha: float = 1.0
    inplace: bool = False

    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


@layer("")
class SELU(Module):
    """ELU with the constants that keep mean 0 and variance 1 from layer to layer."""
    inplace: bool = False

    def forward(self, input):
        return F.selu(input, self.inplace)


@layer("approximate={approximate!r}")
class GELU(Module):
    """x times the share of a normal distribution below x."""
    approximate: str = "none"

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)


@layer("")
class SiLU(Module):
    """x sigmoid(x)."""
    inplace: bool = False

    def forward(self, input):
        return F.silu(input, self.inplace)


@layer("")
class Mish(Module):
    """x tanh(softplus(x))."""
    inplace: bool = False

    def forward(self, input):
        return F.mish(input, self.inplace)


@layer()
class Hardswish(Module):
    """x hardsigmoid(x)."""
    inplace: bool = False

    def forward(self, input):
        return F.hardswish(input, self.inplace)


@layer("beta={beta}, threshold={threshold}")
class Softplus(Module):
    """log(1 + e**(beta x)) / beta, a smooth ReLU; x itself where beta x is above `threshold`."""
    beta: float = 1.0
    threshold: float = 20.0

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)


@layer("dim={dim}")
class GLU(Module):
    """The first half along `dim` times the sigmoid of the second."""
    dim: int = -1

    def forward(self, input):
        return F.glu(input, self.dim)

# ---------------------------------------------------------------- bounded on both sides


@layer("min_val={min_val}, max_val={max_val}")
class Hardtanh(Module):
    """Each element clamped to [min_val, max_val]."""
    __constants__ = ["min_val", "max_val", "inplace"]

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__()
        min_val, max_val = _renamed("min_val", min_val, min_value), _renamed("max_val", max_val, max_value)
        self.min_val, self.max_val, self.inplace = min_val, max_val, inplace
        if max_val <= min_val:
            raise AssertionError(f"max_val ({max_val}) must be greater than min_val ({min_val})")

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)


def _renamed(name, value, old):
    if old is None:
        return value
    warnings.warn(f"keyword argument `{name}ue` is deprecated and renamed to `{name}`", FutureWarning, stacklevel=3)
    return old


@layer("")
class ReLU6(Hardtanh):
    """Each element clamped to [0, 6]."""

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)


class Sigmoid(Module):
    """1 / (1 + e**-x)."""

    def forward(self, input):
        return ops.sigmoid(input)


class LogSigmoid(Module):
    """The logarithm of the sigmoid."""

    def forward(self, input):
        return F.logsigmoid(input)


@layer()
class Hardsigmoid(Module):
    """x / 6 + 1/2, clamped to [0, 1]."""
    inplace: bool = False

    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)


class Tanh(Module):
    """The hyperbolic tangent."""

    def forward(self, input):
        return ops.tanh(input)


class Softsign(Module):
    """x / (1 + |x|)."""

    def forward(self, input):
        return F.softsign(input)

# ---------------------------------------------------------------- shrinkage


class Tanhshrink(Module):
    """x - tanh(x)."""

    def forward(self, input):
        return F.tanhshrink(input)


@layer("{lambd}")
class Hardshrink(Module):
    """x, and 0 where |x| is at most `lambd`."""
    lambd: float = 0.5

    def forward(self, input):
        return F.hardshrink(input, self.lambd)


@layer("{lambd}")
class Softshrink(Module):
    """x moved towards 0 by `lambd`, and 0 where |x| is at most `lambd`."""
    lambd: float = 0.5

    def forward(self, input):
        return F.softshrink(input, self.lambd)

# ---------------------------------------------------------------- along a dimension


@layer("dim={dim}")
class Softmax(Module):
    """e**x, scaled to add up to 1 along `dim`."""
    dim: int | None = None

    def forward(self, input):
        return F.softmax(input, self.dim, _stacklevel=5)


@layer("dim={dim}")
class Softmin(Module):
    """The softmax of -x along `dim`."""
    dim: int | None = None

    def forward(self, input):
        return F.softmin(input, self.dim, _stacklevel=5)


@layer("dim={dim}")
class LogSoftmax(Module):
    """The logarithm of the softmax along `dim`."""
    dim: int | None = None

    def forward(self, input):
        return F.log_softmax(input, self.dim, _stacklevel=5)


class Softmax2d(Module):
    """The softmax over the channels of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return F.softmax(input, -3, _stacklevel=5)
