"""Groups of parameters, named parameters, zero_grad, hooks."""
import pytest

import rushlight as torch
from rushlight.optim.optimizer import (
    Optimizer, register_optimizer_step_post_hook, register_optimizer_step_pre_hook, required)


def weight(value=1.0):
    return torch.nn.Parameter(torch.full((2,), value))


@pytest.mark.parametrize("params, error, text", [
    (lambda: weight(), TypeError, "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                                  "torch.FloatTensor"),
    (list, ValueError, "optimizer got an empty parameter list"),
    (lambda: [{}], KeyError, "'params'"),
    (lambda: "x", TypeError, "optimizer can only optimize Tensors, but one of the params is str"),
    (lambda: [weight() * 2], ValueError, "can't optimize a non-leaf Tensor"),
    (lambda: [{"params": {weight()}}], TypeError, "optimizer parameters need to be organized in ordered collections, but the "
     "ordering of tensors in sets will change between runs. Please use a list instead."),
    (lambda: [{"params": weight()}, weight()], TypeError, "param_group must be a dict, but got <class "
                                                          "'rushlight.nn.parameter.Parameter'>"),
    (lambda: [("w", weight()), weight()], ValueError, "all optimizer params should be with/without names. Some param names are "
                                                      "missing"),
    (lambda: [{"params": [("w", weight())]}, {"params": [weight()]}], ValueError, "all optimizer param groups should be "
     "with/without names. cannot add param group without names to the optimizer"),
])
def test_refused(params, error, text):
    with pytest.raises(error) as info:
        torch.optim.SGD(params())
    assert str(info.value) == text


def test_a_parameter_in_two_groups_and_twice_in_one():
    a = weight()
    with pytest.raises(ValueError, match="some parameters appear in more than one parameter group"):
        torch.optim.SGD([{"params": [a]}, {"params": a}])
    with pytest.warns(UserWarning, match="optimizer contains a parameter group with duplicate parameters"):
        torch.optim.SGD([a, a])


def test_options_of_groups():
    a, b, c = weight(), weight(), weight()
    optimizer = torch.optim.SGD([{"params": a, "lr": 1.0}, {"params": [b]}], lr=0.1, momentum=0.9)
    optimizer.add_param_group({"params": [c], "momentum": 0.0})
    options = [(g["lr"], g["momentum"], len(g["params"])) for g in optimizer.param_groups]
    assert options == [(1.0, 0.9, 1), (0.1, 0.9, 1), (0.1, 0.0, 1)]


def test_names():
    optimizer = torch.optim.SGD([("w", weight()), ("v", weight())])
    assert optimizer.param_groups[0]["param_names"] == ["w", "v"]
    assert list(optimizer.state_dict()["param_groups"][0])[0] == "param_names"
    other = torch.optim.SGD([weight(), weight()])
    other.load_state_dict(optimizer.state_dict())
    assert other.param_groups[0]["param_names"] == ["w", "v"]


def test_required_options():
    assert repr(required) == "<required parameter>"
    with pytest.raises(ValueError, match="parameter group didn't specify a value of required optimization parameter lr"):
        Optimizer([weight()], {"lr": required})


def test_the_base_has_no_step():
    with pytest.raises(NotImplementedError):
        Optimizer([weight()], {}).step()


def test_zero_grad():
    a = weight()
    optimizer = torch.optim.SGD([a])
    a.grad = torch.ones(2, requires_grad=True) * 2
    optimizer.zero_grad(set_to_none=False)
    assert torch.equal(a.grad, torch.zeros(2)) and not a.grad.requires_grad
    optimizer.zero_grad()
    assert a.grad is None


def test_the_closure_runs_where_gradients_are_recorded():
    a = weight()
    optimizer = torch.optim.SGD([a], lr=0.5)

    def closure():
        optimizer.zero_grad()
        loss = (a * a).sum()
        loss.backward()
        return loss

    with torch.no_grad():
        assert optimizer.step(closure).item() == 2
    assert a.tolist() == [0.0, 0.0]


def test_hooks_in_their_order():
    calls = []
    optimizer = torch.optim.SGD([weight()])
    handles = [register_optimizer_step_pre_hook(lambda *_: calls.append("any pre")),
               register_optimizer_step_post_hook(lambda *_: calls.append("any post")),
               optimizer.register_step_pre_hook(lambda o, args, kwargs: calls.append(("pre", len(args), kwargs))),
               optimizer.register_step_post_hook(lambda o, args, kwargs: calls.append(("post", len(args), kwargs)))]
    optimizer.step()
    assert calls == ["any pre", ("pre", 1, {}), ("post", 1, {}), "any post"]
    for handle in handles:
        handle.remove()
    optimizer.step()
    assert len(calls) == 4


def test_a_pre_hook_replaces_the_arguments():
    optimizer = torch.optim.SGD([weight()])
    optimizer.register_step_pre_hook(lambda o, args, kwargs: ((o, lambda: 5), {}))
    assert optimizer.step() == 5
    optimizer.register_step_pre_hook(lambda *_: 7)
    with pytest.raises(RuntimeError, match=r"must return None or a tuple of \(new_args, new_kwargs\), but got 7"):
        optimizer.step()


def test_a_subclass_has_hooks_too():
    class Mine(Optimizer):
        def step(self, closure=None):
            return "stepped"

    optimizer, calls = Mine([weight()], {}), []
    optimizer.register_step_post_hook(lambda *_: calls.append(1))
    assert optimizer.step() == "stepped" and calls == [1]


def test_a_class_around_an_optimizer_that_makes_no_hooks_of_its_own():
    class Around(torch.optim.Optimizer):
        def __init__(self, inner):
            self.inner = inner

        def step(self, closure=None):
            return self.inner.step(closure)
    weight = torch.ones(2, requires_grad=True)
    weight.sum().backward()
    Around(torch.optim.SGD([weight], lr=0.5)).step()
    assert weight.tolist() == [0.5, 0.5]
