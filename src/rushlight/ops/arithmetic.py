"""Arithmetic with two or three operands."""
from __future__ import annotations

import cmath
import math

import numpy as np

from rushlight.dispatch.families import binary, ternary
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.checking import is_operand
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import exactly
from rushlight.dispatch.promotion import INT_TO_FLOAT, KEEP, TO_DOUBLE, check_numbers, number_array
from rushlight.backends.numpy.pointwise import refuse_negative_exponent
from rushlight.dtypes import BOOL, COMPLEX, FLOATING, INTEGRAL, dtype_of, float16

NUMBERS = (int, float, complex, bool)


def is_number(value):
    return type(value) in NUMBERS


def _refuses(name, *categories):
    return KEEP.refusing(f'"{name}" not implemented for \'{{}}\'', *categories)


def needs_tensor(name, promotes):
    """The rule, with torch's error where both operands of `name` are numbers."""
    def check(values):
        if not any(hasattr(v, "dtype") for v in values):
            raise TypeError(f"{name}() received an invalid combination of arguments - got "
                            f"({', '.join(type(v).__name__ for v in values)}), but expected one of:\n"
                            f" * (Tensor, Tensor), (Tensor, Number), (Number, Tensor)")
        if promotes.check is not None:
            promotes.check(values)
    return promotes.checking(check)


# ---------------------------------------------------------------- sums

def scaled(xp, value, alpha, beside):
    """alpha * value, a number being of the type of `beside`. RuntimeError for a factor that the type cannot hold."""
    if is_number(value):
        value = number_array(value, dtype_of(beside))
    if value.dtype.kind in "iub" and isinstance(alpha, float) and type(value) is xp.ndarray:
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    if isinstance(alpha, complex) and value.dtype.kind != "c":
        raise RuntimeError("For non-complex input tensors, argument alpha must not be a complex number.")
    if isinstance(alpha, bool) and value.dtype.kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    return xp.mul(value, alpha)


@op(binary, promotes=KEEP.exactly(), kernel="add", wraps_numbers=True)
def add(xp, input: Tensor | Number, other: Tensor | Number, *, alpha=1) -> Tensor:
    """Adds `alpha * other` to `input`."""
    return xp.add(input, other if type(alpha) is int and alpha == 1 else scaled(xp, other, alpha, input))

@add.vjp("input")
@add.jvp("input")
def add_grad_input(F, grad):
    return grad

@add.vjp("other")
def add_grad_other(F, grad, alpha):
    return grad if alpha == 1 else grad * _conjugate(alpha)

@add.jvp("other")
def add_tangent_other(F, tangent, alpha):
    return tangent if alpha == 1 else tangent * alpha


def _conjugate(factor):
    """The factor for a rule that saves no tensor: around those that do, the tape conjugates."""
    return factor.conjugate() if isinstance(factor, complex) else factor


def _refuse_bools(values):
    bools = [isinstance(v, bool) or getattr(v, "dtype", None) == np.bool_ for v in values]
    if all(bools):
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
                           "`logical_xor()` operator instead.")
    if any(bools):
        raise RuntimeError("Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
                           "mask, use the `~` or `logical_not()` operator instead.")


NO_BOOLS = KEEP.checking(_refuse_bools, kinds="iufc").exactly()


@op(binary, promotes=NO_BOOLS, kernel="sub", aliases=("subtract",), wraps_numbers=True)
def sub(xp, input: Tensor | Number, other: Tensor | Number, *, alpha=1) -> Tensor:
    """Subtracts `alpha * other` from `input`."""
    return xp.sub(input, other if type(alpha) is int and alpha == 1 else scaled(xp, other, alpha, input))

@sub.vjp("input")
@sub.jvp("input")
def sub_grad_input(F, grad):
    return grad

@sub.vjp("other")
def sub_grad_other(F, grad, alpha):
    return -grad if alpha == 1 else grad * -_conjugate(alpha)

@sub.jvp("other")
def sub_tangent_other(F, tangent, alpha):
    return -tangent if alpha == 1 else tangent * -alpha


@op(binary, promotes=NO_BOOLS, inplace=False, out=False, method=False,
    node="RsubBackward1 if type(other) in ANY_NUMBER else RsubBackward0")
def rsub(xp, input: Tensor, other: Tensor | Number, *, alpha=1) -> Tensor:
    """Subtracts `alpha * input` from `other`."""
    return xp.sub(other, input if type(alpha) is int and alpha == 1 else scaled(xp, input, alpha, other))

rsub.vjp("input")(sub_grad_other)
rsub.jvp("input")(sub_tangent_other)

@rsub.vjp("other")
@rsub.jvp("other")
def rsub_grad_other(F, grad):
    return grad


# ---------------------------------------------------------------- products and quotients

@op(binary, promotes=KEEP.exactly(), kernel="mul", aliases=("multiply",), wraps_numbers=True)
def mul(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Multiplies `input` by `other`."""

@mul.vjp("input")
@mul.jvp("input")
def mul_grad_input(F, grad, other):
    return grad * other

@mul.vjp("other")
@mul.jvp("other")
def mul_grad_other(F, grad, input):
    return grad * input


ROUNDED = _refuses("div_floor_cpu", BOOL, COMPLEX).exactly()


@op(binary, promotes=INT_TO_FLOAT.exactly().unless("rounding_mode", ROUNDED), kernel="div", aliases=("divide",),
    node="DivBackward0 if rounding_mode is None else DivBackward2", wraps_numbers=True)
def div(xp, input: Tensor | Number, other: Tensor | Number, *, rounding_mode=None) -> Tensor:
    """Divides `input` by `other`; `rounding_mode` may be None, "trunc" or "floor"."""
    if rounding_mode is None:
        return xp.div(input, other)
    if rounding_mode == "floor":
        return xp.floor_divide(input, other)
    if rounding_mode == "trunc":
        return xp.trunc_divide(input, other)
    raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")

@div.vjp("input")
@div.jvp("input")
def div_grad_input(F, grad, other, rounding_mode):
    return grad / other if rounding_mode is None else F.zeros_like(grad)

@div.vjp("other")
@div.jvp("other")
def div_grad_other(F, grad, input, other, rounding_mode):
    return -grad * (input / other / other) if rounding_mode is None else F.zeros_like(grad)


@op(binary, promotes=INT_TO_FLOAT.exactly(), kernel="div", node="DivBackward0")
def true_divide(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Divides `input` by `other`."""

@true_divide.vjp("input")
@true_divide.jvp("input")
def true_divide_grad_input(F, grad, other):
    return grad / other

@true_divide.vjp("other")
@true_divide.jvp("other")
def true_divide_grad_other(F, grad, input, other):
    return -grad * (input / other / other)


def underived(name):
    """A rule for what torch records without a derivative."""
    def raise_underived(F, grad):
        raise RuntimeError(f"derivative for aten::{name} is not implemented")
    raise_underived.underived = True
    return raise_underived


@op(binary, promotes=ROUNDED, kernel="floor_divide")
def floor_divide(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the quotient rounded down. RuntimeError where an integer is divided by zero."""

floor_divide.vjp("input", "other")(underived("floor_divide"))
floor_divide.jvp("input", "other")(underived("floor_divide"))


@op(binary, promotes=needs_tensor("remainder", _refuses("remainder_cpu", BOOL, COMPLEX)), kernel="remainder",
    node="RemainderBackward0 if type(other) in ANY_NUMBER else RemainderBackward1")
def remainder(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns what division leaves, with the sign of `other`."""

@remainder.vjp("input")
@remainder.jvp("input")
def remainder_grad_input(F, grad):
    return grad

@remainder.vjp("other")
@remainder.jvp("other")
def remainder_grad_other(F, grad, input, other):
    if is_number(input):
        underived("remainder")(F, grad)
    return -grad * F.div(input, other, rounding_mode="floor")


@op(binary, promotes=_refuses("fmod_cpu", BOOL, COMPLEX), kernel="fmod",
    node="FmodBackward0 if type(other) in ANY_NUMBER else FmodBackward1")
def fmod(xp, input: Tensor, other: Tensor | Number) -> Tensor:
    """Returns what division leaves, with the sign of `input`."""

@fmod.vjp("input")
@fmod.jvp("input")
def fmod_grad_input(F, grad):
    return grad

@fmod.vjp("other")
@fmod.jvp("other")
def fmod_grad_other(F, grad, input, other):
    return -grad * F.div(input, other, rounding_mode="trunc")


# ---------------------------------------------------------------- powers

POW_NODES = "PowBackward2 if type(input) in ANY_NUMBER else PowBackward0 if type(exponent) in ANY_NUMBER else PowBackward1"


def _refuse_negative(values):
    if hasattr(values[0], "dtype"):
        refuse_negative_exponent(values)
        check_numbers(values)
    has_halves = any(dtype_of(v) is float16 for v in values if hasattr(v, "dtype"))
    if has_halves and any(isinstance(v, complex) and v != 1 for v in values):
        raise NotImplementedError("\"pow\" not implemented for 'ComplexHalf'")


@op(binary, promotes=needs_tensor("pow", _refuses("pow", BOOL).checking(_refuse_negative)), kernel="pow", node=POW_NODES)
def pow(xp, input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """Returns input ** exponent. RuntimeError for integers to a negative number."""

@pow.vjp("input")
@pow.jvp("input")
def pow_grad_input(F, grad, input, exponent):
    if not is_number(exponent):
        return F.where(exponent == 0, 0.0, grad * (exponent * F.pow(input, exponent - 1)))
    if exponent == 0:
        return F.zeros_like(grad)
    if exponent == 2 and F is not tensors:
        return grad * (input * 2)
    return grad * (F.pow(input, exponent - 1) * exponent)

@pow.vjp("exponent")
@pow.jvp("exponent")
def pow_grad_exponent(F, grad, input, exponent, out):
    if _is_complex(out) and not _is_complex(input):
        input = input + 0j                      # a negative base has a logarithm then
    if is_number(input):
        slope = out * log_of(input)
        return grad * (F.where(_not_negative(F, exponent), 0.0, slope) if input == 0 else slope)
    return grad * F.where((input == 0) & _not_negative(F, exponent), 0.0, out * F.log(input))


def _is_complex(value):
    """Whether an array, a Tensor or a number is complex."""
    return isinstance(value, complex) if is_number(value) else getattr(value, "_data", value).dtype.kind == "c"


def log_of(number):
    """The logarithm of a Python number; nan for a negative one."""
    if isinstance(number, complex) and number:
        return cmath.log(number)
    number = number.real
    return math.log(number) if number > 0 else -math.inf if number == 0 else math.nan


def _not_negative(F, exponent):
    if is_number(exponent):
        return exponent.real >= 0
    return F.real(exponent) >= 0


_DOUBLE = "the {} given to {} has dtype {{given}} but the operation's result requires dtype {{wanted}}"


@op(binary, promotes=needs_tensor("float_power", TO_DOUBLE), kernel="pow", node=POW_NODES,
    out_dtype=exactly(_DOUBLE.format("output", "float_power")), inplace_dtype=exactly(_DOUBLE.format("base", "float_power_")))
def float_power(xp, input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """Returns input ** exponent in double precision."""

float_power.vjp("input")(pow_grad_input)
float_power.jvp("input")(pow_grad_input)
float_power.vjp("exponent")(pow_grad_exponent)
float_power.jvp("exponent")(pow_grad_exponent)


@op(binary, promotes=INT_TO_FLOAT, kernel="ldexp")
def ldexp(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns input * 2 ** other."""

@ldexp.vjp("input")
@ldexp.jvp("input")
def ldexp_grad_input(F, grad, other):
    return grad * F.pow(2.0, other)

@ldexp.vjp("other")
@ldexp.jvp("other")
def ldexp_grad_other(F, grad, out):
    return grad * (out * math.log(2.0))


# ---------------------------------------------------------------- integers

def _integers_only(name):
    return _refuses(name, BOOL, FLOATING, COMPLEX)


@op(binary, promotes=_integers_only("gcd_cpu"), kernel="gcd")
def gcd(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the greatest common divisor, element by element."""


@op(binary, promotes=_integers_only("lcm_cpu"), kernel="lcm")
def lcm(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the least common multiple, element by element."""


# ---------------------------------------------------------------- three operands

@op(ternary, promotes=_refuses("addcmul_cpu_out", BOOL))
def addcmul(xp, input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value=1) -> Tensor:
    """Returns input + value * tensor1 * tensor2."""
    product = xp.mul(tensor1, tensor2)
    return xp.add(input, product if value == 1 else xp.mul(product, _whole(xp, value, product)))


def _whole(xp, value, beside):
    """A factor for `beside`, cut to an integer where that is of integers."""
    return int(value) if beside.dtype.kind in "iu" and type(beside) is xp.ndarray else value

@addcmul.vjp("input")
@addcmul.jvp("input")
def addcmul_grad_input(F, grad):
    return grad

@addcmul.vjp("tensor1")
@addcmul.jvp("tensor1")
def addcmul_grad_tensor1(F, grad, tensor2, value):
    return grad * (tensor2 * value)

@addcmul.vjp("tensor2")
@addcmul.jvp("tensor2")
def addcmul_grad_tensor2(F, grad, tensor1, value):
    return grad * (tensor1 * value)


def _refuse_integers(values):
    if all(dtype_of(v).category <= INTEGRAL for v in values[1:]):
        raise RuntimeError("Integer division with addcdiv is no longer supported, and in a future release addcdiv will perform a "
                           "true division of tensor1 and tensor2. Use (input + value * torch.trunc(tensor1 / tensor2)).to(input."
                           "dtype) for integer inputs and (input + value * tensor1 / tensor2) for float inputs.")


@op(ternary, promotes=KEEP.checking(_refuse_integers, kinds="fc"))
def addcdiv(xp, input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value=1) -> Tensor:
    """Returns input + value * tensor1 / tensor2."""
    quotient = xp.div(tensor1, tensor2)
    return xp.add(input, quotient if value == 1 else xp.mul(quotient, value))

@addcdiv.vjp("input")
@addcdiv.jvp("input")
def addcdiv_grad_input(F, grad):
    return grad

@addcdiv.vjp("tensor1")
@addcdiv.jvp("tensor1")
def addcdiv_grad_tensor1(F, grad, tensor2, value):
    return grad * (value / tensor2)

@addcdiv.vjp("tensor2")
@addcdiv.jvp("tensor2")
def addcdiv_grad_tensor2(F, grad, tensor1, tensor2, value):
    return -grad * (value * tensor1 / (tensor2 * tensor2))


def _same_floats(values):
    if dtype_of(values[0]).category < FLOATING:
        raise NotImplementedError(f'"lerp_kernel_scalar" not implemented for \'{dtype_of(values[0]).scalar_name}\'')
    for value, name in zip(values[1:], ("end", "weight")):
        if hasattr(value, "dtype") and dtype_of(value) is not dtype_of(values[0]):
            raise RuntimeError(f"expected dtype {_c_name(values[0])} for `{name}` but got dtype {_c_name(value)}")


def _c_name(array):
    name = dtype_of(array).scalar_name
    return {"Long": "long int", "Half": "c10::Half", "BFloat16": "c10::BFloat16", "ComplexFloat": "c10::complex<float>",
            "ComplexDouble": "c10::complex<double>"}.get(name, name.lower())


@op(ternary, promotes=KEEP.checking(_same_floats, kinds="fc").exactly(), kernel="lerp",
    node="LerpBackward0 if type(weight) in ANY_NUMBER else LerpBackward1")
def lerp(xp, input: Tensor, end: Tensor, weight: Tensor | Number) -> Tensor:
    """Returns input + weight * (end - input)."""

@lerp.vjp("input")
@lerp.jvp("input")
def lerp_grad_input(F, grad, weight):
    return grad * (1 - weight)

@lerp.vjp("end")
@lerp.jvp("end")
def lerp_grad_end(F, grad, weight):
    return grad * weight

@lerp.vjp("weight")
@lerp.jvp("weight")
def lerp_grad_weight(F, grad, input, end):
    return grad * (end - input)


# ---------------------------------------------------------------- numbers on the left of an operator

def _reflected(name, compute, says, aliases=()):
    def operator(input, other):
        try:
            return compute(other, input) if is_operand(other) else NotImplemented
        except TypeError:                               # of a class that takes over functions, and not this one
            return NotImplemented
    operator.__name__ = operator.__qualname__ = name
    operator.__doc__ = says
    return by_hand(function=False, aliases=aliases)(operator)


@by_hand(function=False, aliases=("__rdiv__",))
def __rtruediv__(input, other):
    """Returns other / input."""
    try:
        return tensors.reciprocal(input) * other if is_operand(other) or isinstance(other, np.ndarray) else NotImplemented
    except TypeError:
        return NotImplemented


_reflected("__rfloordiv__", lambda left, right: tensors.floor_divide(left, right), "Returns other // input.")
_reflected("__rmod__", lambda left, right: tensors.remainder(left, right), "Returns other % input.")
_reflected("__rpow__", lambda left, right: tensors.pow(left, right), "Returns other ** input.")
_reflected("__rlshift__", lambda left, right: tensors.bitwise_left_shift(left, right), "Returns other << input.")
_reflected("__rrshift__", lambda left, right: tensors.bitwise_right_shift(left, right), "Returns other >> input.")
