"""Tables of rows whose gradient would be sparse: all but that gradient is there."""
import pytest

import rushlight as torch
from rushlight.errors import NotImplementedByRushlight
from rushlight.nn import functional as F

TABLE, PLACES = torch.arange(12.0).reshape(4, 3), torch.tensor([[0, 1], [2, 3]])


def test_sparse_changes_nothing_forwards():
    assert torch.equal(F.embedding(PLACES, TABLE, sparse=True), F.embedding(PLACES, TABLE))
    for mode in ("sum", "mean"):
        assert torch.equal(F.embedding_bag(PLACES, TABLE, mode=mode, sparse=True), F.embedding_bag(PLACES, TABLE, mode=mode))


@pytest.mark.parametrize("look_up", [F.embedding, F.embedding_bag])
def test_a_sparse_gradient_is_refused_by_name(look_up):
    out = look_up(PLACES, TABLE.clone().requires_grad_(), sparse=True)
    with pytest.raises(NotImplementedByRushlight, match=r"the sparse gradient of an embedding\(sparse=True\)"):
        out.sum().backward()


def test_the_maximum_is_never_sparse():
    with pytest.raises(ValueError, match="max mode does not support sparse weights"):
        F.embedding_bag(PLACES, TABLE, mode="max", sparse=True)
