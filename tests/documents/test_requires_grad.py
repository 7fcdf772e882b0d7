"""`requires_grad_()`: switches recording for a tensor that somebody made, and returns the tensor."""
import pytest

import rushlight as torch


def test_a_plain_tensor_records_nothing_until_asked():
    t = torch.tensor([1.0, 2.0, 3.0])
    assert t.requires_grad is False
    assert t.requires_grad_(True) is t
    assert t.requires_grad is True


def test_true_is_the_default():
    assert torch.zeros(2).requires_grad_().requires_grad


def test_it_chains():
    assert str(torch.tensor([1.0, 2.0]).requires_grad_() * 2).endswith("grad_fn=<MulBackward0>)")


def test_freezing_a_leaf_leaves_nothing_to_differentiate():
    t = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    t.requires_grad_(False)
    assert not t.requires_grad
    with pytest.raises(RuntimeError, match="does not require grad"):
        t.sum().backward()


def test_weights_switched_on_get_a_gradient():
    weights = torch.ones(3)
    weights.requires_grad_(True)
    x = torch.tensor([1.0, 2.0, 3.0])
    (weights * x).sum().backward()
    assert str(weights.grad) == "tensor([1., 2., 3.])"
    assert x.grad is None


def test_a_frozen_weight_stays_out_of_the_gradient_of_the_others():
    frozen = torch.ones(2, requires_grad=True).requires_grad_(False)
    free = torch.ones(2, requires_grad=True)
    (frozen * free * 3).sum().backward()
    assert frozen.grad is None
    assert free.grad.tolist() == [3.0, 3.0]


def test_integers_cannot_require_gradients():
    with pytest.raises(RuntimeError, match="floating point"):
        torch.tensor([1, 2]).requires_grad_()


def test_a_computed_tensor_cannot_be_switched_off():
    computed = torch.ones(2, requires_grad=True) * 2
    assert computed.requires_grad_() is computed
    with pytest.raises(RuntimeError, match="leaf variables"):
        computed.requires_grad_(False)
