"""Special functions. The public names of the rarer ones are in `rushlight.special` only."""
from __future__ import annotations

import math

from rushlight.dispatch.families import binary, general, unary
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.op import op
from rushlight.dispatch.out_dtypes import castable
from rushlight.dispatch.promotion import INT_TO_FLOAT
from rushlight.dtypes import COMPLEX
from rushlight.op_methods import OpMethods
from rushlight.ops.arithmetic import is_number, log_of, needs_tensor, underived
from rushlight.ops.rows import ANYWHERE, POSITIVE, UNIT, elementwise

SLOPE_OF_ERF = 2 / math.sqrt(math.pi)
DENSITY_AT_ZERO = 1 / math.sqrt(2 * math.pi)


def real_only(name):
    """INT_TO_FLOAT for a function that torch has for real numbers only."""
    return INT_TO_FLOAT.refusing(f'"{name}" not implemented for \'{{}}\'', COMPLEX)


# ---------------------------------------------------------------- known as torch.NAME too

erf = elementwise("erf", lambda F, input: SLOPE_OF_ERF * F.exp(-(input * input)), real_only("erf_vml_cpu"), ANYWHERE,
                  "Returns the error function of each element.")
erfc = elementwise("erfc", lambda F, input: -SLOPE_OF_ERF * F.exp(-(input * input)), real_only("erfc_vml_cpu"), ANYWHERE,
                   "Returns 1 - erf(input), exact where that is small.")
erfinv = elementwise("erfinv", lambda F, out: F.exp(out * out) / SLOPE_OF_ERF, real_only("erfinv_vml_cpu"), UNIT,
                     "Returns the inverse of erf.")
lgamma = elementwise("lgamma", lambda F, input: F.digamma(input), real_only("lgamma_vml_cpu"), POSITIVE,
                     "Returns the logarithm of |gamma(input)|.")
digamma = elementwise("digamma", lambda F, input: F.polygamma(1, input), real_only("digamma"), POSITIVE,
                      "Returns the slope of lgamma.")
i0 = elementwise("i0", lambda F, input: F.special_i1(input), real_only("i0_vml_cpu"), ANYWHERE,
                 "Returns the modified Bessel function of the first kind, of order 0.")


@op(general, promotes=real_only("polygamma"), method=False, out_dtype=castable)
def polygamma(xp, n, input: Tensor) -> Tensor:
    """Returns the n-th derivative of digamma."""
    if type(n) is not int:
        raise TypeError(f"polygamma(): argument 'n' (position 1) must be int, not {type(n).__name__}")
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return xp.polygamma(input, n=n)

@polygamma.vjp("input")
@polygamma.jvp("input")
def polygamma_grad(F, grad, n, input):
    return grad * F.polygamma(n + 1, input)


def _polygamma_method(input, n):
    """Returns the n-th derivative of digamma."""
    return polygamma(n, input)


def _polygamma_inplace(input, n):
    """Writes the n-th derivative of digamma into the tensor."""
    return input.copy_(polygamma(n, input.clone()))


OpMethods.polygamma, OpMethods.polygamma_ = _polygamma_method, _polygamma_inplace     # torch turns the parameters round here


@op(unary, promotes=real_only("mvlgamma_cpu"), inplace=True)
def mvlgamma(xp, input: Tensor, p) -> Tensor:
    """Returns the logarithm of the multivariate gamma function of dimension `p`."""
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    total = p * (p - 1) / 4 * math.log(math.pi)
    for k in range(p):
        total = total + xp.lgamma(input - k / 2)
    return total

@mvlgamma.vjp("input")
@mvlgamma.jvp("input")
def mvlgamma_grad(F, grad, input, p):
    slope = F.digamma(input)
    for k in range(1, p):
        slope = slope + F.digamma(input - k / 2)
    return grad * slope


# ---------------------------------------------------------------- rushlight.special only

def special(name, derivative, says, domain=ANYWHERE, kernel=None, **facts):
    """A row of `rushlight.special`."""
    return elementwise(f"special_{name}", derivative, real_only(f"{name}_cpu"), domain, says, kernel=kernel or name, method=False,
                       function=False, inplace=False, **facts)


def _i0e_slope(F, input, out):
    return F.special_i1e(input) - F.sign(input) * out


def _i1_slope(F, input, out):
    return F.i0(input) - F.where(input == 0, 0.5, out / input)


def _i1e_slope(F, input, out):
    return F.where(input == 0, 0.5, F.special_i0e(input) - out * (F.sign(input) + 1 / input))


i0e = special("i0e", _i0e_slope, "Returns exp(-|input|) * i0(input).", node="SpecialI0EBackward0")
i1 = special("i1", _i1_slope, "Returns the modified Bessel function of the first kind, of order 1.")
i1e = special("i1e", _i1e_slope, "Returns exp(-|input|) * i1(input).", node="SpecialI1EBackward0")
ndtr = special("ndtr", lambda F, input: DENSITY_AT_ZERO * F.exp(input * input * -0.5),
               "Returns the area under the normal density.")
ndtri = special("ndtri", lambda F, out: F.exp(out * out * 0.5) / DENSITY_AT_ZERO, "Returns the inverse of ndtr.", (0.05, 0.95))
log_ndtr = special("log_ndtr", lambda F, input: math.sqrt(2 / math.pi) / F.special_erfcx(input * -math.sqrt(0.5)),
                   "Returns log(ndtr(input)).")
erfcx = special("erfcx", lambda F, input, out: 2 * input * out - SLOPE_OF_ERF, "Returns exp(input**2) * erfc(input).")
entr = special("entr", lambda F, input: -1 - F.log(input), "Returns -input * log(input).", POSITIVE)


@op(binary, promotes=needs_tensor("special_xlog1py", real_only("xlog1py_cpu")), kernel="xlog1py", method=False, function=False,
    inplace=False,
    node="SpecialXlog1PyBackward1 if type(input) in ANY_NUMBER else SpecialXlog1PyBackward2 if type(other) in ANY_NUMBER "
         "else SpecialXlog1PyBackward0")
def special_xlog1py(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns input * log1p(other), 0 where `input` is."""

@special_xlog1py.vjp("input")
@special_xlog1py.jvp("input")
def xlog1py_grad_input(F, grad, input, other):
    slope = log_of(1 + other) if is_number(other) else F.log1p(other)
    return grad * F.where((input == 0) & (other <= -1), 0.0, slope)

@special_xlog1py.vjp("other")
@special_xlog1py.jvp("other")
def xlog1py_grad_other(F, grad, input, other):
    return grad * (input / (other + 1))


@op(binary, promotes=needs_tensor("special_zeta", real_only("zeta")), kernel="zeta", method=False, function=False,
    inplace=False,
    node="SpecialZetaBackward1 if type(input) in ANY_NUMBER else SpecialZetaBackward2 if type(other) in ANY_NUMBER "
         "else SpecialZetaBackward0")
def special_zeta(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the sum of (k + other)**-input over k = 0, 1, 2..."""

special_zeta.vjp("input")(underived("special_zeta"))
special_zeta.jvp("input")(underived("special_zeta"))

@special_zeta.vjp("other")
@special_zeta.jvp("other")
def zeta_grad_other(F, grad, input, other):
    return grad * (-input * F.special_zeta(input + 1, other))


# ---------------------------------------------------------------- orthogonal polynomials

def _polynomial(name):
    def forward(xp, input: Tensor | Number, n: Tensor | Number) -> Tensor: ...
    forward.__name__ = f"special_{name}"
    forward.__doc__ = f"Returns the {name.replace('_', ' ')} of degree `n` at each element; 0 for a negative degree."
    promotes = needs_tensor(f"special_{name}", real_only(f"{name}_cpu"))
    return op(binary, promotes=promotes, kernel=name, method=False, function=False, inplace=False)(forward)


for _name in ("chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w",
              "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v",
              "shifted_chebyshev_polynomial_w", "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l",
              "legendre_polynomial_p"):
    _polynomial(_name)


# ---------------------------------------------------------------- by SciPy

def _scipy_row(name, scipy_name):
    return special(name, None, f"Returns SciPy's {scipy_name} of each element.", kernel=f"scipy_{scipy_name}")


for _name, _scipy in dict(bessel_j0="j0", bessel_j1="j1", bessel_y0="y0", bessel_y1="y1", modified_bessel_i0="i0",
                          modified_bessel_i1="i1", modified_bessel_k0="k0", modified_bessel_k1="k1",
                          scaled_modified_bessel_k0="k0e", scaled_modified_bessel_k1="k1e").items():
    _scipy_row(_name, _scipy)


@op(unary, promotes=real_only("airy_ai"), method=False, function=False, inplace=False)
def special_airy_ai(xp, input: Tensor) -> Tensor:
    """Returns Airy's function Ai."""
    return xp.scipy_airy_ai(input)


@op(unary, promotes=real_only("spherical_bessel_j0"), method=False, function=False, inplace=False)
def special_spherical_bessel_j0(xp, input: Tensor) -> Tensor:
    """Returns sin(x) / x, 1 at zero."""
    return xp.sinc(input * (1 / math.pi))


@op(binary, promotes=real_only("igamma"))
def igamma(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the regularised lower incomplete gamma function."""
    return xp.scipy_gammainc(input, other)

igamma.vjp("input")(underived("igamma"))
igamma.jvp("input")(underived("igamma"))

@igamma.vjp("other")
@igamma.jvp("other")
def igamma_grad_other(F, grad, input, other):
    return grad * F.exp((input - 1) * F.log(other) - other - F.lgamma(input))


@op(binary, promotes=real_only("igammac"))
def igammac(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the regularised upper incomplete gamma function."""
    return xp.scipy_gammaincc(input, other)

igammac.vjp("input")(underived("igammac"))
igammac.jvp("input")(underived("igammac"))

@igammac.vjp("other")
@igammac.jvp("other")
def igammac_grad_other(F, grad, input, other):
    return grad * -F.exp((input - 1) * F.log(other) - other - F.lgamma(input))
