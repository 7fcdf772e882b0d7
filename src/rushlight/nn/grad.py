"""torch.nn.grad: what reaches the input and the weight of a convolution."""
from __future__ import annotations

from rushlight.dispatch.namespace import tensors as F
from rushlight.nn.modules.utils import _ntuple
from rushlight.ops.convolution import convolution_grad_input


def _input(n, input_size, weight, grad_output, stride, padding, dilation, groups):
    """What reaches an input of `input_size` whose convolution gets `grad_output`."""
    each = _ntuple(n)
    grad, kernel = (t if t.dim() == n + 2 else t.unsqueeze(0) for t in (grad_output, weight))
    sizes = tuple(input_size)
    batch = sizes if len(sizes) == n + 2 else (1, *sizes)
    made = convolution_grad_input(F, grad, batch, kernel, each(stride), each(padding), each(dilation), False, groups)
    return made if len(sizes) == n + 2 else made.squeeze(0)


def _weight(n, input, weight_size, grad_output, stride, padding, dilation, groups):
    """What reaches a weight of `weight_size` whose convolution of `input` gets `grad_output`."""
    each = _ntuple(n)
    x, grad = (t if t.dim() == n + 2 else t.unsqueeze(0) for t in (input, grad_output))
    return F.convolution_weight_grad(x, grad, tuple(weight_size)[2:], each(stride), each(padding), each(dilation), groups)


def conv1d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """Returns what reaches the input of conv1d."""
    return _input(1, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv1d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """Returns what reaches the weight of conv1d."""
    return _weight(1, input, weight_size, grad_output, stride, padding, dilation, groups)


def conv2d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """Returns what reaches the input of conv2d."""
    return _input(2, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv2d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """Returns what reaches the weight of conv2d."""
    return _weight(2, input, weight_size, grad_output, stride, padding, dilation, groups)


def conv3d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """Returns what reaches the input of conv3d."""
    return _input(3, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv3d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """Returns what reaches the weight of conv3d."""
    return _weight(3, input, weight_size, grad_output, stride, padding, dilation, groups)
