"""Calls with other parameters: names, ties, what is left behind."""
import pytest
import rushlight as torch
from rushlight import nn
from rushlight.nn.utils.stateless import _functional_call as functional_call
from rushlight.nn.utils import stateless


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(1))
        self.b = self.a
        self.inner = nn.Module()
        self.inner.c = self.a
        self.register_buffer("e", torch.ones(1))

    def forward(self, written=None):
        if written is not None:
            self.e = written
        return [t.item() for t in (self.a.detach(), self.b.detach(), self.inner.c.detach(), self.e)]


TWO, THREE = torch.tensor(2.0), torch.tensor(3.0)


@pytest.mark.parametrize("given, ties, result", [
    ({"a": TWO}, True, [2, 2, 2, 1]), ({"a": TWO}, False, [2, 1, 1, 1]), ({"inner.c": TWO}, True, [2, 2, 2, 1]),
    ({"a": TWO, "b": THREE}, False, [2, 3, 1, 1]), ({"e": THREE}, True, [1, 1, 1, 3]), ({}, True, [1, 1, 1, 1]),
])
def test_tensors_stand_in(given, ties, result):
    m = Tied()
    assert functional_call(m, given, tie_weights=ties) == result
    assert m() == [1, 1, 1, 1] and list(m._parameters) == ["a", "b"]


def test_writes_go_to_the_dictionary():
    m, given = Tied(), {"e": TWO}
    assert functional_call(m, given, (THREE,)) == [1, 1, 1, 3]
    assert given["e"] is THREE and m.e.item() == 1


def test_gradients_reach_what_was_given():
    m, weight = nn.Linear(2, 2), torch.eye(2, requires_grad=True)
    functional_call(m, {"weight": weight}, torch.ones(1, 2)).sum().backward()
    assert torch.equal(weight.grad, torch.ones(2, 2)) and m.weight.grad is None


def test_everything_is_put_back_after_an_error():
    m = nn.Linear(2, 2)
    weight = m.weight
    with pytest.raises(RuntimeError):
        functional_call(m, {"weight": torch.eye(2), "extra": TWO}, torch.ones(7))
    assert m.weight is weight and not hasattr(m, "extra")


@pytest.mark.parametrize("given, options, kind, text", [
    ({"weight": torch.eye(2)}, {"strict": True}, RuntimeError, "in reparametrizing for Linear:\n\tMissing key(s): 'bias'."),
    ({"weight": torch.eye(2), "bias": TWO, "z": TWO}, {"strict": True}, RuntimeError, "Unexpected key(s): 'z'."),
    ({"x": 3}, {}, TypeError, "3 is not an instance of torch.Tensor"),
    ({"in_features": TWO}, {}, TypeError, "attribute `in_features`: 2 is not an instance of torch.Tensor"),
    ({"q.z": TWO}, {}, AttributeError, "Linear has no attribute `q`"),
])
def test_errors(given, options, kind, text):
    with pytest.raises(kind) as caught:
        functional_call(nn.Linear(2, 2), given, torch.ones(2), **options)
    assert text in str(caught.value)


def test_tied_names_with_several_values():
    with pytest.raises(ValueError, match="multiple values for keys .'a', 'b'., which are tied. Consider using tie_weights=False"):
        functional_call(Tied(), {"a": TWO, "b": THREE})


def test_the_older_name_warns():
    with pytest.warns(FutureWarning, match="use `torch.func.functional_call` instead"):
        stateless.functional_call(nn.Linear(2, 2), {"weight": torch.eye(2)}, torch.ones(2))
