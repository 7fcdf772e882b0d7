"""Pooling as layers."""
from __future__ import annotations

from rushlight.nn import functional as F
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module
from rushlight.nn.modules.utils import _ntuple, _single

__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d", "AdaptiveMaxPool3d",
    "AvgPool1d", "AvgPool2d", "AvgPool3d", "FractionalMaxPool2d", "FractionalMaxPool3d", "LPPool1d", "LPPool2d", "LPPool3d",
    "MaxPool1d", "MaxPool2d", "MaxPool3d", "MaxUnpool1d", "MaxUnpool2d", "MaxUnpool3d"]

# ---------------------------------------------------------------- the largest element of each window


@layer("kernel_size={kernel_size}, stride={stride}, padding={padding}, dilation={dilation}, ceil_mode={ceil_mode}")
class _MaxPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"]

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation, self.return_indices, self.ceil_mode = padding, dilation, return_indices, ceil_mode

    def _options(self):
        return self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices


class MaxPool1d(_MaxPoolNd):
    """The largest element of each window of (N, C, L) or (C, L)."""

    def forward(self, input):
        return F.max_pool1d(input, *self._options())


class MaxPool2d(_MaxPoolNd):
    """The largest element of each window of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        return F.max_pool2d(input, *self._options())


class MaxPool3d(_MaxPoolNd):
    """The largest element of each window of (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        return F.max_pool3d(input, *self._options())


@layer("kernel_size={kernel_size}, stride={stride}, padding={padding}")
class _MaxUnpoolNd(Module):
    dimensions: int

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        each = _ntuple(self.dimensions)
        self.kernel_size, self.padding = each(kernel_size), each(padding)
        self.stride = self.kernel_size if stride is None else each(stride)


class MaxUnpool1d(_MaxUnpoolNd):
    """Zeros with the largest elements where MaxPool1d found them."""
    dimensions = 1

    def forward(self, input, indices, output_size=None):
        return F.max_unpool1d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool2d(_MaxUnpoolNd):
    """Zeros with the largest elements where MaxPool2d found them."""
    dimensions = 2

    def forward(self, input, indices, output_size=None):
        return F.max_unpool2d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool3d(_MaxUnpoolNd):
    """Zeros with the largest elements where MaxPool3d found them."""
    dimensions = 3

    def forward(self, input, indices, output_size=None):
        return F.max_unpool3d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class _FractionalMaxPoolNd(Module):
    """The largest element of windows that start at random, as many as are asked for."""
    __constants__ = ["kernel_size", "return_indices", "output_size", "output_ratio"]
    dimensions: int

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        super().__init__()
        each = _ntuple(self.dimensions)
        self.kernel_size, self.return_indices = each(kernel_size), return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else each(output_size)
        self.output_ratio = None if output_ratio is None else each(output_ratio)
        self._check(output_ratio)

    def _check(self, output_ratio):
        if self.output_size is None and self.output_ratio is None:
            raise ValueError(f"{type(self).__name__} requires specifying either an output size, or a pooling ratio")
        if self.output_size is not None and self.output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if self.output_ratio is not None and not all(0 < ratio < 1 for ratio in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """The largest element of windows of (N, C, H, W) or (C, H, W) that start at random."""
    dimensions = 2

    def forward(self, input):
        return F.fractional_max_pool2d(input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices,
                                       _random_samples=self._random_samples)


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """The largest element of windows of (N, C, D, H, W) or (C, D, H, W) that start at random."""
    dimensions = 3

    def forward(self, input):
        return F.fractional_max_pool3d(input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices,
                                       _random_samples=self._random_samples)

# ---------------------------------------------------------------- the mean of each window


@layer("kernel_size={kernel_size}, stride={stride}, padding={padding}")
class _AvgPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"]


class AvgPool1d(_AvgPoolNd):
    """The mean of each window of (N, C, L) or (C, L)."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size, self.padding = _single(kernel_size), _single(padding)
        self.stride = self.kernel_size if stride is None else _single(stride)
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def forward(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)


class _DividedAvgPoolNd(_AvgPoolNd):
    """The divisor may be another than the size of the window."""
    __constants__ = [*_AvgPoolNd.__constants__, "divisor_override"]

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.ceil_mode, self.count_include_pad = padding, ceil_mode, count_include_pad
        self.divisor_override = divisor_override

    def _options(self):
        return self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad, self.divisor_override


class AvgPool2d(_DividedAvgPoolNd):
    """The mean of each window of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        return F.avg_pool2d(input, *self._options())


class AvgPool3d(_DividedAvgPoolNd):
    """The mean of each window of (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        return F.avg_pool3d(input, *self._options())


@layer("norm_type={norm_type}, kernel_size={kernel_size}, stride={stride}, ceil_mode={ceil_mode}")
class _LPPoolNd(Module):
    norm_type: float
    kernel_size: int | tuple
    stride: int | tuple | None = None
    ceil_mode: bool = False


class LPPool1d(_LPPoolNd):
    """The p-norm of each window of (N, C, L) or (C, L), without absolute values."""

    def forward(self, input):
        return F.lp_pool1d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool2d(_LPPoolNd):
    """The p-norm of each window of (N, C, H, W) or (C, H, W), without absolute values."""

    def forward(self, input):
        return F.lp_pool2d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool3d(_LPPoolNd):
    """The p-norm of each window of (N, C, D, H, W) or (C, D, H, W), without absolute values."""

    def forward(self, input):
        return F.lp_pool3d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

# ---------------------------------------------------------------- as many windows as are asked for


@layer("output_size={output_size}")
class _AdaptiveMaxPoolNd(Module):
    output_size: int | tuple
    return_indices: bool = False


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """The largest elements of `output_size` windows of (N, C, L) or (C, L)."""

    def forward(self, input):
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """The largest elements of `output_size` windows of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """The largest elements of `output_size` windows of (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)


@layer("output_size={output_size}")
class _AdaptiveAvgPoolNd(Module):
    output_size: int | tuple


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The means of `output_size` windows of (N, C, L) or (C, L)."""

    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The means of `output_size` windows of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """The means of `output_size` windows of (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        return F.adaptive_avg_pool3d(input, self.output_size)
