"""Windows of an image as columns, and columns added up to an image: torch.nn.functional.unfold and fold."""
from __future__ import annotations

import math

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import op
from rushlight.dtypes import INTEGRAL, dtype_of


@op(families.general, linear=True, method=False, function=False, out=False, node="Im2ColBackward0")
def im2col(xp, input: Tensor, kernel_size, dilation, padding, stride) -> Tensor:
    """Returns the windows of (N, C, H, W) as columns of (N, C * places, windows)."""
    return xp.im2col(input, kernel_size, dilation, padding, stride)

@im2col.vjp("input")
def im2col_grad(F, grad, input_shape, kernel_size, dilation, padding, stride):
    return F.col2im(grad, tuple(input_shape)[-2:], kernel_size, dilation, padding, stride)


@op(families.general, linear=True, method=False, function=False, out=False, node="Col2ImBackward0")
def col2im(xp, input: Tensor, sizes, kernel_size, dilation, padding, stride) -> Tensor:
    """Returns the columns of (N, C * places, windows) added up where their windows are in (N, C, H, W)."""
    return xp.col2im(input, sizes, kernel_size, dilation, padding, stride)

@col2im.vjp("input")
def col2im_grad(F, grad, kernel_size, dilation, padding, stride):
    return F.im2col(grad, kernel_size, dilation, padding, stride)


def _two(option, value):
    if not isinstance(value, (tuple, list)):
        return value, value
    if len(value) != 2 and (len(value) != 1 or option == "output_size"):
        raise RuntimeError(f"It is expected {option} equals to 2, but got size {len(value)}")
    return tuple(value) if len(value) == 2 else tuple(value) * 2


def _options(kernel_size, dilation, padding, stride):
    options = [_two(*pair) for pair in (("kernel_size", kernel_size), ("dilation", dilation), ("padding", padding),
                                        ("stride", stride))]
    for what, (height, width), name in zip(("kernel size", "dilation", "padding", "stride"), options, ("kernel", "dilation",
               "pad",
                                                                                                     "stride")):
        if name == "pad" and min(height, width) < 0:
            raise RuntimeError(f"padding should be non-negative, but got pad_height: {height} pad_width: {width}")
        if name != "pad" and min(height, width) <= 0:
            raise RuntimeError(f"{what} should be greater than zero, but got {name}_height: {height} {name}_width: {width}")
    return options


def _counts(sizes, kernel, dilation, padding, stride):
    return tuple([(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, d, p, s in zip(sizes, kernel, dilation, padding, stride)])


def _refuse_integers(input, kernel):
    if input.dtype.category == INTEGRAL:
        raise NotImplementedError(f'"{kernel}" not implemented for \'{dtype_of(input._data).scalar_name}\'')


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Returns the windows of (N, C, H, W) as columns of (N, C * places, windows)."""
    if input.ndim < 3:
        raise IndexError(f"Dimension out of range (expected to be in range of [-{input.ndim}, {input.ndim - 1}], but got 2)")
    kernel, dilation, padding, stride = _options(kernel_size, dilation, padding, stride)
    if input.ndim > 4 or 0 in tuple(input.shape)[-3:]:
        raise RuntimeError("Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for "
                           f"input, but got: {list(input.shape)}")
    counts = _counts(input.shape[-2:], kernel, dilation, padding, stride)
    if min(counts) < 1:
        raise RuntimeError(f"Given input with spatial size {tuple(input.shape[-2:])}, kernel_size={kernel}, dilation={dilation}, "
                           f"padding={padding}, calculated shape of the array of sliding blocks as {counts}, but its components "
                           "must be at least one.")
    _refuse_integers(input, "im2col_out_cpu")
    if input.ndim == 3:
        return F.squeeze(F.im2col(F.unsqueeze(input, 0), kernel, dilation, padding, stride), 0)
    return F.im2col(input, kernel, dilation, padding, stride)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Returns the columns of (N, C * places, windows) added up where their windows are in (N, C, *output_size)."""
    sizes = _two("output_size", output_size)
    kernel, dilation, padding, stride = _options(kernel_size, dilation, padding, stride)
    if input.ndim not in (2, 3) or 0 in tuple(input.shape)[-2:]:
        raise RuntimeError("Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions "
                           f"for input, but got: {list(input.shape)}")
    if math.prod(kernel) >= 1 << 63:
        raise RuntimeError(f"Given kernel_width = {kernel[1]} and kernel_height = {kernel[0]} the product of kernel_width and "
                           f"kernel_height overflowed.")
    if input.shape[-2] % math.prod(kernel):
        raise RuntimeError("Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
                           f"input.size(1)={input.shape[-2]} and kernel_size={kernel}.")
    high, wide = _counts(sizes, kernel, dilation, padding, stride)
    given = f"Given output_size={sizes}, kernel_size={kernel}, dilation={dilation}, padding={padding}, stride={stride}, "
    if input.shape[-1] != high * wide:
        raise RuntimeError(f"{given}expected size of input's dimension 2 to match the calculated number of sliding blocks {high} "
                           f"* {wide} = {high * wide}, but got input.size(2)={input.shape[-1]}.")
    if min(high, wide) < 1:
        raise RuntimeError(f"{given}calculated shape of the array of sliding blocks as ({high}, {wide}), which is too small "
                           f"(non-positive)")
    _refuse_integers(input, "col2im_out_cpu")
    if input.ndim == 2:
        return F.squeeze(F.col2im(F.unsqueeze(input, 0), sizes, kernel, dilation, padding, stride), 0)
    return F.col2im(input, sizes, kernel, dilation, padding, stride)
