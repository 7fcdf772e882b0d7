"""Questions about sparse layouts have the answers that PyTorch gives for strided tensors."""
import pytest

import rushlight as torch


def test_dense_tensors_are_dense():
    x = torch.ones(2, 3, requires_grad=True)
    assert x.to_dense() is x and (x.sparse_dim(), x.dense_dim()) == (0, 2)
    wide = x.to_dense(torch.float64)
    assert wide.dtype is torch.float64 and type(wide.grad_fn).__name__ == "ToCopyBackward0"


@pytest.mark.parametrize(("name", "layout"), [
    ("values", "sparse"), ("indices", "sparse coordinate"), ("is_coalesced", "sparse coordinate"),
    ("crow_indices", "sparse row compressed"), ("row_indices", "sparse column compressed")])
def test_parts_of_sparse_tensors(name, layout):
    with pytest.raises(RuntimeError, match=f"{name} expected {layout} tensor layout but got Strided"):
        getattr(torch.ones(2), name)()
