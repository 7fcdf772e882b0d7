"""Convolutions and their transposes."""
from __future__ import annotations

import math

from rushlight.dispatch.namespace import tensors as ops
from rushlight.nn import functional as F
from rushlight.nn import init
from rushlight.nn.modules.lazy import LazyModuleMixin
from rushlight.nn.modules.module import Module
from rushlight.nn.modules.utils import _ntuple, _reverse_repeat_tuple
from rushlight.nn.parameter import Parameter, UninitializedParameter

__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "LazyConv1d", "LazyConv2d",
           "LazyConv3d", "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d"]

PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """What all convolutions keep: the weight, the bias, and how the window moves."""
    __constants__ = ["stride", "padding", "dilation", "groups", "padding_mode", "output_padding", "in_channels", "out_channels",
                     "kernel_size"]
    dimensions: int
    convolve: staticmethod

    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups,
                 bias, padding_mode, device=None, dtype=None):
        super().__init__()
        _check_options(in_channels, out_channels, stride, padding, groups, padding_mode)
        self.in_channels, self.out_channels, self.kernel_size, self.stride = in_channels, out_channels, kernel_size, stride
        self.padding, self.dilation, self.transposed, self.output_padding = padding, dilation, transposed, output_padding
        self.groups, self.padding_mode = groups, padding_mode
        self._reversed_padding_repeated_twice = _widths(padding, kernel_size, dilation)
        channels = (in_channels, out_channels // groups) if transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(ops.empty((*channels, *kernel_size), device=device, dtype=dtype))
        self.register_parameter("bias", Parameter(ops.empty(out_channels, device=device, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self):
        n = len(self.kernel_size)
        shown = [f"{self.in_channels}", f"{self.out_channels}", f"kernel_size={self.kernel_size}", f"stride={self.stride}"]
        usual = {"padding": (0,) * n, "dilation": (1,) * n, "output_padding": (0,) * n, "groups": 1}
        shown += [f"{name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        if self.bias is None:
            shown.append("bias=False")
        if self.padding_mode != "zeros":
            shown.append(f"padding_mode={self.padding_mode}")
        return ", ".join(shown)


def _check_options(in_channels, out_channels, stride, padding, groups, padding_mode):
    if groups <= 0:
        raise ValueError("groups must be a positive integer")
    if in_channels % groups:
        raise ValueError("in_channels must be divisible by groups")
    if out_channels % groups:
        raise ValueError("out_channels must be divisible by groups")
    if isinstance(padding, str):
        if padding not in ("valid", "same"):
            raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'valid', 'same'}}")
        if padding == "same" and any(s != 1 for s in stride):
            raise ValueError("padding='same' is not supported for strided convolutions")
    if padding_mode not in PADDING_MODES:
        raise ValueError(f"padding_mode must be one of {set(PADDING_MODES)}, but got padding_mode='{padding_mode}'")


def _widths(padding, kernel_size, dilation):
    """The paddings on both sides of each dimension, the last first, as `pad` takes them."""
    if not isinstance(padding, str):
        return _reverse_repeat_tuple(padding, 2)
    if padding == "valid":
        return [0, 0] * len(kernel_size)
    totals = [d * (k - 1) for d, k in zip(dilation, kernel_size)]
    return [width for total in reversed(totals) for width in (total // 2, total - total // 2)]


class _ForwardConvNd(_ConvNd):
    """Each output is the sum of a window of the input, times the weight."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        each = _ntuple(self.dimensions)
        super().__init__(in_channels, out_channels, each(kernel_size), each(stride),
                         padding if isinstance(padding, str) else each(padding), each(dilation), False, each(0), groups, bias,
                         padding_mode, device, dtype)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = F.pad(input, self._reversed_padding_repeated_twice, self.padding_mode), 0
        return self.convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)


class Conv1d(_ForwardConvNd):
    """A convolution of (N, C, L) or (C, L)."""
    dimensions, convolve = 1, staticmethod(F.conv1d)


class Conv2d(_ForwardConvNd):
    """A convolution of (N, C, H, W) or (C, H, W)."""
    dimensions, convolve = 2, staticmethod(F.conv2d)


class Conv3d(_ForwardConvNd):
    """A convolution of (N, C, D, H, W) or (C, D, H, W)."""
    dimensions, convolve = 3, staticmethod(F.conv3d)

# ---------------------------------------------------------------- transposed


class _ConvTransposeNd(_ConvNd):
    """Each input is spread over a window of the output, times the weight."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
                 dilation=1, padding_mode="zeros", device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        each = _ntuple(self.dimensions)
        super().__init__(in_channels, out_channels, each(kernel_size), each(stride), each(padding), each(dilation), True,
                         each(output_padding), groups, bias, padding_mode, device, dtype)

    def forward(self, input, output_size=None):
        if self.padding_mode != "zeros":
            raise ValueError(f"Only `zeros` padding mode is supported for {type(self).__name__}")
        output_padding = self._output_padding(input, output_size, self.stride, self.padding, self.kernel_size, self.dimensions,
                                              self.dilation)
        return self.convolve(input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation)

    def _output_padding(self, input, output_size, stride, padding, kernel_size, num_spatial_dims, dilation=None):
        """What makes the output `output_size`: a stride leaves open which size the input came from."""
        n = num_spatial_dims
        if output_size is None:
            return _ntuple(n)(self.output_padding)
        others = input.dim() - n
        if len(output_size) == others + n:
            output_size = output_size[others:]
        if len(output_size) != n:
            raise ValueError(f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or {others + n} elements "
                             f"(got {len(output_size)})")
        sizes = input.shape[-n:]
        least = [(size - 1) * s - 2 * p + d * (k - 1) + 1
                 for size, s, p, k, d in zip(sizes, stride, padding, kernel_size, dilation or (1,) * n)]
        most = [size + s - 1 for size, s in zip(least, stride)]
        if any(not low <= size <= high for low, size, high in zip(least, output_size, most)):
            raise ValueError(f"requested an output size of {output_size}, but valid sizes range from {least} to {most} (for an "
                             f"input of {sizes})")
        return [size - low for size, low in zip(output_size, least)]


class ConvTranspose1d(_ConvTransposeNd):
    """The transpose of a convolution of (N, C, L) or (C, L)."""
    dimensions, convolve = 1, staticmethod(F.conv_transpose1d)


class ConvTranspose2d(_ConvTransposeNd):
    """The transpose of a convolution of (N, C, H, W) or (C, H, W)."""
    dimensions, convolve = 2, staticmethod(F.conv_transpose2d)


class ConvTranspose3d(_ConvTransposeNd):
    """The transpose of a convolution of (N, C, D, H, W) or (C, D, H, W)."""
    dimensions, convolve = 3, staticmethod(F.conv_transpose3d)

# ---------------------------------------------------------------- the number of input channels is that of the first input


class _LazyConvXdMixin(LazyModuleMixin):
    """Learns the number of input channels from the first input."""

    def _postpone(self, out_channels, bias, device, dtype):
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input, *args, **kwargs):
        if not self.has_uninitialized_params():
            return
        self.in_channels = self._get_in_channels(input)
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")
        inputs, outputs = self.in_channels, self.out_channels
        channels = (inputs, outputs // self.groups) if self.transposed else (outputs, inputs // self.groups)
        self.weight.materialize((*channels, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((outputs,))
        self.reset_parameters()

    def _get_in_channels(self, input):
        n = self._get_num_spatial_dims()
        if input.dim() not in (n + 1, n + 2):
            raise RuntimeError(f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {type(self).__name__}, but got "
                               f"input of size: {input.shape}")
        return input.shape[-n - 1]

    def _get_num_spatial_dims(self):
        return self.dimensions


class _LazyConvNd(_LazyConvXdMixin):

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros",
                 device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode, device, dtype)
        self._postpone(out_channels, bias, device, dtype)


class LazyConv1d(_LazyConvNd, Conv1d):
    """A Conv1d that learns the number of input channels from its first input."""
    cls_to_become = Conv1d


class LazyConv2d(_LazyConvNd, Conv2d):
    """A Conv2d that learns the number of input channels from its first input."""
    cls_to_become = Conv2d


class LazyConv3d(_LazyConvNd, Conv3d):
    """A Conv3d that learns the number of input channels from its first input."""
    cls_to_become = Conv3d


class _LazyConvTransposeNd(_LazyConvXdMixin):

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode, device, dtype)
        self._postpone(out_channels, bias, device, dtype)


class LazyConvTranspose1d(_LazyConvTransposeNd, ConvTranspose1d):
    """A ConvTranspose1d that learns the number of input channels from its first input."""
    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTransposeNd, ConvTranspose2d):
    """A ConvTranspose2d that learns the number of input channels from its first input."""
    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTransposeNd, ConvTranspose3d):
    """A ConvTranspose3d that learns the number of input channels from its first input."""
    cls_to_become = ConvTranspose3d
