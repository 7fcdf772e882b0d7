"""Writes into memory that several elements share, or that is read at the same time. What is refused is what PyTorch refuses."""
import pytest

import rushlight as torch

INDEX, MASK = torch.tensor([2, 1, 0]), torch.tensor([True, False] * 3)


@pytest.mark.parametrize("name, write", [
    ("index_fill_", lambda x: x.index_fill_(0, INDEX, 1.0)),
    ("index_put_", lambda x: x.index_put_((INDEX,), torch.ones(3))),
    ("index_put_", lambda x: x.__setitem__(INDEX, torch.ones(3))),
    ("masked_fill_", lambda x: x.masked_fill_(MASK, 0.0)),
    ("masked_fill_", lambda x: x.masked_fill_(MASK, torch.tensor(0.0)))])
def test_an_expanded_target_warns(name, write):
    with pytest.warns(UserWarning, match=f"Use of {name} on expanded tensors is deprecated"):
        write(torch.ones(1).expand(6))


@pytest.mark.parametrize("write", [
    lambda x: x.put_(INDEX, torch.ones(3)), lambda x: x.index_add_(0, INDEX, torch.ones(3)),
    lambda x: x.index_copy_(0, INDEX, torch.ones(3)), lambda x: x.masked_scatter_(MASK, torch.ones(3))])
def test_an_expanded_target_is_refused(write):
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        write(torch.ones(1).expand(6))


@pytest.mark.parametrize("write", [
    lambda y: y.put_(INDEX[0], y[0]), lambda y: y.put_(INDEX, y[:3]), lambda y: y.index_put_((INDEX,), y[0]),
    lambda y: y.index_put_((INDEX,), y[:3]), lambda y: y.__setitem__(INDEX, y[0]), lambda y: y.index_copy_(0, INDEX[:1], y[0]),
    lambda y: torch.masked_select(y, y > 0, out=y)])
def test_what_is_written_cannot_be_read(write):
    with pytest.raises(RuntimeError, match="refer to a single memory location"):
        write(torch.ones(6))


@pytest.mark.parametrize("write", [
    lambda i: i.put_(i, i.clone()), lambda i: i.index_fill_(0, i, 0), lambda i: i.index_put_((i,), i.clone())])
def test_an_index_cannot_be_written(write):
    with pytest.raises(RuntimeError, match="refer to a single memory location"):
        write(torch.tensor([2, 1, 0]))


def test_one_value_of_the_tensor_may_fill_it_where_a_mask_holds():
    y = torch.tensor([1.0, 2, 3, 4, 5, 6])
    y[MASK] = y[1]
    assert y.tolist() == [2, 2, 2, 4, 2, 6]


def test_a_source_of_too_many_dimensions():
    with pytest.raises(RuntimeError, match="source tensor shape must match self tensor shape, excluding the specified dimension"):
        torch.ones(()).index_add_(0, torch.tensor([0]), torch.ones(1, 1, 1))
