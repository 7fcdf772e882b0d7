"""Reductions at positions: what torch's samples leave out."""
import pytest
import rushlight as torch


@pytest.mark.parametrize("name, source", [("scatter_reduce", "src"), ("index_reduce", "source")])
def test_products_with_several_zeros_can_be_differentiated_once(name, source):
    input, zeros, at = (torch.tensor(v, dtype=d, requires_grad=d is torch.float64) for v, d in (
        ([2.0], torch.float64), ([0.0, 0.0, 3.0], torch.float64), ([0, 0, 0], torch.int64)))
    out = getattr(input, name)(0, at, zeros, "prod")
    (grad,) = torch.autograd.grad(out, zeros, create_graph=True)
    assert grad.tolist() == [0, 0, 0]
    with pytest.raises(RuntimeError, match=rf"^{name}\(\): Double backward is unsupported for {source} when >1 zeros in"):
        torch.autograd.grad(grad.sum(), zeros)
