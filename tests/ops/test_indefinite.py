"""Factors of symmetric matrices that need not be definite: LAPACK's packing and pivots, as PyTorch gives them."""
import pytest

import rushlight as torch

HOLLOW = [[0., 1, 2, 3], [1, 0, 4, 5], [2, 4, .1, 6], [3, 5, 6, 0]]
HERMITIAN = [[1, 2 + 1j, 3], [2 - 1j, 0, 4j], [3, -4j, 2]]


def test_blocks_of_two_have_negative_pivots():
    LD, pivots, info = torch.linalg.ldl_factor_ex(torch.tensor(HOLLOW, dtype=torch.float64))
    assert pivots.tolist() == [-4, -4, 3, 4] and info.item() == 0
    assert (pivots.dtype, info.dtype) == (torch.int32, torch.int32)
    expected = [[0, 0, 0, 0], [3, 0, 0, 0], [2, 2 / 3, -7.9, 0], [5 / 3, 1 / 3, 0.16877637130801687, -3.108298]]
    torch.testing.assert_close(LD, torch.tensor(expected, dtype=torch.float64), rtol=0, atol=1e-6)
    assert LD.stride() == (1, 4)


def test_the_hermitian_and_the_symmetric_matrix_of_one_triangle_differ():
    A = torch.tensor(HERMITIAN, dtype=torch.complex128)
    hermitian, symmetric = torch.linalg.ldl_factor(A, hermitian=True), torch.linalg.ldl_factor(A)
    assert hermitian.pivots.tolist() == symmetric.pivots.tolist() == [-2, -2, 3]
    assert abs(hermitian.LD[2, 2].item() - 10) < 1e-12
    assert abs(symmetric.LD[2, 2].item() - (-4.72 + 7.04j)) < 1e-12


@pytest.mark.parametrize("n", [1, 2, 3, 8, 33])
@pytest.mark.parametrize(("dtype", "hermitian"), [(torch.float64, False), (torch.complex128, False), (torch.complex128, True)])
def test_solutions_solve(n, dtype, hermitian):
    generator = torch.Generator().manual_seed(n)
    A = torch.randn(2, n, n, dtype=dtype, generator=generator)
    A = A + (A.mH if hermitian else A.mT)
    A.diagonal(0, -2, -1).mul_(0.1)                         # small diagonals make blocks of two
    B = torch.randn(3, 2, n, 2, dtype=dtype, generator=generator)
    LD, pivots = torch.linalg.ldl_factor(A, hermitian=hermitian)
    X = torch.linalg.ldl_solve(LD.expand(3, 2, n, n), pivots.expand(3, 2, n), B, hermitian=hermitian)
    assert n < 3 or (pivots < 0).any()
    torch.testing.assert_close(A @ X, B)


def test_zero_pivots():
    LD, pivots, info = torch.linalg.ldl_factor_ex(torch.zeros(2, 2))
    assert (LD.tolist(), pivots.tolist(), info.item()) == ([[0, 0], [0, 0]], [1, 2], 1)
    with pytest.raises(RuntimeError, match=r"D\[1,1\] is zero"):
        torch.linalg.ldl_factor(torch.zeros(2, 2))


def test_derivatives_are_refused():
    A = torch.eye(2, requires_grad=True)
    LD, pivots, info = torch.linalg.ldl_factor_ex(A)
    assert LD.requires_grad and not info.requires_grad
    with pytest.raises(RuntimeError, match="derivative for aten::linalg_ldl_factor_ex is not implemented"):
        LD.sum().backward()
    with pytest.raises(RuntimeError, match="derivative for aten::linalg_ldl_solve is not implemented"):
        torch.linalg.ldl_solve(LD.detach(), pivots, A).sum().backward()
    with pytest.raises(RuntimeError, match="derivative for aten::geqrf is not implemented"):
        torch.geqrf(A)[1].sum().backward()


@pytest.mark.parametrize(("pivots", "B", "error", "text"), [
    ([1, 2], torch.ones(2), IndexError, "Dimension out of range"),
    ([1, 2], torch.ones(3, 1), RuntimeError, "each A matrix is 2 by 2 but each b matrix is 3 by 1"),
    ([1], torch.ones(2, 1), RuntimeError, r"but got pivots with shape \[1\] instead"),
    ([1., 2.], torch.ones(2, 1), RuntimeError, "Expected pivots to be integers. Got Float"),
    ([1, 2], torch.ones(2, 1, dtype=torch.float64), RuntimeError, "found b of type Double and A of type Float"),
])
def test_what_ldl_solve_refuses(pivots, B, error, text):
    with pytest.raises(error, match=text):
        torch.linalg.ldl_solve(torch.eye(2), torch.tensor(pivots), B)
