"""Functions of one element: a row each where one derivative says everything."""
from __future__ import annotations

import math

from rushlight.dispatch.families import general, many_outputs, unary
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import exactly, iterated
from rushlight.dispatch.promotion import BOOL_TO_LONG, INT_TO_FLOAT, KEEP
from rushlight.dtypes import BOOL, COMPLEX, INTEGRAL, dtype_of
from rushlight.ops.complexes import is_complex_value
from rushlight.ops.rows import ABOVE_ONE, ANYWHERE, POSITIVE, UNIT, ZERO, elementwise

LN2, LN10 = math.log(2.0), math.log(10.0)


def real_only(name, *others):
    """INT_TO_FLOAT for a function that torch has for real numbers only."""
    return INT_TO_FLOAT.refusing(f'"{name}" not implemented for \'{{}}\'', COMPLEX, *others)


def _step(name):
    return (KEEP.refusing(f"{name} is not supported for complex inputs", COMPLEX)
            .refusing(f'"{name}_vml_cpu" not implemented for \'{{}}\'', BOOL))


FLOATS_ONLY_FRAC = KEEP.refusing('"frac_cpu" not implemented for \'{}\'', BOOL, INTEGRAL, COMPLEX)
NO_BOOL_NEG = KEEP.refusing("Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, "
                            "use the `~` or `logical_not()` operator instead.", BOOL, error=RuntimeError)
NO_COMPLEX_SIGN = KEEP.refusing("Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn "
                                "instead.", COMPLEX)
NO_COMPLEX_DEGREES = INT_TO_FLOAT.refusing("deg2rad is not supported for complex tensors.", COMPLEX, error=RuntimeError)
NO_COMPLEX_RADIANS = INT_TO_FLOAT.refusing("rad2deg is not supported for complex tensors.", COMPLEX, error=RuntimeError)



def _acosh_slope(F, input):
    if is_complex_value(input):
        return F.rsqrt(input - 1) * F.rsqrt(input + 1)      # the branch cut of the product is that of acosh
    return F.rsqrt(input * input - 1)


# name, derivative at (input, out), promotion, domain, what it says

# ---------------------------------------------------------------- exponentials and logarithms
exp = elementwise("exp", lambda F, out: out, INT_TO_FLOAT, ANYWHERE, "Returns e**input, element by element.")
exp2 = elementwise("exp2", lambda F, out: out * LN2, INT_TO_FLOAT, ANYWHERE, "Returns 2**input, element by element.")
expm1 = elementwise("expm1", lambda F, out: out + 1, INT_TO_FLOAT, ANYWHERE, "Returns e**input - 1, exact near zero.")
log = elementwise("log", lambda F, input: input, INT_TO_FLOAT, POSITIVE, "Returns the natural logarithm.", divides=True)
log2 = elementwise("log2", lambda F, input: input * LN2, INT_TO_FLOAT, POSITIVE, "Returns the logarithm to base 2.", divides=True)
log10 = elementwise("log10", lambda F, input: input * LN10, INT_TO_FLOAT, POSITIVE, "Returns the logarithm to base 10.",
                    divides=True)
log1p = elementwise("log1p", lambda F, input: input + 1, INT_TO_FLOAT, POSITIVE, "Returns log(1 + input).", divides=True,
                    node="Log1PBackward0")
sigmoid = elementwise("sigmoid", lambda F, out: (1 - out) * out, INT_TO_FLOAT, ANYWHERE, "Returns 1 / (1 + e**-input).",
                      wide_gradient=True)

# ---------------------------------------------------------------- roots and reciprocals
sqrt = elementwise("sqrt", lambda F, out: 2 * out, INT_TO_FLOAT, POSITIVE, "Returns the square root of each element.",
                   divides=True)
rsqrt = elementwise("rsqrt", lambda F, out: -0.5 * F.pow(out, 3), INT_TO_FLOAT, POSITIVE, "Returns 1 / sqrt(input).")
reciprocal = elementwise("reciprocal", lambda F, out: -(out * out), INT_TO_FLOAT, POSITIVE, "Returns 1 / input.")

# ---------------------------------------------------------------- circles and hyperbolas
sin = elementwise("sin", lambda F, input: F.cos(input), INT_TO_FLOAT, ANYWHERE, "Returns the sine of each element.")
cos = elementwise("cos", lambda F, input: -F.sin(input), INT_TO_FLOAT, ANYWHERE, "Returns the cosine of each element.")
tan = elementwise("tan", lambda F, out: 1 + out * out, INT_TO_FLOAT, UNIT, "Returns the tangent of each element.")
asin = elementwise("asin", lambda F, input: F.rsqrt(1 - input * input), INT_TO_FLOAT, UNIT, "Returns the angle of a sine.",
                   aliases=("arcsin",))
acos = elementwise("acos", lambda F, input: -F.rsqrt(1 - input * input), INT_TO_FLOAT, UNIT, "Returns the angle of a cosine.",
                   aliases=("arccos",))
atan = elementwise("atan", lambda F, input: input * input + 1, INT_TO_FLOAT, ANYWHERE, "Returns the angle of a tangent.",
                   divides=True, aliases=("arctan",))
sinh = elementwise("sinh", lambda F, input: F.cosh(input), INT_TO_FLOAT, ANYWHERE, "Returns the hyperbolic sine.")
cosh = elementwise("cosh", lambda F, input: F.sinh(input), INT_TO_FLOAT, ANYWHERE, "Returns the hyperbolic cosine.")
tanh = elementwise("tanh", lambda F, out: 1 - out * out, INT_TO_FLOAT, ANYWHERE, "Returns the hyperbolic tangent.",
                   wide_gradient=True)
asinh = elementwise("asinh", lambda F, input: F.rsqrt(input * input + 1), INT_TO_FLOAT, ANYWHERE,
                    "Returns the inverse of sinh.", aliases=("arcsinh",))
acosh = elementwise("acosh", _acosh_slope, INT_TO_FLOAT, ABOVE_ONE, "Returns the inverse of cosh.", aliases=("arccosh",))
atanh = elementwise("atanh", lambda F, input: 1 - input * input, INT_TO_FLOAT, UNIT, "Returns the inverse of tanh.",
                    divides=True, aliases=("arctanh",))
deg2rad = elementwise("deg2rad", lambda F: math.pi / 180, NO_COMPLEX_DEGREES, ANYWHERE, "Returns degrees as radians.",
                      node="Deg2RadBackward0", linear=True)
rad2deg = elementwise("rad2deg", lambda F: 180 / math.pi, NO_COMPLEX_RADIANS, ANYWHERE, "Returns radians as degrees.",
                      node="Rad2DegBackward0", linear=True)

# ---------------------------------------------------------------- signs and steps
neg = elementwise("neg", lambda F: -1, NO_BOOL_NEG, ANYWHERE, "Negates each element.", linear=True, aliases=("negative",),
                  out_dtype=iterated)
floor = elementwise("floor", ZERO, _step("floor"), ANYWHERE, "Returns the largest integer not above each element.",
                    out_dtype=iterated)
ceil = elementwise("ceil", ZERO, _step("ceil"), ANYWHERE, "Returns the smallest integer not below each element.",
                   out_dtype=iterated)
trunc = elementwise("trunc", ZERO, _step("trunc"), ANYWHERE, "Returns each element without its fraction.", aliases=("fix",),
                    out_dtype=iterated)
frac = elementwise("frac", lambda F: 1, FLOATS_ONLY_FRAC, ANYWHERE, "Returns the fraction of each element, with its sign.",
                   out_dtype=iterated)
sign = elementwise("sign", ZERO, NO_COMPLEX_SIGN, ANYWHERE, "Returns -1, 0 or 1.", out_dtype=iterated)


@op(unary, promotes=KEEP.refusing('"round_vml_cpu" not implemented for \'{}\'', BOOL, COMPLEX), kernel="round_half_even",
    node="RoundBackward0 if decimals == 0 else RoundBackward1", out_dtype=iterated)
def round(xp, input: Tensor, *, decimals=0) -> Tensor:
    """Returns each element rounded to so many decimals, ties to even."""
    if decimals == 0:
        return xp.round_half_even(input)
    if input.dtype.kind in "iu" and type(input) is xp.ndarray:
        raise NotImplementedError(f'"round_cpu" not implemented for \'{dtype_of(input).scalar_name}\'')
    return xp.round_decimals(input, decimals=decimals)

@round.vjp("input")
@round.jvp("input")
def round_grad(F, grad):
    return F.zeros_like(grad)


@op(unary, promotes=BOOL_TO_LONG, kernel="square", node="PowBackward0")
def square(xp, input: Tensor) -> Tensor:
    """Returns input * input."""

@square.vjp("input")
@square.jvp("input")
def square_grad(F, grad, input):
    return grad * (input * 2)


@op(unary, promotes=real_only("logit_cpu"), kernel="logit", domain=(0.05, 0.95))
def logit(xp, input: Tensor, eps=None) -> Tensor:
    """Returns log(input / (1 - input)), with the input brought into [eps, 1 - eps] if `eps` is given."""
    return xp.logit(input, eps=eps)

@logit.vjp("input")
@logit.jvp("input")
def logit_grad(F, grad, input, eps):
    low = 0.0 if eps is None else eps
    inside = (input >= low) & (input <= 1 - low)
    return F.where(inside, grad / (input * (1 - input)), math.nan if eps is None else 0.0)


@op(unary, promotes=INT_TO_FLOAT, kernel="sinc")
def sinc(xp, input: Tensor) -> Tensor:
    """Returns sin(pi x) / (pi x), 1 at zero."""

@sinc.vjp("input")
@sinc.jvp("input")
def sinc_grad(F, grad, input):
    scaled = input * math.pi
    slope = grad * ((scaled * F.cos(scaled) - F.sin(scaled)) / (scaled * input))
    return F.where(input == 0, 0.0, slope)


@op(unary, promotes=KEEP, out_dtype=exactly("nan_to_num: dtype of out: {given} should be same as input: {wanted}"))
def nan_to_num(xp, input: Tensor, nan=None, posinf=None, neginf=None) -> Tensor:
    """Returns finite numbers: by default 0 for nan, the type's largest for infinity."""
    return xp.nan_to_num(input, nan, posinf, neginf)

@nan_to_num.vjp("input")
@nan_to_num.jvp("input")
def nan_to_num_grad(F, grad, input):
    return F.where(F.isfinite(input), grad, 0.0)


def _mantissa_or_exponent(source, target, output):
    if source is target:
        return
    if output == "mantissa":
        raise RuntimeError(f"torch.frexp() expects mantissa to have dtype {source.c_name} but got {target.c_name}")
    raise RuntimeError(f"torch.frexp() expects exponent to have int dtype but got {target.c_name}")


@op(many_outputs, returns=("mantissa", "exponent"), differentiable=1, out_dtype=_mantissa_or_exponent)
def frexp(xp, input: Tensor) -> Tensor:
    """Returns mantissas in [0.5, 1) and the powers of two they belong to."""
    if input.dtype.kind != "f" and type(input) is xp.ndarray:
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    return xp.frexp(input)

@frexp.vjp("input")
def frexp_grad(F, grad, exponent):
    return grad / F.pow(2.0, exponent)


@by_hand()
def positive(input):
    """Returns the tensor itself. RuntimeError for bool."""
    if input.dtype.category == BOOL:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


@by_hand(function=False)
def __pos__(input):
    """Returns the tensor itself. RuntimeError for bool."""
    return positive(input)


# ---------------------------------------------------------------- predicates

def _predicate(name, says, promotes=None, out=False, out_dtype=None):
    def forward(xp, input: Tensor) -> Tensor:
        return getattr(xp, name)(input)
    forward.__name__, forward.__doc__ = name, says
    return op(general, promotes=promotes, out=out, kernel=name, out_dtype=out_dtype)(forward)


def _only_bool(name):
    return exactly(f"{name} does not support non-boolean outputs.")


def _no_complex(text):
    return KEEP.refusing(text, COMPLEX, error=RuntimeError)


isnan = _predicate("isnan", "Returns whether each element is nan.")
isinf = _predicate("isinf", "Returns whether each element is infinite.")
isfinite = _predicate("isfinite", "Returns whether each element is neither infinite nor nan.")
isreal = _predicate("isreal", "Returns whether each element has no imaginary part.")
isposinf = _predicate("isposinf", "Returns whether each element is +infinity.",
                      _no_complex("isposinf does not support complex inputs."), out=True,
                      out_dtype=_only_bool("isposinf"))
isneginf = _predicate("isneginf", "Returns whether each element is -infinity.",
                      _no_complex("isneginf does not support complex inputs."), out=True,
                      out_dtype=_only_bool("isneginf"))
signbit = _predicate("signbit", "Returns whether each element has its sign bit set.",
                     KEEP.refusing("signbit is not implemented for complex tensors.", COMPLEX), out=True,
                     out_dtype=_only_bool("signbit"))
