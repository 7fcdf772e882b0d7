"""Layer, group, root-mean-square and local response normalisation."""
from __future__ import annotations

import numbers

from rushlight.dispatch.namespace import tensors as ops
from rushlight.nn import functional as F
from rushlight.nn import init
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module
from rushlight.nn.parameter import Parameter


@layer("{size}, alpha={alpha}, beta={beta}, k={k}")
class LocalResponseNorm(Module):
    """Each element divided by what its neighbours among the channels amount to."""
    size: int
    alpha: float = 1e-4
    beta: float = 0.75
    k: float = 1.0

    def forward(self, input):
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)


@layer("{size}, alpha={alpha}, beta={beta}, k={k}")
class CrossMapLRN2d(Module):
    """Each element of (N, C, H, W) divided by what its neighbours among the channels amount to, as Torch 7 computed it."""
    size: int
    alpha: float = 1e-4
    beta: float = 0.75
    k: float = 1

    def forward(self, input):
        if input.dim() != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.dim()}D instead.")
        half, channels, squares = (self.size - 1) // 2, input.size(1), input * input
        padded = F.pad(squares, (0, 0, 0, 0, half, half))
        near = sum(padded.narrow(1, offset, channels) for offset in range(2 * half + 1))
        stuck = squares[:, :1] * (ops.arange(channels) > half).view(-1, 1, 1)          # the first channel never leaves the sum
        return input * (self.k + (self.alpha / self.size) * (near + stuck)) ** -self.beta


class LayerNorm(Module):
    """Mean 0 and variance 1 over the last dimensions, those of `normalized_shape`."""
    __constants__ = ["normalized_shape", "eps", "elementwise_affine"]

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape, self.eps, self.elementwise_affine = _as_shape(normalized_shape), eps, elementwise_affine
        for name, present in (("weight", elementwise_affine), ("bias", elementwise_affine and bias)):
            self.register_parameter(name, _new(self.normalized_shape, device, dtype) if present else None)
        self.reset_parameters()

    def reset_parameters(self):
        _reset(self)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
                f"bias={self.bias is not None}")


@layer("{normalized_shape}, eps={eps}, elementwise_affine={elementwise_affine}")
class RMSNorm(Module):
    """Mean square 1 over the last dimensions, those of `normalized_shape`."""
    __constants__ = ["normalized_shape", "eps", "elementwise_affine"]

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape, self.eps, self.elementwise_affine = _as_shape(normalized_shape), eps, elementwise_affine
        self.register_parameter("weight", _new(self.normalized_shape, device, dtype) if elementwise_affine else None)
        self.reset_parameters()

    def reset_parameters(self):
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)


class GroupNorm(Module):
    """Mean 0 and variance 1 over each of `num_groups` groups of channels."""
    __constants__ = ["num_groups", "num_channels", "eps", "affine"]

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        for name, present in (("weight", affine), ("bias", affine and bias)):
            self.register_parameter(name, _new(num_channels, device, dtype) if present else None)
        self.reset_parameters()

    def reset_parameters(self):
        _reset(self)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, bias={self.bias is not None}"


def _as_shape(normalized_shape):
    return (normalized_shape,) if isinstance(normalized_shape, numbers.Integral) else tuple(normalized_shape)


def _new(shape, device, dtype):
    return Parameter(ops.empty(shape, device=device, dtype=dtype))


def _reset(norm):
    if norm.weight is not None:
        init.ones_(norm.weight)
    if norm.bias is not None:
        init.zeros_(norm.bias)
