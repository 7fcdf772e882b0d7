"""Samples: products of matrices, linear algebra, Fourier transforms."""
from __future__ import annotations

from tests.ops.samples import PREPARED, UP_TO_PHASE, call, samples, values_of


def hermitian_part(A, *options, **more):
    return (A + A.mH) / 2, *options


def triangle(A, upper=False):
    return A.triu() if upper else A.tril(), upper


PREPARED.update(dict.fromkeys(("linalg_cholesky_ex", "linalg_cholesky", "cholesky", "linalg_eigh", "linalg_eigvalsh"),
                              hermitian_part))
PREPARED.update(cholesky_inverse=triangle, cholesky_solve=lambda B, *factor: (B, *triangle(*factor)))
UP_TO_PHASE.update(linalg_svd=(0, 2), svd=(0, 2), linalg_eigh=(1,), linalg_eig=(1,))


# ---------------------------------------------------------------- products

@samples("_mT")
def transposed(make):
    yield call(make(2, 3))
    yield call(make(2, 3, 4))


@samples("mm")
def mm(make):
    yield call(make(2, 3), make(3, 4))
    yield call(make.complex(2, 3), make.complex(3, 2))
    yield call(make(2, 0), make(0, 3))
    yield call(make.ints(2, 3), make.ints(3, 2))


@samples("bmm")
def bmm(make):
    yield call(make(2, 2, 3), make(2, 3, 2))
    yield call(make.complex(2, 1, 3), make.complex(2, 3, 2))


@samples("mv")
def mv(make):
    yield call(make(2, 3), make(3))
    yield call(make.complex(2, 3), make.complex(3))


@samples("dot", "vdot", "inner")
def dot(make):
    yield call(make(3), make(3))
    yield call(make.complex(3), make.complex(3))
    yield call(make(0), make(0))


@samples("outer")
def outer(make):
    yield call(make(2), make(3))
    yield call(make.complex(2), make.complex(3))


@samples("matmul", "linalg_matmul")
def matmul(make):
    yield call(make(3), make(3))
    yield call(make(2, 3), make(3, 4))
    yield call(make(2, 3), make(3))
    yield call(make(3), make(3, 2))
    yield call(make(2, 2, 3), make(3))
    yield call(make(3), make(2, 3, 2))
    yield call(make(2, 1, 2, 3), make(3, 3, 2))
    yield call(make(2, 2, 3), make(3, 2))
    yield call(make(2, 3), make(2, 3, 2))
    yield call(make.complex(2, 2, 3), make.complex(3, 2))
    yield call(make(3, 2).transpose(0, 1), make(2, 3, 2))
    yield call(make.complex(3), make.complex(2, 3, 2))
    yield call(make(2, 0, 3), make(3, 2))
    yield call(make.ints(2, 3), make.ints(3))


@samples("_drop_row")
def drop_row(make):
    yield call(make(1, 3))


@samples("_batched_matmul")
def batched_matmul(make):
    yield call(make(2, 1, 2, 3), make(3, 3, 2))
    yield call(make(2, 2, 3), make(3, 2))
    yield call(make(2, 3), make(2, 3, 2))
    yield call(make.complex(2, 2, 3), make.complex(2, 3, 2))


@samples("linear")
def linear(make):
    yield call(make(2, 3), make(4, 3), make(4))
    yield call(make(2, 2, 3), make(4, 3), make(4))
    yield call(make(2, 3), make(4, 3))
    yield call(make(3), make(4, 3), make(4))
    yield call(make(2, 3), make(3))
    yield call(make.complex(2, 3), make.complex(2, 3), make.complex(2))


@samples("addmm")
def addmm(make):
    yield call(make(2, 4), make(2, 3), make(3, 4))
    yield call(make(4), make(2, 3), make(3, 4), beta=0.5, alpha=-2)
    yield call(make.complex(2, 2), make.complex(2, 3), make.complex(3, 2), beta=2)
    yield call(make(1, 4), make(2, 0), make(0, 4), beta=2)
    yield call(make.ints(4), make.ints(2, 3), make.ints(3, 4), alpha=2)


@samples("addmv")
def addmv(make):
    yield call(make(2), make(2, 3), make(3))
    yield call(make(1), make(2, 3), make(3), beta=0.5, alpha=-2)
    yield call(make.complex(2), make.complex(2, 3), make.complex(3), alpha=2)
    yield call(make(2), make(2, 3), make(3), beta=0)


@samples("addr")
def addr(make):
    yield call(make(2, 3), make(2), make(3))
    yield call(make(3), make(2), make(3), beta=0.5, alpha=-2)
    yield call(make.complex(2, 3), make.complex(2), make.complex(3), alpha=2)


@samples("baddbmm")
def baddbmm(make):
    yield call(make(2, 2, 2), make(2, 2, 3), make(2, 3, 2))
    yield call(make(2, 1, 2), make(2, 2, 3), make(2, 3, 2), beta=0.5, alpha=-2)
    yield call(make.complex(2, 1, 2), make.complex(2, 1, 3), make.complex(2, 3, 2), alpha=2)


@samples("addbmm")
def addbmm(make):
    yield call(make(2, 2), make(2, 2, 3), make(2, 3, 2))
    yield call(make(1, 2), make(2, 2, 3), make(2, 3, 2), beta=0.5, alpha=-2)
    yield call(make.complex(1, 2), make.complex(2, 1, 3), make.complex(2, 3, 2), alpha=2)


@samples("_contract")
def contract(make):
    yield call(make(2, 3), make(3, 4), (0, 1), (1, 2), (0, 2))
    yield call(make(2, 3, 2), make(2, 4, 3), (0, 1, 2), (0, 3, 1), (3, 0, 2))
    yield call(make(2), make(3), (0,), (1,), (1, 0))
    yield call(make.complex(2, 3), make.complex(3, 2), (0, 1), (1, 2), (2, 0))


@samples("_tensordot")
def tensordot(make):
    yield call(make(2, 3, 4), make(4, 2, 3), (0, 2), (1, 0))
    yield call(make(2, 3), make(2), (), ())


@samples("kron")
def kron(make):
    yield call(make(2, 3), make(3, 2))
    yield call(make(2), make(2, 2))
    yield call(make.complex(2, 1), make.complex(2, 3))
    yield call(make(2), make())


@samples("bilinear")
def bilinear(make):
    yield call(make(2, 3), make(2, 2), make(4, 3, 2), make(4))
    yield call(make(2, 2, 3), make(2, 2, 2), make(4, 3, 2))


@samples("linalg_cross")
def linalg_cross(make):
    yield call(make(2, 3), make(2, 3))
    yield call(make(3, 2), make(3, 1), dim=0)
    yield call(make.complex(2, 3), make.complex(2, 3))


@samples("cross")
def cross(make):
    yield call(make(2, 3), make(2, 3), 1)
    yield call(make(3, 2), make(3, 2), 0)
    yield call(make.complex(2, 3), make.complex(1, 3), 1)


@samples("trace")
def trace(make):
    yield call(make(3, 3))
    yield call(make(2, 4))
    yield call(make.complex(3, 2))


@samples("matrix_power", "linalg_matrix_power")
def matrix_power(make):
    for n in (0, 1, 2, 5):
        yield call(make(2, 3, 3, low=-1, high=1), n)
    yield call(make.positive_definite(2), -2)
    yield call(make.complex(2, 2, low=-1, high=1), 3)


@samples("linalg_vecdot")
def vecdot(make):
    yield call(make(2, 3), make(3))
    yield call(make(3, 2), make(3, 2), dim=0)
    yield call(make.complex(2, 3), make.complex(2, 3))


@samples("linalg_diagonal")
def linalg_diagonal(make):
    yield call(make(2, 3, 4))
    yield call(make(2, 3, 4), offset=1, dim1=0, dim2=2)


@samples("linalg_vander")
def vander(make):
    yield call(make(3))
    yield call(make(2, 3), N=4)
    yield call(make.complex(2), N=3)
    yield call(make.ints(3))


@samples("vander")
def descending_vander(make):
    yield call(make(3))
    yield call(make(2), N=4, increasing=True)
    yield call(make(2), N=1)
    yield call(make.complex(2), N=3)
    yield call(make.ints(3))


@samples("linalg_multi_dot")
def multi_dot(make):
    yield call([make(2, 3), make(3, 4), make(4, 2)])
    yield call([make(3), make(3, 4), make(4, 5), make(5)])
    yield call([make(2, 3), make(3, 2)])
    yield call([make.complex(2, 3), make.complex(3, 2), make.complex(2)])


@samples("_cdist")
def cdist(make):
    yield call(make(3, 2), make(4, 2), 2, False)
    yield call(make(2, 3, 2), make(2, 4, 2), 2, True)
    for p in (1, 3, 0.5, float("inf")):
        yield call(make(3, 2), make(4, 2), p, False)


# ---------------------------------------------------------------- norms

@samples("linalg_matrix_norm")
def matrix_norm(make):
    for ord in ("fro", "nuc", 1, -1, 2, -2, float("inf"), -float("inf")):
        yield call(make(3, 3), ord)
    yield call(make(2, 3, 4), "fro", (0, 2), True)
    yield call(make(2, 3, 4), 2)
    yield call(make.complex(2, 3))
    for ord in ("nuc", 1, 2):
        yield call(make.complex(3, 2), ord)


@samples("linalg_norm")
def linalg_norm(make):
    yield call(make(2, 3))
    yield call(make(2, 3), 3, 1)
    yield call(make(2, 3), "nuc")
    yield call(make(2, 3, 4), None, (0, 1), True)
    yield call(make.complex(2, 3), 2)
    yield call(make.complex(2, 3), None, 1)


@samples("norm")
def norm(make):
    yield call(make(2, 3))
    yield call(make(2, 3), 3, 1)
    yield call(make(2, 3), "nuc")
    yield call(make(2, 3, 4), "fro", (0, 1), True)
    yield call(make(2, 3), float("inf"))
    yield call(make.complex(2, 3))
    yield call(make(2, 3), 1, 1, True)


@samples("linalg_cond")
def cond(make):
    for p in (None, 2, -2, "fro", 1, float("inf")):
        yield call(make.positive_definite(2), p)
    yield call(make.complex(2, 2))
    yield call(make(3, 2))


# ---------------------------------------------------------------- determinants, inverses, equations

@samples("_eye_like")
def eye_like(make):
    yield call(make(2), 2, 3)


@samples("linalg_det", "det")
def determinant(make):
    yield from square(make)
    yield call(make(1, 1))
    yield call(make(4, 1, low=-0.5, high=0.5) @ make(1, 4, low=-0.5, high=0.5))
    yield call(make.complex(3, 2, low=-0.5, high=0.5) @ make.complex(2, 3, low=-0.5, high=0.5))


@samples("linalg_slogdet", "slogdet", "linalg_inv_ex", "linalg_inv", "inverse", "_cofactor")
def square(make):
    yield call(make.positive_definite())
    yield call(make(2, 3, 3))
    yield call(make.hermitian())
    yield call(make.complex(2, 2))


@samples("_cofactor_pullback")
def cofactor_pullback(make):
    yield call(make.positive_definite(), make(3, 3))
    yield call(make.complex(2, 2), make.complex(2, 2))


@samples("logdet")
def logdet(make):
    yield call(make.positive_definite())
    yield call(make.positive_definite(2))


@samples("linalg_pinv", "pinverse")
def pinv(make):
    yield call(make(3, 2))
    yield call(make(2, 2, 3))
    yield call(make.complex(3, 2))
    yield call(make(3, 3))


@samples("linalg_solve_ex", "linalg_solve")
def solve(make):
    yield call(make.positive_definite(), make(3, 2))
    yield call(make.positive_definite(2), make(2, 3))
    yield call(make.positive_definite(), make(2, 3), left=False)
    yield call(make.hermitian(), make.complex(3, 2))
    yield call(make.positive_definite(2), make(3, 2))
    yield call(make.positive_definite(), make(2, 3, 1))
    yield call(make.positive_definite(), make(3))


@samples("linalg_solve_triangular")
def solve_triangular(make):
    yield call(make.positive_definite(), make(3, 2), upper=False)
    yield call(make.positive_definite(2), make(3, 2), upper=True)
    yield call(make.positive_definite(), make(2, 3), upper=True, left=False)
    yield call(make(3, 3), make(3, 2), upper=False, unitriangular=True)
    yield call(make.complex(2, 2, low=0.3), make.complex(2, 2), upper=False)


@samples("triangular_solve")
def triangular_solve(make):
    yield call(make(3, 2), make.positive_definite())
    yield call(make(3, 2), make.positive_definite(2), False)
    yield call(make(3, 2), make.positive_definite(), True, True)
    yield call(make.complex(2, 2), make.complex(2, 2, low=0.3), False)


@samples("linalg_lstsq")
def lstsq(make):
    yield call(make(4, 2), make(4, 3))
    yield call(make(2, 4, 2), make(2, 4, 1))
    yield call(make(2, 4), make(2, 3))
    yield call(make.complex(3, 2), make.complex(3, 1))


@samples("linalg_tensorinv")
def tensorinv(make):
    yield call(make(2, 2, 4))
    yield call(make(4, 2, 2), 1)
    yield call(make.complex(2, 2), 1)


@samples("linalg_tensorsolve")
def tensorsolve(make):
    yield call(make(2, 2, 4), make(2, 2))
    yield call(make(2, 4, 2), make(2, 2), (1,))


@samples("linalg_matrix_rank")
def matrix_rank(make):
    yield call(make(3, 4))
    yield call(make(2, 3, 3), 0.5)
    yield call(make.positive_definite(), hermitian=True)
    yield call(make.complex(3, 2))


@samples("linalg_matrix_exp", "matrix_exp")
def matrix_exp(make):
    yield call(make(3, 3))
    yield call(make(2, 2, 2, low=-0.1, high=0.1))
    yield call(make.complex(2, 2))


# ---------------------------------------------------------------- decompositions

@samples("linalg_cholesky_ex", "linalg_cholesky")
def linalg_cholesky(make):
    yield call(make.positive_definite())
    yield call(make.positive_definite(2), upper=True)
    yield call(_complex_positive(make))


@samples("cholesky")
def cholesky(make):
    yield call(make.positive_definite())
    yield call(make.positive_definite(2), True)
    yield call(_complex_positive(make))


def _complex_positive(make):
    a = make.hermitian()
    return a @ a.mH


@samples("cholesky_solve")
def cholesky_solve(make):
    yield call(make(3, 2), make.positive_definite().tril())
    yield call(make(3, 2), make.positive_definite(2).triu(), True)
    yield call(make.complex(3, 2), _complex_positive(make).tril())


@samples("cholesky_inverse")
def cholesky_inverse(make):
    yield call(make.positive_definite())
    yield call(make.positive_definite(2), True)
    yield call(_complex_positive(make).tril())


@samples("linalg_qr")
def linalg_qr(make):
    yield call(make(3, 2))
    yield call(make(2, 3, 3))
    yield call(make(2, 4))
    yield call(make(3, 3), "complete")
    yield call(make.complex(3, 2))


@samples("qr")
def qr(make):
    yield call(make(3, 2))
    yield call(make(2, 4))
    yield call(make(3, 3), False)
    yield call(make.complex(2, 3))


@samples("linalg_svd")
def linalg_svd(make):
    yield call(make(3, 3))
    yield call(make(2, 4, 2), False)
    yield call(make(2, 3), False)
    yield call(make.complex(3, 2), False)


@samples("svd")
def svd(make):
    yield call(make(2, 4, 2))
    yield call(make(3, 3))
    yield call(make.complex(2, 3))
    yield call(make(2, 3), compute_uv=False)


@samples("linalg_svdvals")
def svdvals(make):
    yield call(make(3, 4))
    yield call(make(2, 3, 2))
    yield call(make.complex(3, 2))


@samples("linalg_eigh", "linalg_eigvalsh")
def eigh(make):
    yield call(make.positive_definite())
    yield call(make.positive_definite(2), UPLO="U")
    yield call(make.hermitian())


@samples("linalg_eig", "linalg_eigvals")
def eig(make):
    yield call(make.positive_definite() + make(3, 3) / 4)
    yield call(make(2, 2, 2))
    yield call(make.complex(3, 3))


@samples("linalg_lu_factor_ex", "linalg_lu_factor", "linalg_lu", "lu")
def lu(make):
    yield call(make(3, 3))
    yield call(make(2, 4, 3))
    yield call(make(2, 3))
    yield call(make.complex(3, 3))


@samples("lu_unpack")
def lu_unpack(make):
    yield call(make(3, 3), _pivots(make))
    yield call(make(3, 4), _pivots(make))
    yield call(make(3, 3), _pivots(make), unpack_pivots=False)


def _pivots(make):
    return make.ints(3, low=3, high=4).int()            # every row changes places with the last


@samples("linalg_lu_solve")
def linalg_lu_solve(make):
    yield call(make.positive_definite(), _pivots(make), make(3, 2))
    yield call(make.positive_definite(), _pivots(make), make(2, 3), left=False)
    yield call(make.positive_definite(), _pivots(make), make(3, 2), adjoint=True)
    yield call(make.complex(2, 2, low=0.3), make.ints(2, low=2, high=3).int(), make.complex(2, 3), adjoint=True)


@samples("lu_solve")
def lu_solve(make):
    yield call(make(3, 2), make.positive_definite(), _pivots(make))


@samples("linalg_ldl_factor_ex", "linalg_ldl_factor")
def ldl_factor(make):
    yield values_of(make(4, 4))
    yield values_of(make(2, 3, 3))
    yield values_of(make.complex(3, 3))
    yield values_of(make.hermitian(), hermitian=True)


@samples("linalg_ldl_solve")
def ldl_solve(make):
    yield call(make.positive_definite(), make.ints(3, low=3, high=4).int(), make(3, 2))
    yield call(make.positive_definite(2), make.ints(2, 3, low=3, high=4).int(), make(2, 3, 1))


@samples("linalg_householder_product", "orgqr")
def householder_product(make):
    yield call(make(4, 3), make(3))
    yield call(make(2, 3, 2), make(2, 1))
    yield call(make.complex(3, 2), make.complex(2))


@samples("geqrf")
def geqrf(make):
    yield call(make(3, 2))
    yield call(make(2, 3, 3))
    yield call(make.complex(3, 2))


@samples("ormqr")
def ormqr(make):
    yield call(make(3, 2), make(2), make(3, 4))
    yield call(make(3, 2), make(2), make(4, 3), False)
    yield call(make(3, 2), make(2), make(3, 4), True, True)
    yield call(make.complex(3, 2), make.complex(2), make.complex(3, 2), True, True)


# ---------------------------------------------------------------- Fourier transforms

@samples("_fft_c2c")
def fft_c2c(make):
    yield call(make.complex(3, 4), (1,), 1.0, True)
    yield call(make.complex(3, 4), (0, 1), 0.5, False)


@samples("_fft_r2c")
def fft_r2c(make):
    yield call(make(3, 4), (1,), 1.0, True)
    yield call(make(3, 5), (0, 1), 0.5, True)
    yield call(make(3, 4), (1,), 1.0, False)


@samples("_fft_c2r")
def fft_c2r(make):
    yield call(make.complex(3, 3), (1,), 1.0, 4)
    yield call(make.complex(3, 3), (0, 1), 0.5, 5)


@samples("_mirrored_twice")
def mirrored_twice(make):
    yield call(make.complex(3, 3), 1, 4)
    yield call(make.complex(3, 3), 0, 5)


@samples("fft_fft", "fft_ifft")
def fft(make):
    yield call(make(2, 4))
    yield call(make.complex(5, 2), dim=0, norm="ortho")
    yield call(make.complex(2, 4), 3)
    yield call(make.complex(2, 4), 6, norm="forward")


@samples("fft_rfft", "fft_ihfft")
def rfft(make):
    yield call(make(2, 4))
    yield call(make(5, 2), dim=0, norm="ortho")
    yield call(make(2, 4), 6, norm="forward")


@samples("fft_irfft", "fft_hfft")
def irfft(make):
    yield call(make.complex(2, 4))
    yield call(make.complex(4, 2), 5, 0, "ortho")
    yield call(make.complex(2, 4), 4, norm="forward")


@samples("fft_fftn", "fft_ifftn", "fft_fft2", "fft_ifft2")
def fftn(make):
    yield call(make.complex(2, 3, 2))
    yield call(make(2, 3), (3, 2), norm="ortho")
    yield call(make.complex(2, 3, 2), dim=(0, 1))


@samples("fft_rfftn", "fft_rfft2", "fft_ihfftn", "fft_ihfft2")
def rfftn(make):
    yield call(make(2, 3, 4))
    yield call(make(2, 3), (3, 2), norm="ortho")
    yield call(make(2, 3, 2), dim=(0, 1))


@samples("fft_irfftn", "fft_irfft2", "fft_hfftn", "fft_hfft2")
def irfftn(make):
    yield call(make.complex(2, 3, 3))
    yield call(make.complex(2, 3), (3, 4), norm="ortho")
    yield call(make.complex(2, 3, 2), dim=(0, 1))


@samples("fft_fftshift", "fft_ifftshift")
def fftshift(make):
    yield call(make(3, 4))
    yield call(make(3, 4), 1)
    yield call(make.complex(5), (0,))
