"""Activations: functions of one element that neural networks put between their layers."""
from __future__ import annotations

import math

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.methods import inplace_function
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import Op, by_hand, op
from rushlight.dispatch.out_dtypes import iterated
from rushlight.dispatch.promotion import KEEP
from rushlight.ops.rows import elementwise


def activation(**facts):
    """Declares a unary op with options that torch offers in torch.nn.functional only."""
    return op(families.unary, **{"promotes": KEEP, "method": False, "function": False, "inplace": False, "wide_gradient": True,
                                 **facts})


def flat(F, grad, input, of=None):
    """`grad`, as something that depends on `input` with slope 0: torch lets one differentiate a step again, and get zeros.
    `of` is the op whose gradient it is."""
    return F.flat_in(grad, input, of) if F is tensors else grad


_GRADIENTS = ("threshold", "leaky_relu", "hardtanh", "softshrink", "hardshrink", "prelu_kernel")
_CAMEL = ["".join(map(str.capitalize, name.split("_"))) for name in _GRADIENTS]
_FLAT_NODES = "".join(f"{camel}BackwardBackward0 if of == {name!r} else " for name, camel in zip(_GRADIENTS, _CAMEL))


@op(families.general, method=False, function=False, out=False, node=f"{_FLAT_NODES}FlatInBackward0")
def flat_in(xp, value: Tensor, input: Tensor, of=None) -> Tensor:
    """Returns `value`."""
    return xp.clone(value)

@flat_in.vjp("value")
def flat_in_grad(F, grad):
    return grad

@flat_in.vjp("input")
def flat_in_grad_input(F, grad, input):
    return F.zeros_like(input)


def below_zero(F, x):
    """`x` where it is negative, else 0: keeps an exponential finite in the branch that is not taken."""
    return F.where(x > 0, 0, x)


# ---------------------------------------------------------------- rectifiers

@op(families.unary, promotes=KEEP, kernel="relu", out=False)
def relu(xp, input: Tensor) -> Tensor:
    """Returns the positive elements, and 0 for the others."""

@relu.vjp("input")
@relu.jvp("input")
def relu_grad(F, grad, out):
    return flat(F, F.where(out <= 0, 0, grad), out, "threshold")


@activation()
def hardtanh(xp, input: Tensor, min_val=-1.0, max_val=1.0) -> Tensor:
    """Returns each element clamped to [min_val, max_val]."""
    kind = input.dtype.kind
    if kind == "b":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if kind == "c":
        raise NotImplementedError("clamp is not supported for complex types")
    whole = dtypes.dtype_of(input).category == dtypes.INTEGRAL
    if whole and kind == "u" and min_val < 0:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return xp.hardtanh(input, int(min_val), int(max_val)) if whole else xp.hardtanh(input, min_val, max_val)

@hardtanh.vjp("input")
@hardtanh.jvp("input")
def hardtanh_grad(F, grad, input, min_val, max_val):
    return flat(F, F.where((input <= min_val) | (input >= max_val), 0, grad), input, "hardtanh")


@activation()
def leaky_relu(xp, input: Tensor, negative_slope=0.01) -> Tensor:
    """Returns the positive elements, and `negative_slope` times the others."""
    return xp.leaky_relu(input, negative_slope)

@leaky_relu.vjp("input")
@leaky_relu.jvp("input")
def leaky_relu_grad(F, grad, input, negative_slope):
    return flat(F, F.where(input > 0, grad, grad * negative_slope), input, "leaky_relu")


@op(families.binary, promotes=KEEP, method=False, function=False, inplace=False, out=False)
def _prelu_kernel(xp, input: Tensor, weight: Tensor) -> Tensor:
    """Returns the positive elements, and `weight` times the others."""
    return xp.where(input > 0, input, input * weight)

@_prelu_kernel.vjp("input")
@_prelu_kernel.jvp("input")
def _prelu_kernel_grad_input(F, grad, input, weight):
    return flat(F, F.where(input > 0, grad, grad * weight), input, "prelu_kernel")

@_prelu_kernel.vjp("weight")
@_prelu_kernel.jvp("weight")
def _prelu_kernel_grad_weight(F, grad, input):
    return F.where(input > 0, 0, grad * input)


@op(families.composite)
def prelu(F, input: Tensor, weight: Tensor) -> Tensor:
    """Returns the positive elements, and `weight` times the others; one weight, or one per channel (dimension 1)."""
    if input.dtype is not weight.dtype:
        raise RuntimeError(f"prelu: Type promoting not supported. Got {input.dtype.scalar_name} and {weight.dtype.scalar_name}")
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    count = math.prod(weight.shape)
    if count == 1:
        return F._prelu_kernel(input, F.reshape(weight, ()))
    if not input.ndim:
        raise RuntimeError("Not allow zero-dim input tensor.")
    channels = input.shape[1] if input.ndim > 1 else 1
    if channels != count:
        raise RuntimeError(f"Mismatch of parameter numbers and input channel size. Found parameter numbers = {count} and "
                           f"channel size = {channels}.")
    return F._prelu_kernel(input, F.reshape(weight, (count, *[1] * (input.ndim - 2))))


@activation(function=True, into_expanded=True)
def threshold(xp, input: Tensor, threshold, value) -> Tensor:
    """Returns the elements above `threshold`, and `value` for the others."""
    return xp.threshold(input, threshold, value)

@threshold.vjp("input")
@threshold.jvp("input")
def threshold_grad(F, grad, input, threshold):
    return flat(F, F.where(input <= threshold, 0, grad), input, "threshold")

# ---------------------------------------------------------------- exponential ones


@activation()
def elu(xp, input: Tensor, alpha=1.0, scale=1.0, input_scale=1.0) -> Tensor:
    """Returns the positive elements, and `alpha * (e**x - 1)` for the others."""
    return xp.elu(input, alpha, scale, input_scale)

@elu.vjp("input")
@elu.jvp("input")
def elu_grad(F, grad, input, alpha, scale, input_scale):
    slope = F.exp(below_zero(F, input) * input_scale) * (alpha * scale * input_scale)
    return F.where(input > 0, grad * scale, grad * slope)


@activation(function=True)
def celu(xp, input: Tensor, alpha=1.0) -> Tensor:
    """Returns the positive elements, and `alpha * (e**(x / alpha) - 1)` for the others."""
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return xp.elu(input, alpha, 1.0, 1.0 / alpha)

@celu.vjp("input")
@celu.jvp("input")
def celu_grad(F, grad, input, alpha):
    return F.where(input > 0, grad, grad * F.exp(below_zero(F, input) / alpha))


@activation(out_dtype=iterated)
def softplus(xp, input: Tensor, beta=1.0, threshold=20.0) -> Tensor:
    """Returns log(1 + e**(beta x)) / beta; x itself where beta x is above `threshold`."""
    return xp.softplus(input, beta, threshold)

@softplus.vjp("input")
@softplus.jvp("input")
def softplus_grad(F, grad, input, beta, threshold):
    z = F.exp(F.where(input * beta > threshold, 0, input * beta))
    return F.where(input * beta > threshold, grad, grad * z / (z + 1))


@activation()
def silu(xp, input: Tensor) -> Tensor:
    """Returns x sigmoid(x)."""
    return input / (1 + xp.exp(-input)) if input.dtype.kind == "c" else xp.silu(input)

@silu.vjp("input")
@silu.jvp("input")
def silu_grad(F, grad, input):
    s = F.sigmoid(input)
    return grad * (s * (1 + input * (1 - s)))


@activation()
def mish(xp, input: Tensor) -> Tensor:
    """Returns x tanh(softplus(x))."""
    return xp.mish(input)

@mish.vjp("input")
@mish.jvp("input")
def mish_grad(F, grad, input):
    t = F.tanh(F.softplus(input))
    return grad * (t + input * F.sigmoid(input) * (1 - t * t))


logsigmoid = elementwise("logsigmoid", lambda F, input: F.sigmoid(-input), KEEP, (-3.0, 3.0), "Returns log(sigmoid(x)).",
                         method=False, function=False, inplace=False, node="LogSigmoidBackward0", wide_gradient=True)


@activation(out_dtype=iterated)
def gelu(xp, input: Tensor, *, approximate="none") -> Tensor:
    """Returns x times the probability that a normal variable is below x; `approximate="tanh"` for a cheaper formula."""
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return xp.gelu(input, approximate)

@gelu.vjp("input")
@gelu.jvp("input")
def gelu_vjp(F, grad, input, approximate):
    return F.gelu_grad(grad, input, approximate)


@op(families.general, method=False, function=False, out=False, node="GeluBackwardBackward0")
def gelu_grad(xp, given: Tensor, input: Tensor, approximate) -> Tensor:
    """Returns `given` times the slope of gelu at `input`."""
    return xp.gelu_grad(given, input, approximate)

@gelu_grad.vjp("given")
def gelu_grad_grad(F, grad, input, approximate):
    return F.gelu_grad(grad, input, approximate)

@gelu_grad.vjp("input")
def gelu_grad_grad_input(F, grad, given, input, approximate):
    return grad * given * gelu_curvature(F, input, approximate)


def gelu_curvature(F, x, approximate):
    """The second derivative of gelu."""
    if approximate == "none":
        return F.exp(x * x * -0.5) * (2 - x * x) * (1 / math.sqrt(2 * math.pi))
    k, c = math.sqrt(2 / math.pi), 0.044715
    t = F.tanh((x + c * x * x * x) * k)
    slope, bend = (1 + 3 * c * x * x) * k, 6 * c * k * x
    return (1 - t * t) * (slope + 0.5 * x * bend - x * t * slope * slope)

# ---------------------------------------------------------------- piecewise linear ones


@activation()
def hardsigmoid(xp, input: Tensor) -> Tensor:
    """Returns x / 6 + 1/2, clamped to [0, 1]."""
    return xp.hardsigmoid(input)

@hardsigmoid.vjp("input")
@hardsigmoid.jvp("input")
def hardsigmoid_grad(F, grad, input):
    return flat(F, F.where((input > -3) & (input < 3), grad / 6, 0), input)


@activation()
def hardswish(xp, input: Tensor) -> Tensor:
    """Returns x hardsigmoid(x)."""
    return xp.hardswish(input)

@hardswish.vjp("input")
@hardswish.jvp("input")
def hardswish_grad(F, grad, input):
    return F.where(input <= -3, 0, F.where(input < 3, grad * (input / 3 + 0.5), grad))


@activation(out_dtype=iterated)
def softshrink(xp, input: Tensor, lambd=0.5) -> Tensor:
    """Returns each element moved towards 0 by `lambd`, but not past it."""
    if input.dtype.kind in "iubc" and dtypes.dtype_of(input) is not dtypes.bfloat16:
        raise NotImplementedError(f'"softshrink_check" not implemented for \'{dtypes.dtype_of(input).scalar_name}\'')
    highest = dtypes.finfo(dtypes.dtype_of(input)).max
    if not 0 <= lambd <= highest:
        raise RuntimeError(f"lambda must be in range [0, {highest:g}] for input dtype {dtypes.dtype_of(input).scalar_name}, but "
                           f"found {lambd:g}")
    return xp.softshrink(input, lambd)

@softshrink.vjp("input")
@softshrink.jvp("input")
def softshrink_grad(F, grad, input, lambd):
    return flat(F, F.where((input >= -lambd) & (input <= lambd), 0, grad), input, "softshrink")


@op(families.unary, promotes=KEEP, inplace=False, out_dtype=iterated, wide_gradient=True)
def hardshrink(xp, input: Tensor, lambd=0.5) -> Tensor:
    """Returns each element, and 0 where its magnitude is at most `lambd`."""
    return xp.hardshrink(input, lambd)

@hardshrink.vjp("input")
@hardshrink.jvp("input")
def hardshrink_grad(F, grad, input, lambd):
    return flat(F, F.where((input >= -lambd) & (input <= lambd), 0, grad), input, "hardshrink")

# ---------------------------------------------------------------- compositions


SELU = 1.6732632423543772, 1.0507009873554805            # alpha, scale


@op(families.composite, method=False)
def selu(F, input: Tensor) -> Tensor:
    """Returns elu with the constants that keep mean 0 and variance 1 from layer to layer."""
    return F.elu(input, *SELU)


@op(families.composite, method=False)
def _add_relu(F, input: Tensor, other: Tensor | Number, *, alpha=1) -> Tensor:
    """Returns the positive elements of input + alpha * other, and 0 for the others."""
    return F.relu(F.add(input, other, alpha=alpha))


@op(families.composite, method=False, function=False)
def softsign(F, input: Tensor) -> Tensor:
    """Returns x / (1 + |x|)."""
    return input / (F.abs(input) + 1)


@op(families.composite, method=False, function=False)
def tanhshrink(F, input: Tensor) -> Tensor:
    """Returns x - tanh(x)."""
    return input - F.tanh(input)


@op(families.general, method=False, function=False, wide_gradient=True)
def glu(xp, input: Tensor, dim=-1) -> Tensor:
    """Returns the first half along `dim` times the sigmoid of the second half."""
    return xp.glu(input, dim)

@glu.vjp("input")
def glu_grad(F, grad, input, dim):
    size = input.shape[dim] // 2
    first, gate = F.slice(input, dim, 0, size, 1), F.sigmoid(F.slice(input, dim, size, 2 * size, 1))
    return F.cat([grad * gate, grad * first * gate * (1 - gate)], dim)

# ---------------------------------------------------------------- in place

def told_from_result(op, node, rule):
    """Gives `op_` a node called `node`, and a rule that takes the result, where it can: the input is overwritten."""
    op.in_place = Op(op.forward, op.family, promotes=op.promotes, node=node, wide_gradient=op.wide_gradient)
    op.in_place.vjp("input")(rule)


def check_slope(slope, name):
    if slope < 0:
        raise RuntimeError(f"In-place {name} backward calculation is triggered with a negative slope which is not supported. "
                           "This is caused by calling in-place forward function with a negative slope, please call out-of-place "
                           "version instead.")


def elu_grad_in_place(F, grad, out, alpha, scale, input_scale):
    check_slope(alpha, "elu")
    return F.where(out > 0, grad * scale, grad * ((out + alpha * scale) * input_scale))


def celu_grad_in_place(F, grad, out, alpha):
    check_slope(alpha, "elu")
    return F.where(out > 0, grad, grad * ((out + alpha) / alpha))


def leaky_relu_grad_in_place(F, grad, out, negative_slope):
    check_slope(negative_slope, "leakyReLu")
    return flat(F, F.where(out > 0, grad, grad * negative_slope), out, "leaky_relu")


def rrelu_grad_in_place(F, grad, out, slopes, lower, upper, training):
    if training:
        return grad * slopes
    check_slope((lower + upper) / 2, "leakyReLu")
    return F.where(out > 0, grad, grad * ((lower + upper) / 2))


told_from_result(elu.op, "EluBackward1", elu_grad_in_place)
told_from_result(celu.op, "CeluBackward1", celu_grad_in_place)
told_from_result(leaky_relu.op, "LeakyReluBackward1", leaky_relu_grad_in_place)
told_from_result(threshold.op, "ThresholdBackward1", threshold_grad)

elu_, silu_, mish_, hardtanh_, leaky_relu_, hardsigmoid_, hardswish_ = [
    inplace_function(f.op) for f in (elu, silu, mish, hardtanh, leaky_relu, hardsigmoid, hardswish)]
celu_, threshold_ = [by_hand(method=False)(inplace_function(f.op)) for f in (celu, threshold)]


@by_hand(method=False)
def selu_(input):
    """Applies selu in place."""
    return elu_(input, *SELU)

# ---------------------------------------------------------------- with noise


@op(families.general, method=False, function=False, out=False, node="RreluWithNoiseBackward0", wide_gradient=True)
def rrelu_with_noise(xp, input: Tensor, slopes: Tensor, lower, upper, training) -> Tensor:
    """Returns the input times `slopes`; unless `training`, leaky_relu with the slope between `lower` and `upper`."""
    return input * slopes if training else xp.leaky_relu(input, (lower + upper) / 2)

@rrelu_with_noise.vjp("input")
@rrelu_with_noise.jvp("input")
def rrelu_with_noise_grad(F, grad, input, slopes, lower, upper, training):
    return grad * slopes if training else F.where(input > 0, grad, grad * ((lower + upper) / 2))


@by_hand(method=False)
def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    """Returns the positive elements, and the others times a slope drawn from [lower, upper], or its middle unless `training`."""
    check_bounds(lower, upper)
    return rrelu_with_noise(input, draw_slopes(input, lower, upper, training), lower, upper, training)


def check_bounds(lower, upper):
    for name, bound in (("lower", lower), ("upper", upper)):
        if not math.isfinite(bound):
            raise RuntimeError(f"rrelu: {name} bound must be finite, got {bound}")
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")


def draw_slopes(input, lower, upper, training):
    """1 where the input is positive, else a draw in float64; torch draws for those elements only, in their order."""
    values = input.detach()
    if not training:
        return tensors.empty((0,), dtype=values.dtype)      # nothing looks at them
    falls = values <= 0
    kind = dtypes.float64 if values.dtype is dtypes.float64 else dtypes.float32
    low, high = [tensors.full((), bound, dtype=kind).item() for bound in (lower, upper)]
    drawn = tensors.empty(int(falls.sum()), dtype=dtypes.float64).uniform_() * (high - low) + low
    return tensors.masked_scatter(tensors.ones_like(values), falls, drawn.to(values.dtype))


@by_hand(method=False)
def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    """Applies rrelu in place."""
    check_bounds(lower, upper)
    return rrelu_with_noise_(input, draw_slopes(input, lower, upper, training), lower, upper, training)


told_from_result(rrelu_with_noise.op, "RreluWithNoiseBackward1", rrelu_grad_in_place)
rrelu_with_noise_ = inplace_function(rrelu_with_noise.op)
