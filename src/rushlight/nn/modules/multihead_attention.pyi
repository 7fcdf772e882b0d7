"""Written by tools/make_stubs.py: do not edit."""

from rushlight.nn import functional as _functional
F = _functional
from rushlight.nn.modules.module import Module as Module
from rushlight.nn.modules.activation import MultiheadAttention as MultiheadAttention
from rushlight.nn.modules.linear import NonDynamicallyQuantizableLinear as NonDynamicallyQuantizableLinear
from rushlight.nn.parameter import Parameter as Parameter
from rushlight.nn import init as init
