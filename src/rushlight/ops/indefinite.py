"""Factors of symmetric matrices that need not be definite, and solutions from them. PyTorch has no derivatives of these."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor, Tensors
from rushlight.dispatch.op import op
from rushlight.ops.linalg import renamed


@op(families.many_outputs, function=False, method=False, returns=("LD", "pivots", "info"), differentiable=1)
def linalg_ldl_factor_ex(xp, input: Tensor, *, hermitian=False, check_errors=False) -> Tensors:
    """Returns L and D in one matrix, LAPACK's pivots, and which diagonal element of D was zero (0: none)."""
    return xp.linalg_ldl_factor_ex(input, hermitian, check_errors)


@op(families.composite, function=False, method=False)
def linalg_ldl_factor(F, input: Tensor, *, hermitian=False) -> Tensors:
    """Returns L and D in one matrix, and LAPACK's pivots. RuntimeError where D is singular."""
    LD, pivots, _ = F.linalg_ldl_factor_ex(input, hermitian=hermitian, check_errors=True)
    return renamed("linalg_ldl_factor", ("LD", "pivots"), (LD, pivots))


@op(families.general, function=False, method=False)
def linalg_ldl_solve(xp, LD: Tensor, pivots: Tensor, B: Tensor, *, hermitian=False) -> Tensor:
    """Returns X with A X = B, from ldl_factor(A)."""
    return xp.linalg_ldl_solve(LD, pivots, B, hermitian)
