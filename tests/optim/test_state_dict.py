"""States that are saved, loaded, copied and pickled."""
import copy
import pickle

import pytest

import rushlight as torch


def trained(name="Adam", dtype=torch.float32, steps=3, **options):
    torch.manual_seed(0)
    param = torch.nn.Parameter(torch.rand(4, dtype=dtype))
    optimizer = getattr(torch.optim, name)([param], **options)
    for _ in range(steps):
        param.grad = torch.rand(4, dtype=dtype)
        optimizer.step()
    return optimizer, param


NAMES = ("SGD", "Adam", "AdamW", "Adamax", "NAdam", "RAdam", "Adagrad", "Adadelta", "RMSprop", "Rprop", "ASGD", "Adafactor")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("through", [copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))], ids=["copied", "pickled"])
def test_training_goes_on_from_a_loaded_state(name, through, random_state):
    optimizer, param = trained(name)
    other = torch.nn.Parameter(param.detach().clone())
    loaded = getattr(torch.optim, name)([other])
    loaded.load_state_dict(through(optimizer.state_dict()))
    for p in (param, other):
        p.grad = torch.ones(4)
    optimizer.step()
    loaded.step()
    assert torch.equal(param, other)


def test_its_form(random_state):
    optimizer, param = trained("SGD", momentum=0.9)
    state = optimizer.state_dict()
    assert state["param_groups"][0]["params"] == [0] and list(state["state"][0]) == ["momentum_buffer"]
    assert state["state"][0]["momentum_buffer"] is optimizer.state[param]["momentum_buffer"]
    assert trained("SGD")[0].state_dict()["state"] == {}
    assert list(torch.optim.Adagrad([param]).state_dict()["state"][0]) == ["step", "sum"]


def test_groups_of_other_sizes(random_state):
    state = trained()[0].state_dict()
    two = [torch.nn.Parameter(torch.ones(1)) for _ in range(2)]
    with pytest.raises(ValueError, match="contains a parameter group that doesn't match the size of optimizer's group"):
        torch.optim.Adam(two).load_state_dict(state)
    with pytest.raises(ValueError, match="loaded state dict has a different number of parameter groups"):
        torch.optim.Adam([{"params": [p]} for p in two]).load_state_dict(state)


def test_a_state_takes_the_type_of_its_parameter_but_not_the_step(random_state):
    state = trained()[0].state_dict()
    param = torch.nn.Parameter(torch.ones(4, dtype=torch.float64))
    optimizer = torch.optim.Adam([param])
    optimizer.load_state_dict(state)
    assert {name: value.dtype for name, value in optimizer.state[param].items()} == {
        "step": torch.float32, "exp_avg": torch.float64, "exp_avg_sq": torch.float64}


def test_what_older_versions_saved(random_state):
    state = copy.deepcopy(trained()[0].state_dict())
    state["state"][0]["step"] = 3
    for name in ("maximize", "foreach", "fused", "capturable", "differentiable", "decoupled_weight_decay"):
        del state["param_groups"][0][name]
    optimizer, param = trained(steps=0)
    optimizer.load_state_dict(state)
    assert torch.equal(optimizer.state[param]["step"], torch.tensor(3.0))
    assert optimizer.param_groups[0]["maximize"] is False and optimizer.param_groups[0]["foreach"] is None
    param.grad = torch.ones(4)
    optimizer.step()


def test_hooks(random_state):
    optimizer, calls = trained()[0], []
    optimizer.register_state_dict_pre_hook(lambda o: calls.append("pre"))
    optimizer.register_state_dict_post_hook(lambda o, state: {**state, "extra": 1})
    state = optimizer.state_dict()
    assert calls == ["pre"] and state["extra"] == 1
    optimizer.register_load_state_dict_pre_hook(lambda o, state: calls.append("second"))
    optimizer.register_load_state_dict_pre_hook(lambda o, state: calls.append("first"), prepend=True)
    optimizer.register_load_state_dict_post_hook(lambda o: calls.append("after"))
    optimizer.load_state_dict(state)
    assert calls == ["pre", "first", "second", "after"]


@pytest.mark.parametrize("name", NAMES)
def test_copies_of_the_optimizer(name, random_state):
    optimizer, param = trained(name)
    for made in (copy.deepcopy(optimizer), pickle.loads(pickle.dumps(optimizer))):
        own = made.param_groups[0]["params"][0]
        assert own is not param and torch.equal(own, param)
        own.grad = param.grad.clone()
        made.step()
    optimizer.step()
    assert torch.equal(own, param)
