"""`retains_grad` and `retain_grad()`: whether a computed tensor keeps its gradient after backward."""
import warnings

import pytest

import rushlight as torch


@pytest.fixture
def product():
    """Two leaves and their product."""
    first = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    second = torch.tensor([4.0, 5.0, 6.0], requires_grad=True)
    return first, second, first * second


def test_it_is_false_for_every_tensor_at_first(product):
    assert [t.retains_grad for t in product] == [False, False, False]
    assert product[2].requires_grad


def test_it_cannot_be_set_directly(product):
    with pytest.raises(AttributeError):
        product[2].retains_grad = True


def test_a_computed_tensor_keeps_its_gradient_when_asked(product):
    *_, result = product
    result.retain_grad()
    result.sum().backward()
    assert result.retains_grad
    assert str(result.grad) == "tensor([1., 1., 1.])"


def test_a_computed_tensor_keeps_none_by_default(product):
    first, _, result = product
    result.sum().backward()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        assert result.grad is None
    assert first.grad.tolist() == [4.0, 5.0, 6.0]


def test_asking_for_a_gradient_that_was_not_kept_warns(product):
    *_, result = product
    with pytest.warns(UserWarning, match="not a leaf"):
        assert result.grad is None


def test_a_leaf_keeps_its_gradient_and_retain_grad_changes_nothing(product):
    first, _, result = product
    first.retain_grad()
    result.sum().backward()
    assert not first.retains_grad
    assert first.grad.tolist() == [4.0, 5.0, 6.0]


def test_a_constant_has_no_gradient_to_keep():
    with pytest.raises(RuntimeError, match="requires_grad=False"):
        torch.ones(2).retain_grad()


def test_the_kept_gradient_is_the_one_after_the_tensors_hooks(product):
    *_, result = product
    result.retain_grad()
    result.register_hook(lambda grad: grad * 10)
    result.sum().backward()
    assert result.grad.tolist() == [10.0, 10.0, 10.0]
