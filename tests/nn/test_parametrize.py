"""Tensors computed from others: what registering checks, how they are read, set, copied and removed; facts are PyTorch's."""
import copy
import pickle

import pytest
import rushlight as torch
from rushlight import nn
from rushlight.nn.utils import parametrize, parametrizations


class Doubled(nn.Module):
    def forward(self, X):
        return X * 2

    def right_inverse(self, A):
        return A / 2


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).mT


class Of(nn.Module):
    """A parametrization made of two functions."""

    def __init__(self, there, back=lambda x: x):
        super().__init__()
        self.there, self.back = there, back

    def forward(self, *x):
        return self.there(*x)

    def right_inverse(self, x):
        return self.back(x)


def linear(*steps):
    m = nn.Linear(2, 2, bias=False)
    for step in steps:
        parametrize.register_parametrization(m, "weight", step)
    return m


def test_what_it_looks_like():
    m = linear(Symmetric(), Doubled())
    assert repr(m) == """ParametrizedLinear(
  in_features=2, out_features=2, bias=False
  (parametrizations): ModuleDict(
    (weight): ParametrizationList(
      (0): Symmetric()
      (1): Doubled()
    )
  )
)"""
    assert list(m.state_dict()) == ["parametrizations.weight.original"]
    assert parametrize.type_before_parametrizations(m) is nn.Linear and isinstance(m, nn.Linear)
    assert parametrize.is_parametrized(m, "weight") and not parametrize.is_parametrized(m, "bias")


def test_the_original_stays_the_parameter():
    m = nn.Linear(2, 2)
    weight = m.weight
    before = weight.detach().clone()
    parametrize.register_parametrization(m, "weight", Doubled())
    assert m.parametrizations.weight.original is weight
    assert torch.equal(m.weight, before) and torch.equal(weight.detach() * 2, before)
    m(torch.ones(1, 2)).sum().backward()
    assert torch.equal(weight.grad, torch.full((2, 2), 2.0))


def test_assigning_inverts():
    m = linear(Doubled())
    m.weight = torch.eye(2)
    assert torch.equal(m.parametrizations.weight.original.detach(), torch.eye(2) / 2)
    with pytest.raises(RuntimeError, match="parametrization Symmetric does not implement right_inverse."):
        linear(Symmetric()).weight = torch.eye(2)
    with pytest.raises(ValueError, match="has dtype torch.float64 while `original` has dtype torch.float32"):
        m.weight = torch.eye(2).double()


def test_several_originals():
    m = linear(Of(lambda x, y: x + y, lambda x: (x, x)))
    assert [name for name, _ in m.parametrizations.weight.named_parameters()] == ["original0", "original1"]
    m.weight = torch.eye(2)
    assert torch.equal(m.weight, 2 * torch.eye(2))
    with pytest.raises(ValueError, match="Cannot leave unparametrized"):
        parametrize.remove_parametrizations(m, "weight", leave_parametrized=False)
    parametrize.remove_parametrizations(m, "weight")
    assert type(m.weight) is nn.Parameter and torch.equal(m.weight, 2 * torch.eye(2))


@pytest.mark.parametrize("step, text", [
    (Of(lambda x: x[0]), "may not change the shape of the tensor, unless `unsafe` flag is enabled.\nunparametrized shape: "
                         "torch.Size([2, 2])\nparametrized shape: torch.Size([2])"),
    (Of(lambda x: x.double()), "may not change the dtype of the tensor, unless `unsafe` flag is enabled.\nunparametrized dtype: "
                               "torch.float32\nparametrized dtype: torch.float64"),
    (Of(lambda x: 3), "A parametrization must return a tensor. Got int."),
    (Of(lambda x: x, lambda x: 3), "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got int"),
    (Of(lambda x: x, lambda x: (x, 3)), "Got element 1 of the sequence with type int."),
    (Of(lambda x: x, lambda x: x.double()), "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                                            "original.dtype: torch.float32\nright_inverse(original).dtype: torch.float64"),
])
def test_what_the_first_must_keep(step, text):
    m = nn.Linear(2, 2)
    with pytest.raises(ValueError) as caught:
        parametrize.register_parametrization(m, "weight", step)
    assert text in str(caught.value)
    assert type(m) is nn.Linear and "weight" in m._parameters


@pytest.mark.parametrize("step, text", [
    (Of(lambda x: x[0]), "module.weight.shape: torch.Size([2, 2])\nparametrization(module.weight).shape: torch.Size([2])"),
    (Of(lambda x: x, lambda x: 3), "parametrization.right_inverse must return a tensor. Got: int"),
    (Of(lambda x: x, lambda x: x[0]), "must have the same shape as module.weight, unless the `unsafe` flag is enabled.\n"
                                      "module.weight.shape: torch.Size([2, 2])\nreturned shape: torch.Size([2])"),
])
def test_what_a_further_one_must_keep(step, text):
    m = linear(Doubled())
    with pytest.raises(ValueError) as caught:
        parametrize.register_parametrization(m, "weight", step)
    assert text in str(caught.value)


@pytest.mark.parametrize("returned, text", [
    (3, "'right_inverse' must return a sequence of tensors. Got int."),
    ((1,), "'right_inverse' must return a sequence of tensors of length 2. Got a sequence of length 1."),
    ((torch.eye(2), torch.eye(2).double()), "Tensor 1 returned by `right_inverse` has dtype torch.float64 while `original1` "
                                            "has dtype torch.float32"),
])
def test_what_right_inverse_must_return(returned, text):
    step = Of(lambda x, y: x, lambda x: (x, x))
    m = linear(step)
    step.back = lambda x: returned
    with pytest.raises(ValueError) as caught:
        m.weight = torch.eye(2)
    assert str(caught.value) == text


def test_unsafe_may_change_everything():
    m = nn.Linear(2, 2)
    parametrize.register_parametrization(m, "weight", Of(lambda x: x[:1].double()), unsafe=True)
    assert m.weight.shape == (1, 2) and m.weight.dtype is torch.float64


def test_unknown_names():
    with pytest.raises(ValueError, match="does not have a parameter, a buffer, or a parametrized element with name 'nope'"):
        parametrize.register_parametrization(nn.Linear(2, 2), "nope", Doubled())
    with pytest.raises(ValueError, match="does not have a parametrization on weight"):
        parametrize.remove_parametrizations(nn.Linear(2, 2), "weight")
    with pytest.raises(KeyError, match="attribute 'weight' already exists"):
        linear(Doubled()).register_parameter("weight", None)


@pytest.mark.parametrize("leave, factor", [(True, 1.0), (False, 0.5)])
def test_removing(leave, factor):
    m = nn.Linear(2, 2)
    weight, before = m.weight, m.weight.detach().clone()
    parametrize.register_parametrization(m, "weight", Doubled())
    parametrize.remove_parametrizations(m, "weight", leave_parametrized=leave)
    assert type(m) is nn.Linear and m.weight is weight and torch.equal(weight.detach(), before * factor)
    assert not hasattr(m, "parametrizations")


def test_cached_computes_once():
    m = linear(Doubled())
    assert m.weight is not m.weight
    with parametrize.cached():
        assert m.weight is m.weight
    assert m.weight is not m.weight


def test_copies_and_pickles():
    m = linear(Doubled())
    twin = copy.deepcopy(m)
    assert type(twin) is type(m) and torch.equal(twin.weight, m.weight)
    assert twin.parametrizations.weight.original is not m.parametrizations.weight.original
    with pytest.raises(RuntimeError, match="only supported through state_dict"):
        pickle.dumps(m)


def test_transferring_shares_the_originals():
    source, target = linear(Doubled()), nn.Linear(2, 2, bias=False)
    parametrize.transfer_parametrizations_and_params(source, target)
    assert target.parametrizations.weight.original is source.parametrizations.weight.original
    assert target.parametrizations.weight[0] is source.parametrizations.weight[0]
    assert torch.equal(target.weight, source.weight)
    plain = nn.Linear(2, 2)
    assert parametrize.transfer_parametrizations_and_params(plain, target) is target


# ---------------------------------------------------------------- orthogonal

@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4)])
@pytest.mark.parametrize("map", ["matrix_exp", "cayley", "householder"])
@pytest.mark.parametrize("trivial", [True, False])
def test_orthogonal_matrices(shape, map, trivial):
    m = nn.Linear(shape[1], shape[0], bias=False)
    parametrizations.orthogonal(m, orthogonal_map=map, use_trivialization=trivial)
    assert close_to_orthogonal(m.weight)
    if trivial or map == "householder":
        wanted = torch.linalg.qr(torch.arange(float(max(shape) * min(shape))).view(max(shape), min(shape)).sin())[0]
        wanted = wanted if shape[0] >= shape[1] else wanted.mT
        m.weight = wanted
        assert torch.allclose(m.weight, wanted, atol=1e-6)
    if map != "householder":
        torch.nn.init.normal_(m.parametrizations.weight.original)
        assert close_to_orthogonal(m.weight)


def close_to_orthogonal(matrix):
    tall = matrix if matrix.shape[0] >= matrix.shape[1] else matrix.mT
    return torch.allclose(tall.mT @ tall, torch.eye(tall.shape[1]), atol=1e-5)


@pytest.mark.parametrize("map, first", [
    ("matrix_exp", [0.9357556700706482, -0.28316038846969604, 0.2101883590221405]),
    ("cayley", [0.9371980428695679, -0.2801932692527771, 0.20772947371006012]),
])
def test_the_maps_from_the_lower_triangle(map, first):
    m = nn.Linear(3, 3, bias=False)
    parametrizations.orthogonal(m, orthogonal_map=map, use_trivialization=False)
    with torch.no_grad():
        m.parametrizations.weight.original.copy_(torch.tensor([[9.0, 9, 9], [0.3, 9, 9], [-0.2, 0.1, 9]]))
    assert m.weight[0].tolist() == pytest.approx(first, abs=1e-5)      # float32, by other polynomials


def test_what_cannot_be_orthogonal():
    with pytest.raises(ValueError, match="Got a tensor of 1 dimensions"):
        parametrizations.orthogonal(nn.Linear(2, 2), "bias")
    with pytest.raises(ValueError, match='has to be one of "matrix_exp", "cayley", "householder". Got: x'):
        parametrizations.orthogonal(nn.Linear(2, 2), orthogonal_map="x")
    m = parametrizations.orthogonal(nn.Linear(2, 2), use_trivialization=False)
    with pytest.raises(NotImplementedError, match="when use_trivialization=False"):
        m.weight = torch.eye(2)
    m = parametrizations.orthogonal(nn.Linear(2, 2))
    with pytest.raises(ValueError, match=r"of shape torch.Size\(\[2, 2\]\). Got a tensor of shape torch.Size\(\[3, 3\]\)"):
        m.weight = torch.eye(3)
