"""What the constructors refuse, and what a step does."""
import pytest

import rushlight as torch

NEGATIVE = {"lr": "Invalid learning rate: -1.0", "eps": "Invalid epsilon value: -1.0", "momentum": "Invalid momentum value: -1.0",
            "weight_decay": "Invalid weight_decay value: -1.0", "lr_decay": "Invalid lr_decay value: -1.0",
            "momentum_decay": "Invalid momentum_decay value: -1.0", "alpha": "Invalid alpha value: -1.0",
            "initial_accumulator_value": "Invalid initial_accumulator_value value: -1.0"}
TAKES = {"SGD": ("lr", "momentum", "weight_decay"), "Adam": ("lr", "eps", "weight_decay"), "AdamW": ("lr", "eps", "weight_decay"),
         "Adamax": ("lr", "eps", "weight_decay"), "NAdam": ("lr", "eps", "weight_decay", "momentum_decay"),
         "RAdam": ("lr", "eps", "weight_decay"), "Adadelta": ("lr", "eps", "weight_decay"), "Rprop": ("lr",),
         "Adagrad": ("lr", "lr_decay", "weight_decay", "initial_accumulator_value", "eps"),
         "RMSprop": ("lr", "alpha", "eps", "weight_decay", "momentum"), "ASGD": ("lr", "weight_decay"), "LBFGS": ("lr",),
         "SparseAdam": ("lr", "eps")}


def weight():
    param = torch.nn.Parameter(torch.ones(2, 3))
    param.grad = torch.ones(2, 3)
    return param


@pytest.mark.parametrize("name, option", [(name, option) for name, options in TAKES.items() for option in options])
def test_negative_options(name, option):
    with pytest.raises(ValueError) as error:
        getattr(torch.optim, name)([weight()], **{option: -1.0})
    assert str(error.value) == NEGATIVE[option]


@pytest.mark.parametrize("name, options, text", [
    ("Adam", {"betas": (-1.0, 0.9)}, "Invalid beta parameter at index 0: -1.0"),
    ("AdamW", {"betas": (0.9, 1.0)}, "Invalid beta parameter at index 1: 1.0"),
    ("Adadelta", {"rho": 1.5}, "Invalid rho value: 1.5"),
    ("Rprop", {"etas": (1.5, 1.2)}, "Invalid eta values: 1.5, 1.2"),
    ("SGD", {"nesterov": True}, "Nesterov momentum requires a momentum and zero dampening"),
    ("SGD", {"lr": torch.tensor([0.1, 0.2])}, "Tensor lr must be 1-element"),
    ("Adam", {"lr": torch.tensor(0.1), "foreach": True}, "lr as a Tensor is not supported for capturable=False and foreach=True"),
    ("Adam", {"betas": (torch.tensor(0.9), 0.99)}, "betas must be either both floats or both Tensors"),
    ("Adafactor", {"d": 0.5}, "Clipping threshold d should be >= 1 but is: 0.5"),
    ("Adafactor", {"beta2_decay": 1.0}, "beta2_decay should be <= 0 but is: 1.0"),
    ("Muon", {"adjust_lr_fn": "x"}, "Adjust learning rate function x is not supported"),
])
def test_wrong_options(name, options, text):
    with pytest.raises(ValueError) as error:
        getattr(torch.optim, name)([weight()], **options)
    assert str(error.value) == text


def test_matrices_and_groups_only():
    with pytest.raises(ValueError, match=r"Muon only supports 2D parameters whereas we found a parameter with size: "
                                          r"torch.Size\(\[3\]\)"):
        torch.optim.Muon([torch.nn.Parameter(torch.ones(3))])
    with pytest.raises(ValueError, match="LBFGS doesn't support per-parameter options"):
        torch.optim.LBFGS([{"params": [weight()]}, {"params": [weight()]}])


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "Adagrad"])
def test_fused_changes_nothing_and_is_refused_with_others(name):
    plain, fused = weight(), weight()
    getattr(torch.optim, name)([plain]).step()
    getattr(torch.optim, name)([fused], fused=True).step()
    assert torch.equal(plain, fused)
    with pytest.raises(RuntimeError, match="`fused` and `foreach` cannot be `True` together."):
        getattr(torch.optim, name)([fused], fused=True, foreach=True)
    with pytest.raises(RuntimeError, match="`fused` does not support `differentiable`"):
        getattr(torch.optim, name)([fused], fused=True, differentiable=True)


@pytest.mark.parametrize("name", ["Adam", "AdamW", "Adamax", "NAdam", "RAdam", "Adadelta", "RMSprop", "Rprop", "ASGD"])
def test_refused_at_the_step(name):
    with pytest.raises(AssertionError, match="If capturable=True, params and state_steps must be on supported devices"):
        getattr(torch.optim, name)([weight()], capturable=True).step()
    with pytest.raises(AssertionError, match="_foreach ops don't support autograd"):
        getattr(torch.optim, name)([weight()], foreach=True, differentiable=True).step()
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        getattr(torch.optim, name)([weight()], differentiable=True).step()


def test_sparse_adam_refuses_dense_gradients():
    param = weight()
    optimizer = torch.optim.SparseAdam([param])
    with pytest.raises(RuntimeError, match="SparseAdam does not support dense gradients, please consider Adam instead"):
        optimizer.step()
    param.grad = None
    optimizer.step()
    assert torch.equal(param, torch.ones(2, 3))


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "Adamax", "NAdam", "RAdam", "Adagrad", "Adadelta", "RMSprop", "ASGD"])
def test_lr_and_weight_decay_as_tensors(name):
    numbers, tensors = weight(), weight()
    getattr(torch.optim, name)([numbers], lr=0.25, weight_decay=0.5).step()
    getattr(torch.optim, name)([tensors], lr=torch.tensor(0.25), weight_decay=torch.tensor(0.5)).step()
    assert torch.equal(numbers, tensors)


def test_a_step_leaves_gradients_alone_and_counts_as_a_write():
    param = weight()
    grad, version = param.grad, param._version
    torch.optim.SGD([param], lr=0.1, momentum=0.9, weight_decay=0.1, maximize=True).step()
    assert param.grad is grad and torch.equal(grad, torch.ones(2, 3)) and param._version > version


def test_repr():
    assert repr(torch.optim.SGD([weight()], lr=torch.tensor(0.5))) == """SGD (
Parameter Group 0
    dampening: 0
    differentiable: False
    foreach: None
    fused: None
    lr: 0.5
    maximize: False
    momentum: 0
    nesterov: False
    weight_decay: 0
)"""
