"""svd_lowrank and pca_lowrank; the singular values are what PyTorch gave from the same seed."""
import pytest

import rushlight as torch
from rushlight.random import fork_rng

TALL = torch.arange(12.0, dtype=torch.float64).view(4, 3).sin()


@pytest.mark.parametrize("A", [TALL, TALL.mT, torch.stack([TALL, TALL * 2])], ids="tall wide batch".split())
def test_a_matrix_of_rank_q_comes_back(A):
    with fork_rng():
        U, S, V = torch.svd_lowrank(A, q=3)
    assert torch.allclose(U @ torch.diag_embed(S) @ V.mH, A) and torch.allclose(S, torch.linalg.svdvals(A))


def test_from_one_seed():
    with fork_rng():
        torch.manual_seed(0)
        assert torch.svd_lowrank(TALL.float(), q=2)[1].tolist() == pytest.approx([2.4194, 0.3845], abs=1e-4)
        torch.manual_seed(0)
        assert torch.pca_lowrank(TALL.float(), q=2)[1].tolist() == pytest.approx([2.4194, 0.3442], abs=1e-4)


def test_what_is_taken_away():
    with fork_rng():
        assert torch.allclose(torch.svd_lowrank(TALL, q=3, M=TALL)[1], torch.zeros(3, dtype=torch.float64))


def test_errors():
    with pytest.raises(ValueError, match=r"q\(=5\) must be non-negative integer and not greater than min\(m, n\)=3"):
        torch.pca_lowrank(TALL, q=5)
    with pytest.raises(ValueError, match=r"niter\(=-1\)"):
        torch.pca_lowrank(TALL, niter=-1)
