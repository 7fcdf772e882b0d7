"""Weight norm and spectral norm, by hooks and as parametrizations; the numbers are PyTorch's for the same weights."""
import copy

import pytest
import rushlight as torch
from rushlight import nn
from rushlight.nn.utils import parametrizations

WEIGHT = [[-0.0053, 0.3793], [-0.5820, -0.5204], [-0.2723, 0.1896]]
SIGMA = 0.82565949                  # the largest singular value, by NumPy


def linear():
    m = nn.Linear(2, 3, bias=False)
    m.weight.data = torch.tensor(WEIGHT)
    return m


def old_weight_norm(m, **options):
    with pytest.warns(FutureWarning, match="deprecated in favor of `torch.nn.utils.parametrizations.weight_norm`"):
        return nn.utils.weight_norm(m, **options)


def largest(m):
    return torch.linalg.svdvals(m.weight.detach())[0].item()


def test_weight_norm_by_a_hook():
    m = old_weight_norm(linear())
    assert list(m.state_dict()) == ["weight_g", "weight_v"] and m.weight_g.shape == (3, 1)
    assert m.weight.grad_fn.name() == "WeightNormInterfaceBackward0"
    with torch.no_grad():
        m.weight_g.mul_(2)
    m(torch.ones(1, 2))
    assert torch.allclose(m.weight, 2 * torch.tensor(WEIGHT))
    nn.utils.remove_weight_norm(m)
    assert list(m.state_dict()) == ["weight"] and type(m.weight) is nn.Parameter
    with pytest.raises(ValueError, match="weight_norm of 'weight' not found in Linear"):
        nn.utils.remove_weight_norm(m)


def test_weight_norm_twice_and_copied():
    m = old_weight_norm(linear())
    with pytest.raises(RuntimeError, match="Cannot register two weight_norm hooks on the same parameter weight"):
        old_weight_norm(m)
    with pytest.raises(RuntimeError, match="Only Tensors created explicitly by the user"):
        copy.deepcopy(m)


@pytest.mark.parametrize("dim, shape", [(0, (3, 1)), (1, (1, 2)), (None, ())])
def test_weight_norm_as_a_parametrization(dim, shape):
    m = parametrizations.weight_norm(linear(), dim=dim)
    assert m.parametrizations.weight.original0.shape == shape and torch.allclose(m.weight, torch.tensor(WEIGHT))
    m.weight = torch.ones(3, 2)
    assert torch.allclose(m.weight, torch.ones(3, 2))
    assert torch.equal(copy.deepcopy(m).weight, m.weight)


def test_the_new_reads_what_the_old_saved():
    old, new = old_weight_norm(linear()), parametrizations.weight_norm(nn.Linear(2, 3, bias=False))
    new.load_state_dict(old.state_dict())
    assert torch.allclose(new.weight, torch.tensor(WEIGHT))


def test_spectral_norm_by_a_hook():
    m = nn.utils.spectral_norm(linear(), n_power_iterations=50)
    assert list(m.state_dict()) == ["weight_orig", "weight_u", "weight_v"]
    assert m.state_dict()._metadata[""] == {"version": 1, "spectral_norm": {"weight.version": 1}}
    m(torch.ones(1, 2))
    assert largest(m) == pytest.approx(1, abs=1e-5) and torch.allclose(m.weight * SIGMA, torch.tensor(WEIGHT), atol=1e-5)
    u = m.weight_u.clone()
    m.eval()(torch.ones(1, 2))
    assert torch.equal(m.weight_u, u)
    nn.utils.remove_spectral_norm(m)
    assert list(m.state_dict()) == ["weight"] and largest(m) == pytest.approx(1, abs=1e-5) and not m._state_dict_hooks


def test_a_state_without_v_is_completed():
    m = nn.utils.spectral_norm(linear(), n_power_iterations=50)
    m(torch.ones(1, 2))
    state = m.state_dict()
    v = state.pop("weight_v")
    state["weight"] = m.weight.detach()
    state._metadata = {"": {"version": 1}}
    fresh = nn.utils.spectral_norm(linear())
    fresh.load_state_dict(state)
    assert torch.allclose(fresh.weight_v, v, atol=1e-4)


@pytest.mark.parametrize("call, kind, text", [
    (lambda m: nn.utils.spectral_norm(nn.utils.spectral_norm(m)), RuntimeError, "Cannot register two spectral_norm hooks"),
    (lambda m: nn.utils.spectral_norm(m, n_power_iterations=0), ValueError, "Expected n_power_iterations to be positive"),
    (lambda m: nn.utils.remove_spectral_norm(m), ValueError, "spectral_norm of 'weight' not found in Linear"),
    (lambda m: parametrizations.spectral_norm(m, "nope"), ValueError, "has no parameter or buffer with name 'nope'"),
    (lambda m: parametrizations.spectral_norm(m, dim=7), IndexError, "Dimension out of range"),
    (lambda m: parametrizations.weight_norm(m, dim=5), IndexError, "expected to be in range of [-2, 1], but got 5"),
])
def test_errors(call, kind, text):
    with pytest.raises(kind) as caught:
        call(linear())
    assert text in str(caught.value)


def test_spectral_norm_as_a_parametrization():
    m = parametrizations.spectral_norm(linear())
    assert list(m.parametrizations.weight.state_dict()) == ["original", "0._u", "0._v"]
    assert largest(m) == pytest.approx(1, abs=1e-4)
    m.weight = 3 * torch.tensor(WEIGHT)
    assert torch.equal(m.parametrizations.weight.original.detach(), 3 * torch.tensor(WEIGHT))
    assert largest(m) == pytest.approx(1, abs=1e-4)
    vector = parametrizations.spectral_norm(nn.Linear(2, 3), "bias")
    assert torch.linalg.vector_norm(vector.bias).item() == pytest.approx(1)


def test_transposed_convolutions_count_outputs_along_the_second_dimension():
    m = nn.utils.spectral_norm(nn.ConvTranspose2d(2, 3, 2))
    assert m.weight_u.shape == (3,) and m.weight_v.shape == (8,)
