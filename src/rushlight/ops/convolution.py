"""Convolutions over one to three dimensions, direct and transposed."""
from __future__ import annotations

import warnings

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.dtypes import dtype_of


@op(families.general, method=False, out=False)
def convolution(xp, input: Tensor, weight: Tensor, bias: Tensor | None, stride, padding, dilation, transposed, output_padding,
                groups) -> Tensor:
    """Returns `input` (N, C, *) convolved with `weight` (O, C / groups, *); transposed, with (C, O / groups, *)."""
    n = _dimensions(input, weight)
    stride, padding = per_dim(stride, n, "stride"), per_dim(padding, n, "padding")
    dilation, output_padding = per_dim(dilation, n, "dilation"), per_dim(output_padding, n, "output_padding")
    _check_types(input, weight, bias)
    _check_options(stride, padding, dilation, output_padding, groups)
    _check_shapes(input.shape, weight.shape, bias, transposed, groups)
    _check_not_empty(input.shape, weight.shape, transposed)
    if transposed:
        _check_transposed(input.shape[2:], weight.shape[2:], stride, padding, dilation, output_padding)
    else:
        _check_kernel(input.shape[2:], weight.shape[2:], padding, dilation)
    return xp.convolve(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)

@convolution.vjp("input")
def convolution_grad_input(F, grad, input_shape, weight, stride, padding, dilation, transposed, groups):
    n = len(input_shape) - 2
    if not input_shape[1]:
        return F.new_zeros(grad, tuple(input_shape))
    if transposed:
        return _first(F, F.convolution(grad, weight, None, stride, padding, dilation, False, 0, groups), input_shape)
    stride, padding, dilation = per_dim(stride, n), per_dim(padding, n), per_dim(dilation, n)
    unseen = [size + 2 * p - d * (k - 1) - 1 - s * (windows - 1) for size, p, d, k, s, windows in
              zip(input_shape[2:], padding, dilation, weight.shape[2:], stride, grad.shape[2:])]
    return F.convolution(grad, weight, None, stride, padding, dilation, True, unseen, groups)

@convolution.vjp("weight")
def convolution_grad_weight(F, grad, input, weight_shape, stride, padding, dilation, transposed, groups):
    seen, windows = (grad, input) if transposed else (input, grad)
    if not input.shape[1]:
        return F.new_zeros(grad, tuple(weight_shape))
    return F.convolution_weight_grad(seen, windows, tuple(weight_shape[2:]), stride, padding, dilation, groups)

@convolution.vjp("bias")
def convolution_grad_bias(F, grad, weight_shape, transposed):
    if not grad.shape[1] and not transposed:
        return F.new_zeros(grad, (weight_shape[0],))
    return F.sum(grad, [d for d in range(len(grad.shape)) if d != 1])

@convolution.jvp("input")
def convolution_tangent_input(F, tangent, weight, stride, padding, dilation, transposed, output_padding, groups):
    return F.convolution(tangent, weight, None, stride, padding, dilation, transposed, output_padding, groups)

@convolution.jvp("weight")
def convolution_tangent_weight(F, tangent, input, stride, padding, dilation, transposed, output_padding, groups):
    return F.convolution(input, tangent, None, stride, padding, dilation, transposed, output_padding, groups)

@convolution.jvp("bias")
def convolution_tangent_bias(F, tangent, out):
    return F.expand(F.reshape(tangent, (-1, *[1] * (len(out.shape) - 2))), tuple(out.shape))


@op(families.general, method=False, function=False, out=False)
def convolution_weight_grad(xp, input: Tensor, out_grad: Tensor, kernel_size, stride, padding, dilation, groups) -> Tensor:
    """Returns what reaches the weight of a convolution of `input` whose output gets `out_grad`."""
    n = len(kernel_size)
    return xp.convolution_weight_grad(input, out_grad, kernel_size, per_dim(stride, n), per_dim(padding, n), per_dim(dilation, n),
                                      groups)

@convolution_weight_grad.vjp("input")
def convolution_weight_grad_grad_input(F, grad, input_shape, out_grad, stride, padding, dilation, groups):
    return convolution_grad_input(F, out_grad, input_shape, grad, stride, padding, dilation, False, groups)

@convolution_weight_grad.vjp("out_grad")
def convolution_weight_grad_grad_out_grad(F, grad, input, out_grad_shape, stride, padding, dilation, groups):
    return _first(F, F.convolution(input, grad, None, stride, padding, dilation, False, 0, groups), out_grad_shape)


def _first(F, value, shape):
    """The first windows: an output_padding beyond the stride makes room for more than there were."""
    for dim, size in enumerate(shape):
        value = value if value.shape[dim] == size else F.slice(value, dim, 0, size, 1)
    return value


# ---------------------------------------------------------------- what is refused

def _dimensions(input, weight):
    if weight.ndim < 3:
        raise RuntimeError("weight should have at least three dimensions")
    if input.ndim != weight.ndim:
        raise RuntimeError(f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight{list(weight.shape)}, "
                           f"but got {input.ndim}-dimensional input of size {list(input.shape)} instead")
    return weight.ndim - 2


def per_dim(value, n, name="stride"):
    """An option of a convolution as a number for each dimension."""
    if not isinstance(value, (tuple, list)):
        return (value,) * n
    if len(value) not in (1, n):
        raise RuntimeError(f"expected {name} to be a single integer value or a list of {n} values to match the convolution "
                           f"dimensions, but got {name}={list(value)}")
    return tuple(value) * n if len(value) == 1 else tuple(value)


def _check_types(input, weight, bias):
    own = dtype_of(input)
    if own.name == "bool":
        raise NotImplementedError('"slow_conv2d_cpu" not implemented for \'Bool\'')
    if bias is not None and dtype_of(bias) is not own:
        raise RuntimeError(f"Input type ({own.scalar_name.lower()}) and bias type ({dtype_of(bias).scalar_name.lower()}) should "
                           "be the same")
    if dtype_of(weight) is not own:
        raise RuntimeError(f"expected scalar type {own.scalar_name} but found {dtype_of(weight).scalar_name}")


def _check_options(stride, padding, dilation, output_padding, groups):
    if min(padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(output_padding) < 0:
        raise RuntimeError("negative output_padding is not supported")
    if min(stride) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    if min(dilation) <= 0:
        raise RuntimeError(f"dilation should be greater than zero, but got {list(dilation)}")
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")


def _check_shapes(shape, weight, bias, transposed, groups):
    shape, weight = list(shape), list(weight)
    if weight[0] < groups:
        raise RuntimeError(f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but got weight of "
                           f"size {weight} instead")
    if weight[0] % groups:
        raise RuntimeError(f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got weight "
                           f"of size [{weight}] instead")
    wanted, outputs = (weight[0], weight[1] * groups) if transposed else (weight[1] * groups, weight[0])
    how = f"transposed={int(transposed)}" if transposed else f"groups={groups}"
    if shape[1] != wanted:
        raise RuntimeError(f"Given {how}, weight of size {weight}, expected input{shape} to have {wanted} channels, but got "
                           f"{shape[1]} channels instead")
    if bias is not None and tuple(bias.shape) != (outputs,):
        raise RuntimeError(f"Given {'transposed=1, ' if transposed else ''}weight of size {weight}, expected bias to be "
                           f"1-dimensional with {outputs} elements, but got bias of size {list(bias.shape)} instead")


def _check_kernel(sizes, kernel, padding, dilation):
    padded = [n + 2 * p for n, p in zip(sizes, padding)]
    reach = [d * (k - 1) + 1 for k, d in zip(kernel, dilation)]
    if any(k > n for k, n in zip(reach, padded)):
        raise RuntimeError(f"Calculated padded input size per channel: ({by(padded)}). Kernel size: ({by(reach)}). Kernel size "
                           "can't be greater than actual input size")


def _by_side(name, values):
    """The values with the names that torch gives to the dimensions; a row is an image of height 1."""
    if len(values) == 1:
        values = (0 if name == "output_padding" else 1, *values)
    return zip(("depth", "height", "width")[-len(values):], values)


def _check_not_empty(shape, weight, transposed):
    if 0 in weight[2:] or transposed and not weight[1]:
        raise RuntimeError(f"could not create a {'de' if transposed else ''}convolution with a weight of size {list(weight)}")
    if transposed and 0 in shape[2:] and 0 not in shape[:2]:
        raise RuntimeError(f"Only zero batch or zero channel inputs are supported, but got input shape: {list(shape)}")


def _check_transposed(sizes, kernel, stride, padding, dilation, output_padding):
    if any(extra >= max(s, d) for extra, s, d in zip(output_padding, stride, dilation)):
        options = {"output_padding": output_padding, "stride": stride, "dilation": dilation}
        given = [f"{name}_{side}: {value}" for name, values in options.items() for side, value in _by_side(name, values)]
        raise RuntimeError(f"output padding must be smaller than either stride or dilation, but got {' '.join(given)}")
    made = [(n - 1) * s - 2 * p + d * (k - 1) + 1 + extra
            for n, s, p, d, k, extra in zip(sizes, stride, padding, dilation, kernel, output_padding)]
    if min(made) < 1:
        raise RuntimeError(f"Given input size per channel: ({by(sizes)}). Calculated output size per channel: ({by(made)}). "
                           "Output size is too small")


def by(sizes):
    """Sizes as messages show them: 3 x 4."""
    return " x ".join(map(str, sizes))


# ---------------------------------------------------------------- by number of dimensions

def _ints(name, **options):
    for option, value in options.items():
        if type(value) is int:
            continue
        for part in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(part, bool) or not hasattr(part, "__index__"):
                raise TypeError(f"{name}(): argument '{option}' must be tuple of ints, not {type(part).__name__}")


def _batched(F, name, n, input, convolve):
    """The convolution of a batch, or of one image without a batch dimension."""
    dims = len(input.shape)
    if dims not in (n + 1, n + 2):
        raise RuntimeError(f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {name}, but got input of size: "
                           f"{list(input.shape)}")
    return convolve(input) if dims == n + 2 else F.squeeze(convolve(F.unsqueeze(input, 0)), 0)


def _direct(F, name, n, input, weight, bias, stride, padding, dilation, groups):
    _ints(name, stride=stride, dilation=dilation, **({} if isinstance(padding, str) else {"padding": padding}))

    def convolve(input):
        given, sides = (input, padding) if not isinstance(padding, str) else _by_word(F, input, weight, padding, stride, dilation)
        return F.convolution(given, weight, bias, stride, sides, dilation, False, 0, groups)
    return _batched(F, name, n, input, convolve)


def _by_word(F, input, weight, word, stride, dilation):
    """The input, and the padding that "valid" or "same" stands for: an odd total leaves one element more at the end."""
    if word == "valid":
        return input, 0
    if word != "same":
        raise RuntimeError(f"Invalid padding string: '{word}'")
    n = len(weight.shape) - 2
    if set(per_dim(stride, n)) != {1}:
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    totals = [d * (k - 1) for k, d in zip(weight.shape[2:], per_dim(dilation, n))]
    odd = [total % 2 for total in totals]
    if any(odd):
        warnings.warn("Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the "
                      "input be created", stacklevel=5)
        input = F.constant_pad_nd(input, [side for extra in reversed(odd) for side in (0, extra)])
    return input, tuple([total // 2 for total in totals])


@op(families.composite, method=False)
def conv1d(F, input: Tensor, weight: Tensor, bias: Tensor | None = None, stride=1, padding=0, dilation=1, groups=1) -> Tensor:
    """Returns `input` (N, C, L) convolved with `weight` (O, C / groups, K); `padding` may be "valid" or "same"."""
    return _direct(F, "conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


@op(families.composite, method=False)
def conv2d(F, input: Tensor, weight: Tensor, bias: Tensor | None = None, stride=1, padding=0, dilation=1, groups=1) -> Tensor:
    """Returns `input` (N, C, H, W) convolved with `weight` (O, C / groups, K, L); `padding` may be "valid" or "same"."""
    return _direct(F, "conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


@op(families.composite, method=False)
def conv3d(F, input: Tensor, weight: Tensor, bias: Tensor | None = None, stride=1, padding=0, dilation=1, groups=1) -> Tensor:
    """Returns `input` (N, C, D, H, W) convolved with `weight` (O, C / groups, *); `padding` may be "valid" or "same"."""
    return _direct(F, "conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


def _transposed(F, name, n, input, weight, bias, stride, padding, output_padding, groups, dilation):
    _ints(name, stride=stride, padding=padding, output_padding=output_padding, dilation=dilation)
    return _batched(F, name, n, input, lambda input: F.convolution(
        input, weight, bias, stride, padding, dilation, True, output_padding, groups))


@op(families.composite, method=False)
def conv_transpose1d(F, input: Tensor, weight: Tensor, bias: Tensor | None = None, stride=1, padding=0, output_padding=0,
                     groups=1,
                     dilation=1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, K) sends back to its input."""
    return _transposed(F, "conv_transpose1d", 1, input, weight, bias, stride, padding, output_padding, groups, dilation)


@op(families.composite, method=False)
def conv_transpose2d(F, input: Tensor, weight: Tensor, bias: Tensor | None = None, stride=1, padding=0, output_padding=0,
                     groups=1,
                     dilation=1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, K, L) sends back to its input."""
    return _transposed(F, "conv_transpose2d", 2, input, weight, bias, stride, padding, output_padding, groups, dilation)


@op(families.composite, method=False)
def conv_transpose3d(F, input: Tensor, weight: Tensor, bias: Tensor | None = None, stride=1, padding=0, output_padding=0,
                     groups=1,
                     dilation=1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, *) sends back to its input."""
    return _transposed(F, "conv_transpose3d", 3, input, weight, bias, stride, padding, output_padding, groups, dilation)


@op(families.composite, method=False)
def conv_tbc(F, input: Tensor, weight: Tensor, bias: Tensor, pad=0) -> Tensor:
    """Returns `input` (T, N, C) convolved along time with `weight` (K, C, O)."""
    out = F.conv1d(F.permute(input, (1, 2, 0)), F.permute(weight, (2, 1, 0)), bias, 1, pad)
    return F.permute(out, (2, 0, 1))
