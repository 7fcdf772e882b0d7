"""Padding as layers: a row for each kind and number of dimensions."""
from __future__ import annotations

from rushlight.nn import functional as F
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module
from rushlight.nn.modules.utils import _ntuple


class _PadNd(Module):
    """Pads the last dimensions, two widths each."""
    __constants__ = ["padding"]
    mode: str
    dimensions: int

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(2 * self.dimensions)(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self.mode)

    def extra_repr(self):
        return f"{self.padding}"

# ---------------------------------------------------------------- a constant


@layer("padding={padding}, value={value}")
class _ConstantPadNd(_PadNd):
    """Pads with `value`."""
    __constants__ = ["padding", "value"]

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)


class ConstantPad1d(_ConstantPadNd):
    """Pads the last dimension with `value`."""
    dimensions = 1


class ConstantPad2d(_ConstantPadNd):
    """Pads the last two dimensions with `value`."""
    dimensions = 2


class ConstantPad3d(_ConstantPadNd):
    """Pads the last three dimensions with `value`."""
    dimensions = 3


@layer("{padding}")
class ZeroPad1d(ConstantPad1d):
    """Pads the last dimension with zeros."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)


@layer("{padding}")
class ZeroPad2d(ConstantPad2d):
    """Pads the last two dimensions with zeros."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)


@layer("{padding}")
class ZeroPad3d(ConstantPad3d):
    """Pads the last three dimensions with zeros."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)

# ---------------------------------------------------------------- the input itself


class _ReflectionPadNd(_PadNd):
    """Pads with the input mirrored at its borders."""
    mode = "reflect"


class ReflectionPad1d(_ReflectionPadNd):
    """Pads the last dimension with its mirror image."""
    dimensions = 1


class ReflectionPad2d(_ReflectionPadNd):
    """Pads the last two dimensions with their mirror image."""
    dimensions = 2


class ReflectionPad3d(_ReflectionPadNd):
    """Pads the last three dimensions with their mirror image."""
    dimensions = 3


class _ReplicationPadNd(_PadNd):
    """Pads with the elements at the borders."""
    mode = "replicate"


class ReplicationPad1d(_ReplicationPadNd):
    """Pads the last dimension with its first and last elements."""
    dimensions = 1


class ReplicationPad2d(_ReplicationPadNd):
    """Pads the last two dimensions with the elements at their borders."""
    dimensions = 2


class ReplicationPad3d(_ReplicationPadNd):
    """Pads the last three dimensions with the elements at their borders."""
    dimensions = 3


class _CircularPadNd(_PadNd):
    """Pads with the input from its other end."""
    mode = "circular"

    def _check_input_dim(self, input):
        n = self.dimensions
        if input.dim() not in (n + 1, n + 2):
            raise ValueError(f"expected {n + 1}D or {n + 2}D input (got {input.dim()}D input)")

    def forward(self, input):
        self._check_input_dim(input)
        return super().forward(input)


class CircularPad1d(_CircularPadNd):
    """Pads the last dimension from its other end."""
    dimensions = 1


class CircularPad2d(_CircularPadNd):
    """Pads the last two dimensions from their other ends."""
    dimensions = 2


class CircularPad3d(_CircularPadNd):
    """Pads the last three dimensions from their other ends."""
    dimensions = 3
