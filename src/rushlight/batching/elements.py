"""Batching rules of ops that work on elements, or on the last dimensions, without their family saying so."""
from __future__ import annotations

from rushlight.batching.calls import F, rule, rules
from rushlight.batching.families import elementwise, leading

ELEMENTWISE = """
    complex polar conj real imag isnan isinf isfinite isreal isposinf isneginf signbit logical_not isclose polygamma where clone
    to_copy cast_to gelu_grad frexp zero""".split()

LEADING = """
    tril triu _cofactor _cofactor_pullback linalg_det linalg_slogdet linalg_inv_ex linalg_cholesky_ex linalg_qr linalg_svd
    linalg_svdvals linalg_eigh linalg_eigvalsh linalg_eig linalg_eigvals linalg_lu_factor_ex linalg_lu geqrf linalg_matrix_exp
    cholesky_inverse view_as_real view_as_complex pixel_shuffle pixel_unshuffle flat_in rrelu_with_noise
    linalg_pinv linalg_ldl_factor_ex""".split()

rules.update(dict.fromkeys(ELEMENTWISE, elementwise), **dict.fromkeys(LEADING, leading))


def _in_a_row(input, level):
    return F.reshape(input.samples, (level.size, input.size))


@rule("max_all")
def max_all(level, input):
    return F.amax(_in_a_row(input, level), (1,))


@rule("min_all")
def min_all(level, input):
    return F.amin(_in_a_row(input, level), (1,))
