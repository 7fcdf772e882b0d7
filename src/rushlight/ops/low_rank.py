"""Singular values of low-rank matrices, from what they do to a few random vectors (Halko, Martinsson, Tropp, 2011)."""
from __future__ import annotations

from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand


@by_hand(method=False)
def svd_lowrank(A, q=6, niter=2, M=None):
    """Returns U, S, V with U S V^H close to A - M, a matrix of rank `q` or a little more; `niter` rounds make it closer."""
    if M is not None:
        A = A - F.expand(M, A.shape)
    wide = A.shape[-2] < A.shape[-1]
    U, S, V = _decomposed(A.mH if wide else A, q, niter)
    return (V, S, U) if wide else (U, S, V)


def _decomposed(A, q, niter):
    basis = _range_of(A, q, niter)
    U, S, Vh = F.linalg_svd(basis.mH @ A, full_matrices=False)
    return basis @ U, S, Vh.mH


def _range_of(A, q, niter):
    """Orthonormal columns whose span nearly holds the image of A."""
    probes = F.randn(A.shape[-1], q, dtype=A.dtype, device=A.device)
    basis = F.linalg_qr(A @ probes)[0]
    for _ in range(niter):
        basis = F.linalg_qr(A.mH @ basis)[0]
        basis = F.linalg_qr(A @ basis)[0]
    return basis


@by_hand(method=False)
def pca_lowrank(A, q=None, center=True, niter=2):
    """Returns U, S, V of the principal components of the rows of A, of rank `q` (6 by default) at most: see svd_lowrank."""
    least = min(A.shape[-2:])
    q = min(6, least) if q is None else q
    if not 0 <= q <= least:
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={least}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return svd_lowrank(A - F.mean(A, -2, True) if center else A, q, niter)
