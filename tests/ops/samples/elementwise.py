"""Samples: elementwise ops, of one element or of several that broadcast."""
from __future__ import annotations

from tests.ops.samples import COMPLEX_TOO, FLOATS_ONLY, call, holding, samples, values_of

COMPLEX_TOO.update((
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sigmoid", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "tan",
    "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "neg", "square", "sinc", "abs", "sgn", "angle",
    "conj_physical", "conjugate",
    "eq", "ne",
))
FLOATS_ONLY.update(("frac", "hypot", "nextafter", "logaddexp", "logaddexp2", "logsigmoid", "silu", "mish", "hardsigmoid",
                    "hardswish", "_prelu_kernel"))


# ---------------------------------------------------------------- one element

@samples("div")
def rounded_quotients(make):
    yield from quotients(make)
    yield call(make(2, 3), make(3, low=0.5), rounding_mode="floor")
    yield call(make(2, 3), 0.7, rounding_mode="trunc")
    yield call(make.ints(2, 3, low=-7, high=7), make.ints(3, low=1), rounding_mode="floor")
    yield call(make.ints(2, 3, low=-7, high=7), -3, rounding_mode="trunc")


@samples("add", "sub", "rsub")
def sums(make):
    yield call(make(2, 3), make(2, 1))
    yield call(make(2, 3), make(3), alpha=-0.5)
    yield call(make(2, 3), 1.5, alpha=2)
    yield call(make(2, 0), make(1))
    yield call(make.ints(2, 3), make(3))
    yield call(make.ints(2, 3), make.ints(3), alpha=3)
    yield call(make.ints(2, 3), 1.5)
    yield call(make.complex(2, 3), make(3), alpha=1.5 - 1j)
    yield call(make.complex(2, 3), make.complex(2, 1))
    yield call(make(2, 3), 1 + 2j)


@samples("mul")
def products(make):
    yield call(make(2, 3), make(2, 1))
    yield call(make(2, 3), 1.5)
    yield call(make(2, 0), make(1))
    yield call(make.ints(2, 3), make.bools(3))
    yield call(make.ints(2, 3), 1.5)
    yield call(make.complex(2, 3), make.complex(3))
    yield call(make.complex(2, 3), make(2, 1))
    yield call(make.complex(2, 3), 1 + 2j)
    yield call(make(2, 3), 1 + 2j)


@samples("true_divide")
def quotients(make):
    yield call(make(2, 3), make(2, 1, low=0.5))
    yield call(make(2, 3), 1.5)
    yield call(1.5, make(2, 3, low=0.5))
    yield call(make.ints(2, 3), make.ints(3, low=1))
    yield call(make.ints(2, 3), 2)
    yield call(make.complex(2, 3), make.complex(3, low=0.5))
    yield call(make(2, 3), make.complex(3, low=0.5))
    yield call(make.complex(2, 3), 1 + 2j)
    yield call(1 + 2j, make(2, 3, low=0.5))


@samples("round")
def round_(make):
    yield call(make(2, 3))
    yield call(make(2, 3), decimals=1)
    yield call(make(2, 3, low=-200, high=200), decimals=-1)


@samples("logit")
def logit(make):
    yield call(make(2, 3, low=0.05, high=0.95))
    yield call(make(2, 3, low=0.05, high=0.95), 0.3)
    yield call(make(low=0.05, high=0.95))


@samples("nan_to_num")
def nan_to_num(make):
    yield call(make(2, 3).log())
    yield call(make(2, 3).log(), 1.5)
    yield call(1 / make(5).trunc(), 0.5, posinf=7.0, neginf=-8.0)
    yield call(make.complex(2, 3), 0.5)


@samples("frexp")
def frexp(make):
    yield call(make(2, 3))
    yield call(make())


@samples("isposinf", "isneginf")
def signed_infinities(make):
    yield call(1 / make(2, 4).trunc())
    yield call(make.ints(3))


@samples("isnan", "isinf", "isfinite", "isreal")
def special_values(make):
    yield call(make.complex(2, 3))
    yield call(1 / make(2, 4).trunc())
    yield call(make(2, 3).log())
    yield call(make.ints(3))


@samples("signbit")
def signbit(make):
    yield call(1 / make(2, 4).trunc())
    yield call(make.ints(3, low=-5))


@samples("logical_not")
def logical_not(make):
    yield call(make.bools(4))
    yield call(make.ints(2, 3, high=2))
    yield call(make(3))
    yield call(make.complex(3))


@samples("bitwise_not")
def bitwise_not(make):
    yield call(make.bools(4))
    yield call(make.ints(2, 3, low=-5))


@samples("polygamma")
def polygamma(make):
    for n in range(4):
        yield call(n, make(2, 3, low=0.5, high=4))


@samples("mvlgamma")
def mvlgamma(make):
    for p in (1, 2, 3):
        yield call(make(2, 3, low=1.5, high=4), p)


# ---------------------------------------------------------------- arithmetic

@samples("pow")
def pow_(make):
    yield call(make(2, 3, low=0.2), make(3))
    yield call(make(2, 3), 3)
    yield call(make(2, 3, low=0.2), 0.5)
    yield call(make(2, 3), 0)
    yield call(1.7, make(2, 3))
    yield call(make.complex(2, 3), make.complex(3))
    yield call(make.complex(2, 3), 2)
    yield call(make.ints(2, 3), make.ints(3))
    yield call(make.ints(2, 3), 2)
    yield call(make.ints(2, 3), 0.5)
    yield call(2, make.ints(2, 3))
    yield call(make(2, 3) * make.ints(2, 3, high=2), make.ints(3, low=1))


@samples("float_power")
def float_power(make):
    yield call(make(2, 3, low=0.2), make(3))
    yield call(make(2, 3, low=0.2), 2)
    yield call(1.7, make(2, 3))
    yield call(make.complex(2, 3), make.complex(3))
    yield call(make.ints(2, 3, low=1), -1)


@samples("floor_divide", "remainder", "fmod")
def whole_parts(make):
    yield call(make(2, 3), make(2, 1, low=0.5))
    yield call(make(2, 3), 0.7)
    yield call(make.ints(2, 3, low=-7, high=7), make.ints(3, low=1))
    yield call(make.ints(2, 3, low=-7, high=7), -3)
    yield call(make.ints(2, 3, low=-7, high=7), 1.5)


@samples("ldexp")
def ldexp(make):
    yield call(make(2, 3), make.ints(3, low=-2))
    yield call(make(2, 3), make(2, 1))


@samples("gcd", "lcm")
def divisors(make):
    yield call(make.ints(2, 3, low=-9, high=9), make.ints(3, low=1, high=9))


@samples("addcmul")
def addcmul(make):
    yield call(make(2, 3), make(3), make(2, 1))
    yield call(make(2, 3), make(2, 3), make(2, 3), value=-1.5)
    yield call(make.complex(2, 3), make(2, 3), make.complex(3), value=2)
    yield call(make.ints(3), make.ints(2, 3), make.ints(3), value=2)


@samples("addcdiv")
def addcdiv(make):
    yield call(make(2, 3), make(3), make(2, 1, low=0.5))
    yield call(make(2, 3), make(2, 3), make(2, 3, low=0.5), value=-1.5)
    yield call(make.complex(2, 3), make.complex(2, 3), make.complex(2, 3, low=0.5), value=2)


@samples("lerp")
def lerp(make):
    yield call(make(2, 3), make(2, 3), 0.3)
    yield call(make(2, 3), make(3), make(2, 1, low=0, high=1))
    yield call(make.complex(2, 3), make.complex(2, 3), 0.7)
    yield call(make.complex(2, 3), make.complex(2, 3), make.complex(3, low=-0.4, high=0.4))


# ---------------------------------------------------------------- comparison, logic, bits

@samples("logical_and", "logical_or", "logical_xor")
def logic(make):
    yield call(make.bools(2, 4), make.bools(4))
    yield call(make.ints(2, 3, high=2), make(3))
    yield call(make.complex(2, 3), make.bools(3))


@samples("isclose")
def isclose(make):
    yield call(make.ints(2, 3), make.ints(3))
    yield call(make(2, 3), make(2, 3), 0.5, 0.1)
    yield call(make(4).log(), make(4).log(), equal_nan=True)
    yield call(make.complex(3), make.complex(3), 1.0)


@samples("bitwise_and", "bitwise_or", "bitwise_xor")
def bits(make):
    yield call(make.ints(2, 3, low=-9, high=9), make.ints(3, high=9))
    yield call(make.bools(4), make.bools(4))
    yield call(make.ints(2, 3), 6)
    yield call(6, make.ints(2, 3))


@samples("bitwise_left_shift", "bitwise_right_shift")
def shifts(make):
    yield call(make.ints(2, 3, high=90), make.ints(3))
    yield call(make.ints(2, 3, high=90), 2)


# ---------------------------------------------------------------- bounds, pairs

@samples("clamp")
def clamp(make):
    yield call(make(2, 3), -0.6, 0.9)
    yield call(make(2, 3), max=0.3)
    yield call(make(2, 3), make(3, high=-0.5), make(2, 1, low=0.5))
    yield call(make(2, 3), make(2, 3))
    yield call(make.ints(2, 5), 1, 3)
    yield call(make.ints(2, 5), 1.5)
    yield call(make(2, 3), 0.9, -0.6)


@samples("clamp_min", "clamp_max")
def one_bound(make):
    yield call(make(2, 3), 0.3)
    yield call(make(2, 3), make(3))


@samples("copysign")
def copysign(make):
    yield call(make(2, 3), make(3))
    yield call(make(2, 3), -1.5)


@samples("heaviside")
def heaviside(make):
    yield call(make(2, 3).trunc(), make(3))
    yield call(make(2, 3), make())
    yield call(make.ints(2, 3, low=-2), make.ints(3))


@samples("xlogy", "special_xlog1py")
def products_with_a_logarithm(make):
    yield call(make(2, 3), make(3, low=0.2))
    yield call(make(2, 3), 1.5)
    yield call(1.5, make(2, 3, low=0.2))
    yield call(make.ints(2, 3), make(3, low=0.2))
    yield values_of(make(2, 3).trunc(), make(3).sign() * 0)


@samples("special_zeta")
def zeta(make):
    yield holding(0)(make(2, 3, low=1.5, high=4), make(3, low=0.5, high=3))
    yield call(2.5, make(3, low=0.5, high=3))
    yield holding(0)(make(2, 3, low=1.5, high=4), 1.5)


@samples("igamma", "igammac")
def incomplete_gamma(make):
    yield holding(0)(make(2, 3, low=0.5, high=4), make(3, low=0.5, high=4))


@samples(*(f"special_{name}" for name in (
    "chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w",
    "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v",
    "shifted_chebyshev_polynomial_w", "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l",
    "legendre_polynomial_p")))
def polynomials(make):
    yield call(make(2, 3, low=0.1, high=0.9), make.ints(3, low=-1))
    yield call(make(2, 3, low=-0.9, high=0.9), 3)


@samples("special_bessel_y0", "special_bessel_y1", "special_modified_bessel_k0", "special_modified_bessel_k1",
         "special_scaled_modified_bessel_k0", "special_scaled_modified_bessel_k1")
def singular_at_zero(make):
    yield call(make(2, 3, low=0.2, high=4))


# ---------------------------------------------------------------- complex numbers

@samples("conj", "real", "imag")
def parts(make):
    yield call(make.complex(2, 3))
    yield call(make.complex())


@samples("view_as_real")
def view_as_real(make):
    yield call(make.complex(2, 3))
    yield call(make.complex())


@samples("view_as_complex")
def view_as_complex(make):
    yield call(make(3, 2))
    yield call(make(2))


@samples("complex")
def complex_(make):
    yield call(make(2, 3), make(2, 3))
    yield call(make(2, 1), make(3))


@samples("polar")
def polar(make):
    yield call(make(2, 3, low=0.2), make(2, 3))
    yield call(make(2, 1, low=0.2), make(3))
