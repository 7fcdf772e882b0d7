"""Complex numbers: their parts, and what joins parts to numbers.

A rule of a holomorphic op is written for real numbers and conjugated by the tape. These ops are not holomorphic: their rules give
torch's gradient (that of the real loss with respect to the conjugate) as they stand.
"""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.dispatch.promotion import KEEP


@op(families.unary, promotes=KEEP, holomorphic=False, kernel="conj", inplace=False, out=False)
def conj(xp, input: Tensor) -> Tensor:
    """Returns the complex conjugate of each element."""

@conj.vjp("input")
@conj.jvp("input")
def conj_grad(F, grad):
    return F.conj(grad)
