"""NumPy's ufuncs under the names that ops use."""
import numpy as np

add, sub, mul, div, neg, positive = np.add, np.subtract, np.multiply, np.true_divide, np.negative, np.positive
square, reciprocal, deg2rad, rad2deg, gcd, lcm = np.square, np.reciprocal, np.deg2rad, np.rad2deg, np.gcd, np.lcm
exp, expm1, log, log2, log10 = np.exp, np.expm1, np.log, np.log2, np.log10
sqrt, sin, cos, tan, sinh, cosh, tanh = np.sqrt, np.sin, np.cos, np.tan, np.sinh, np.cosh, np.tanh
asin, acos, atan, asinh, acosh, atanh, atan2 = (
    np.arcsin, np.arccos, np.arctan, np.arcsinh, np.arccosh, np.arctanh, np.arctan2)
abs = absolute = np.absolute
rint, maximum, minimum, fmax, fmin = np.rint, np.maximum, np.minimum, np.fmax, np.fmin
hypot, copysign = np.hypot, np.copysign
eq, ne, lt, le, gt, ge = np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal
isnan, isinf, isfinite = np.isnan, np.isinf, np.isfinite
logical_and, logical_or, logical_xor, logical_not = np.logical_and, np.logical_or, np.logical_xor, np.logical_not
bitwise_and, bitwise_or, bitwise_xor, bitwise_not = np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.invert
