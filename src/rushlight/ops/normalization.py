"""Layers that bring their inputs to mean 0 and variance 1, or to length 1."""
from __future__ import annotations

import math

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import check_constant, wrap_dim
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.promotion import promote_types
from rushlight.ops.activation import flat


def wide(F, *values):
    """The values with half precision as float32: products of such values, and sums over many, would lose too much."""
    return [F.to_copy(v, dtypes.float32) if dtypes.dtype_of(getattr(v, "_data", v)).itemsize == 2 else v for v in values]


def check_dtypes(input, *values):
    """Raises unless all have the input's dtype, or the input has half precision and all the others are float32."""
    if all(v.dtype is input.dtype for v in values if v is not None):
        return
    if not all(v.dtype.char == "f" for v in values if v is not None):
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if dtypes.dtype_of(input).itemsize > 2:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


def mean_over(F, x, axes):
    return F.sum(x, axes, True) / (math.prod([x.shape[a] for a in axes]) or 1)


def standardized(F, input, mean, rstd, axes, eps):
    """(input - mean) * rstd, and rstd. On the tape they are computed anew: what the forward kept is constant there."""
    if F is not tensors:
        return (input - mean) * rstd, rstd
    centred = input - mean_over(F, input, axes)
    rstd = (mean_over(F, centred * centred, axes) + eps) ** -0.5
    return centred * rstd, rstd


def through_standardized(F, grad, input, mean, rstd, axes, eps):
    """What reaches `input` from the gradient of its standardized form."""
    if F is not tensors and input.dtype.char in "fd":   # the same in a third of the passes
        return F.normalized_grad(grad, input, mean, rstd, axes)
    hat, rstd = standardized(F, input, mean, rstd, axes, eps)
    return (grad - mean_over(F, grad, axes) - hat * mean_over(F, grad * hat, axes)) * rstd


@op(families.general, method=False, function=False, out=False)
def normalized_grad(xp, given: Tensor, input: Tensor, mean: Tensor, rstd: Tensor, axes) -> Tensor:
    """Returns what reaches `input`, where nothing has to be differentiated again."""
    return xp.through_normalized(given, input, mean, rstd, axes)

# ---------------------------------------------------------------- over the last dimensions


@op(families.general, method=False, function=False, out=False, node="NativeLayerNormBackward0", kernel="few_layer_norm",
    keeps=("mean", "deviation"))
def _layer_norm(xp, input: Tensor, normalized_shape, weight: Tensor | None, bias: Tensor | None, eps) -> Tensor:
    """Returns layer_norm of few elements, or None if it is not so simple."""
    return xp.few_layer_norm(input, normalized_shape, weight, bias, eps)

@_layer_norm.vjp("input")
def _layer_norm_grad_input(F, grad, input, mean, deviation, weight, normalized_shape, eps):
    return native_layer_norm_grad_input(F, grad, input, *_kept(F, mean, deviation), weight, normalized_shape, eps)

@_layer_norm.vjp("weight")
def _layer_norm_grad_weight(F, grad, input, mean, deviation, normalized_shape, eps):
    return native_layer_norm_grad_weight(F, grad, input, *_kept(F, mean, deviation), normalized_shape, eps)

@_layer_norm.vjp("bias")
def _layer_norm_grad_bias(F, grad, input):
    return flat(F, grad, input)


def _kept(F, mean, deviation):
    if F is tensors:
        mean, deviation = F.wrap(mean), F.wrap(deviation)
    return mean, F.reciprocal(deviation)


@op(families.composite, method=False, plainly=("_layer_norm", "type(normalized_shape) is tuple"))
def layer_norm(F, input: Tensor, normalized_shape, weight: Tensor | None = None, bias: Tensor | None = None, eps=1e-5,
               cudnn_enable=True) -> Tensor:
    """Returns the input with mean 0 and variance 1 over its last dimensions `normalized_shape`, times `weight` plus `bias`."""
    return F.native_layer_norm(input, normalized_shape, weight, bias, eps)[0]


@op(families.many_outputs, method=False, returns=("out", "mean", "rstd"), differentiable=1, out=False)
def native_layer_norm(xp, input: Tensor, normalized_shape, weight: Tensor | None, bias: Tensor | None, eps) -> Tensor:
    """Returns layer_norm, the means and the reciprocals of the deviations."""
    check_normalized_shape("layer_norm", input, normalized_shape, weight, bias)
    return xp.layer_norm(input, len(normalized_shape), weight, bias, eps)

@native_layer_norm.vjp("input")
def native_layer_norm_grad_input(F, grad, input, mean, rstd, weight, normalized_shape, eps):
    grad, input, mean, rstd = wide(F, grad, input, mean, rstd)
    axes = last(input, normalized_shape)
    return through_standardized(F, grad if weight is None else grad * weight, input, mean, rstd, axes, eps)

@native_layer_norm.vjp("weight")
def native_layer_norm_grad_weight(F, grad, input, mean, rstd, normalized_shape, eps):
    grad, input, mean, rstd = wide(F, grad, input, mean, rstd)
    return grad * standardized(F, input, mean, rstd, last(input, normalized_shape), eps)[0]

@native_layer_norm.vjp("bias")
def native_layer_norm_grad_bias(F, grad, input):
    return flat(F, grad, input)


def last(input, normalized_shape):
    return tuple(range(input.ndim - len(normalized_shape), input.ndim))


def _suits(values, shape, input):
    return values is None or values.shape == shape and values.dtype is input.dtype


def check_normalized_shape(name, input, normalized_shape, weight, bias, separator=", "):
    if not isinstance(normalized_shape, (tuple, list)):
        raise TypeError(f"{name}(): argument 'normalized_shape' (position 2) must be tuple of ints, not "
                        f"{type(normalized_shape).__name__}")
    shape = tuple(normalized_shape)
    if shape and shape == input.shape[-len(shape):] and _suits(weight, shape, input) and _suits(bias, shape, input):
        return                                          # the usual case
    shape = list(shape)
    if not shape:
        raise RuntimeError(f"Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but "
                           f"got normalized_shape = {shape}")
    for what, values in (("weight", weight), ("bias", bias)):
        if values is not None and list(values.shape) != shape:
            raise RuntimeError(f"Expected {what} to be of same shape as normalized_shape, but got {what} of shape "
                               f"{list(values.shape)} and normalized_shape = {shape}")
        if values is not None and values.dtype is not input.dtype and name == "layer_norm":
            kind = dtypes.dtype_of(input) if input.dtype.itemsize > 2 else dtypes.float32
            if values.dtype is not kind.numpy:
                raise RuntimeError(f"mixed dtype (CPU): expect parameter to have scalar type of {kind.scalar_name}")
    if list(input.shape[-len(shape):]) != shape:
        raise RuntimeError(f"Given normalized_shape={shape}, expected input with shape [*{separator}"
                           f"{', '.join(map(str, shape))}], but got input of size{list(input.shape)}")


@op(families.composite, method=False)
def rms_norm(F, input: Tensor, normalized_shape, weight: Tensor | None = None, eps=None) -> Tensor:
    """Returns the input divided by its root mean square over its last dimensions `normalized_shape`, times `weight`."""
    array = getattr(input, "_data", input)
    check_normalized_shape("rms_norm", array, normalized_shape, getattr(weight, "_data", weight), None, "")
    kind = dtypes.dtype_of(array)
    if kind.category < dtypes.FLOATING:
        raise NotImplementedError(f'"rms_norm" not implemented for \'{kind.scalar_name}\'')
    axes = last(input, normalized_shape)
    wide = F.to_copy(input, dtypes.float32) if kind.itemsize == 2 else input
    scale = F.rsqrt(mean_over(F, wide * wide, axes) + (dtypes.finfo(kind).eps if eps is None else eps))
    out = wide * scale if weight is None else wide * scale * weight
    return F.to_copy(out, kind) if out.dtype is not getattr(input, "dtype", kind) else out

# ---------------------------------------------------------------- over groups of channels


@op(families.composite, method=False)
def group_norm(F, input: Tensor, num_groups, weight: Tensor | None = None, bias: Tensor | None = None, eps=1e-5,
               cudnn_enabled=True) -> Tensor:
    """Returns the input with mean 0 and variance 1 over each group of its channels (dimension 1), times `weight` plus `bias`."""
    shape = list(input.shape)
    if len(shape) < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {len(shape)}")
    channels = shape[1]
    for what, values in (("weight", weight), ("bias", bias)):
        if values is not None and tuple(values.shape) != (channels,):
            raise RuntimeError(f"Expected {what} to be a vector of size equal to the number of channels in input, but got {what} "
                               f"of shape {list(values.shape)} and input of shape {shape}")
    return F.native_group_norm(input, weight, bias, shape[0], channels, math.prod(shape[2:]), num_groups, eps)[0]


@op(families.many_outputs, method=False, returns=("out", "mean", "rstd"), differentiable=1, out=False)
def native_group_norm(xp, input: Tensor, weight: Tensor | None, bias: Tensor | None, N, C, HxW, group, eps) -> Tensor:
    """Returns group_norm, the means and the reciprocals of the deviations."""
    if group <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {group}")
    if C % group:
        raise RuntimeError(f"Expected number of channels in input to be divisible by num_groups, but got input of shape "
                           f"{list(input.shape)} and num_groups={group}")
    check_dtypes(input, weight, bias)
    return xp.group_norm(input, group, weight, bias, eps)

@native_group_norm.vjp("input")
def native_group_norm_grad_input(F, grad, input, mean, rstd, weight, group, eps):
    grad, input, mean, rstd = wide(F, grad, input, mean, rstd)
    if weight is not None:
        grad = grad * per_channel(F, weight, input)
    result = through_standardized(F, *map_groups(F, grad, input, mean, rstd, group), (2,), eps)
    return F.reshape(result, tuple(input.shape))

@native_group_norm.vjp("weight")
def native_group_norm_grad_weight(F, grad, input, mean, rstd, group, eps):
    grad, input, mean, rstd = wide(F, grad, input, mean, rstd)
    _, grouped, mean, rstd = map_groups(F, grad, input, mean, rstd, group)
    hat = F.reshape(standardized(F, grouped, mean, rstd, (2,), eps)[0], tuple(input.shape))
    return over_channels(F, grad * hat)

@native_group_norm.vjp("bias")
def native_group_norm_grad_bias(F, grad, input):
    return over_channels(F, flat(F, grad, input))


def map_groups(F, grad, input, mean, rstd, group):
    """Gradient, input and statistics as (batch, group, the rest)."""
    batch = input.shape[0]
    shape = (batch, group, math.prod(input.shape[1:]) // group)
    return F.reshape(grad, shape), F.reshape(input, shape), F.reshape(mean, (batch, group, 1)), F.reshape(rstd, (batch, group, 1))


def per_channel(F, values, input):
    """`values` where the channels of `input` are."""
    return F.reshape(values, (-1, *[1] * (input.ndim - 2)))


def over_channels(F, grad):
    return F.sum(*wide(F, grad), (0, *range(2, grad.ndim)))

# ---------------------------------------------------------------- over the batch


@op(families.many_outputs, method=False, returns=("out", "mean", "rstd"), differentiable=1, out=False,
    node="NativeBatchNormBackward0")
def native_batch_norm(xp, input: Tensor, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None,
                      running_var: Tensor | None, training, momentum, eps) -> Tensor:
    """Returns batch_norm, the means and the reciprocals of the deviations (empty unless `training`)."""
    check_channels(input, running_mean=running_mean, running_var=running_var, weight=weight, bias=bias, training=training)
    if input.size and dtypes.dtype_of(input).is_floating_point:
        check_dtypes(input, weight, bias, running_mean, running_var)
    return xp.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)

@native_batch_norm.vjp("input")
@native_batch_norm.jvp("input")                                 # its Jacobian is symmetric
def native_batch_norm_grad_input(F, grad, input, mean, rstd, weight, running_var, training, eps):
    grad, input, mean, rstd = wide(F, grad, input, mean, rstd)
    if weight is not None:
        grad = grad * per_channel(F, weight, input)
    if not training:
        return grad * per_channel(F, (running_var + eps) ** -0.5, input)
    mean, rstd = per_channel(F, mean, input), per_channel(F, rstd, input)
    return through_standardized(F, grad, input, mean, rstd, (0, *range(2, input.ndim)), eps)

@native_batch_norm.vjp("weight")
def native_batch_norm_grad_weight(F, grad, input, mean, rstd, running_mean, running_var, training, eps):
    return over_channels(F, grad * _normalized(F, input, mean, rstd, running_mean, running_var, training, eps))

@native_batch_norm.jvp("weight")
def native_batch_norm_tangent_weight(F, tangent, input, mean, rstd, running_mean, running_var, training, eps):
    return per_channel(F, tangent, input) * _normalized(F, input, mean, rstd, running_mean, running_var, training, eps)

@native_batch_norm.vjp("bias")
def native_batch_norm_grad_bias(F, grad, input):
    return over_channels(F, flat(F, grad, input))

@native_batch_norm.jvp("bias")
def native_batch_norm_tangent_bias(F, tangent, input):
    return F.expand(per_channel(F, tangent, input), tuple(input.shape))


def _normalized(F, input, mean, rstd, running_mean, running_var, training, eps):
    input, mean, rstd = wide(F, input, mean, rstd)
    if not training:
        return (input - per_channel(F, running_mean, input)) * per_channel(F, (running_var + eps) ** -0.5, input)
    mean, rstd = per_channel(F, mean, input), per_channel(F, rstd, input)
    return standardized(F, input, mean, rstd, (0, *range(2, input.ndim)), eps)[0]


@op(families.many_outputs, method=False, returns=("mean", "var"), out=False)
def batch_norm_update_stats(xp, input: Tensor, running_mean: Tensor | None, running_var: Tensor | None, momentum) -> Tensor:
    """Returns the mean and the variance of each channel (dimension 1), and moves the running ones towards them."""
    if not input.size:
        raise RuntimeError(f"input tensor must have at least one element, but got input_sizes = {list(input.shape)}")
    wrap_dim(1, input.ndim)
    check_channels(input, True, running_mean=running_mean, running_var=running_var)
    check_dtypes(input, None, None, running_mean, running_var)
    return xp.update_statistics(input, running_mean, running_var, momentum)


def check_channels(input, training, **per_channel):
    if not training and (per_channel["running_mean"] is None or per_channel["running_var"] is None):
        missing = "running_mean" if per_channel["running_mean"] is None else "running_var"
        raise RuntimeError(f"{missing} must be defined in evaluation mode")
    channels = input.shape[1] if input.ndim > 1 else 0
    for what, values in per_channel.items():
        if values is not None and values.size != channels:
            raise RuntimeError(f"{what} should contain {channels} elements not {values.size}")


@by_hand(method=False)
def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    """Returns the input with mean 0 and variance 1 per channel (dimension 1), times `weight` plus `bias`."""
    if not isinstance(momentum, (int, float)):
        raise TypeError(f"batch_norm(): argument 'momentum' (position 7) must be float, not {type(momentum).__name__}")
    check_constant("native_batch_norm", running_mean=running_mean, running_var=running_var)
    if input._tangents and any(s is not None and s._tangents for s in (running_mean, running_var)):
        raise RuntimeError("batch_norm is not differentiable wrt running_mean and running_var, they cannot have forward grad "
                           "defined")
    return tensors.native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


@op(families.composite, method=False)
def instance_norm(F, input: Tensor, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None,
                  running_var: Tensor | None, use_input_stats, momentum, eps, cudnn_enabled) -> Tensor:
    """Returns the input with mean 0 and variance 1 per channel of each example, times `weight` plus `bias`."""
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    check_constant("native_batch_norm", running_mean=running_mean, running_var=running_var)
    batch, channels = input.shape[:2]
    weight, bias, mean, var = [v if v is None else F.repeat(v, batch) for v in (weight, bias, running_mean, running_var)]
    mean, var = [v if v is None or v.dtype is input.dtype else F.to_copy(v, input.dtype) for v in (mean, var)]
    joined = F.reshape(input, (1, batch * channels, *input.shape[2:]))
    out = F.native_batch_norm(joined, weight, bias, mean, var, use_input_stats, momentum, eps)[0]
    for running, moved in ((running_mean, mean), (running_var, var)):
        if running is not None and use_input_stats:
            running._data[...] = F.mean(F.reshape(moved, (batch, channels)), 0)._data
    return F.view(out, tuple(input.shape))

# ---------------------------------------------------------------- over neighbouring channels, or to length 1


@op(families.composite, method=False, function=False)
def local_response_norm(F, input: Tensor, size, alpha=1e-4, beta=0.75, k=1.0) -> Tensor:
    """Returns the input divided by (k + alpha * mean square of `size` neighbouring channels) ** beta."""
    if input.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality                          input (got {input.ndim} dimensions)")
    if not math.prod(input.shape):
        return input
    square = F.constant_pad_nd(input * input, (0, 0) * (input.ndim - 2) + (size // 2, (size - 1) // 2), 0.0)
    windows = [F.narrow(square, 1, i, input.shape[1]) for i in range(size)]
    total = windows[0]
    for window in windows[1:]:
        total = total + window
    return input / (total / size * alpha + k) ** beta


@op(families.composite, method=False, function=False)
def normalize(F, input: Tensor, p=2.0, dim=1, eps=1e-12, out=None) -> Tensor:
    """Returns the input divided by its p-norm along `dim`, or by `eps` where that is larger."""
    length = F.clamp_min(F.linalg_vector_norm(input, p, dim, True), eps)
    return F.div(input, F.expand(length, tuple(input.shape)), **({} if out is None else {"out": out}))


@op(families.composite, method=False)
def cosine_similarity(F, x1: Tensor, x2: Tensor, dim=1, eps=1e-8) -> Tensor:
    """Returns the cosine of the angle between the vectors along `dim`."""
    kind = promote_types(x1.dtype, x2.dtype)
    if kind.category != dtypes.FLOATING:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {kind.scalar_name}")
    if eps < 0:
        raise RuntimeError(f"eps must be non-negative, got: {eps:g}")
    x1, x2 = F.broadcast_tensors(*[x if x.dtype is kind else F.to_copy(x, kind) for x in (x1, x2)])
    unit = [F.div(x, F.clamp_min(F.linalg_vector_norm(x, 2, dim, True), eps)) for x in (x1, x2)]
    return F.sum(F.mul(*unit), dim)


@op(families.composite, method=False)
def pairwise_distance(F, x1: Tensor, x2: Tensor, p=2.0, eps=1e-6, keepdim=False) -> Tensor:
    """Returns the p-norm of x1 - x2 + eps along the last dimension."""
    return F.norm(x1 - x2 + eps, p, -1, keepdim)
