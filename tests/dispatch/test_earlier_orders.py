"""Calls with the factor in front of the tensors, as programs wrote them before PyTorch 1.5."""
import pytest

import rushlight as torch

X, Y, Z = torch.tensor([1.0, 2.0]), torch.tensor([4.0, 8.0]), torch.tensor([2.0, 2.0])


@pytest.fixture
def every_warning():
    torch.set_warn_always(True)
    yield
    torch.set_warn_always(False)


@pytest.mark.parametrize("name, tensors, option", [
    ("add", (Y,), "alpha"), ("sub", (Y,), "alpha"), ("addcmul", (Y, Z), "value"), ("addcdiv", (Y, Z), "value")])
@pytest.mark.parametrize("form", ["function", "out", "method", "in place"])
def test_the_factor_in_front_computes_the_same_and_warns(every_warning, name, tensors, option, form):
    expected = getattr(torch, name)(X, *tensors, **{option: 1.5})
    assert torch.equal(getattr(X.clone(), name + "_")(*tensors, **{option: 1.5}), expected)
    written = torch.empty(2)
    call = {"function": lambda: getattr(torch, name)(X, 1.5, *tensors),
            "out": lambda: getattr(torch, name)(X, 1.5, *tensors, out=written),
            "method": lambda: getattr(X, name)(1.5, *tensors),
            "in place": lambda: getattr(X.clone(), name + "_")(1.5, *tensors)}[form]
    shown = name + "_" * (form == "in place")
    with pytest.warns(UserWarning, match=rf"This overload of {shown} is deprecated:\n\t{shown}\(.*Number {option}") as caught:
        assert torch.equal(call(), expected)
    assert caught[0].filename == __file__
    assert form != "out" or torch.equal(written, expected)


def test_gradients_know_no_order(every_warning):
    x = X.clone().requires_grad_()
    with pytest.warns(UserWarning):
        torch.add(Z, 3, x).sum().backward()
    assert x.grad.tolist() == [3, 3]


@pytest.mark.parametrize("call", [
    lambda: X.add(X, Y), lambda: X.add("2", Y), lambda: X.add(2, 3), lambda: X.add(2, Y, alpha=3), lambda: X.add(1, Y, Z),
    lambda: torch.addcmul(X, Y, Z, X), lambda: X.addcdiv_(Y, Z, 2), lambda: X.mul(2, Y)])
def test_too_many_arguments_are_refused(call):
    with pytest.raises(TypeError, match="takes"):
        call()
