"""Which operations keep the sign of a zero. PyTorch is the measure: a `-0.` where it prints `0.` is noticed."""
import pytest
import rushlight as torch

F = torch.nn.functional

KEEP_IT = {
    "relu": torch.relu,
    "relu6": F.relu6,
    "hardtanh": lambda x: F.hardtanh(x, 0, 1),
    "clamp": lambda x: torch.clamp(x, 0, 1),
    "clamp below a tensor": lambda x: torch.clamp(x, torch.tensor(0.0), torch.tensor(1.0)),
    "clamp_min": lambda x: torch.clamp_min(x, 0),
    "clamp_max": lambda x: torch.clamp_max(x, 0),
    "remainder": lambda x: x % 2,
    "remainder of a negative number": lambda x: x % -2,
}


def signs(x):
    return torch.signbit(x).tolist()


@pytest.mark.parametrize("name", KEEP_IT)
@pytest.mark.parametrize("count", [1, 17])
def test_a_zero_keeps_its_sign(name, count):
    assert signs(KEEP_IT[name](torch.full((count,), -0.0))) == [True] * count
    assert signs(KEEP_IT[name](torch.zeros(count))) == [False] * count


@pytest.mark.parametrize("name", ["relu_", "clamp_", "remainder_"])
def test_also_in_place(name):
    arguments = {"clamp_": (0, 1), "remainder_": (2,)}.get(name, ())
    assert signs(getattr(torch.tensor([-0.0, 0.0]), name)(*arguments)) == [True, False]


def test_a_remainder_that_is_zero_has_the_sign_of_the_dividend():
    assert signs(torch.tensor([-4.0, 4.0]) % 2) == [True, False]
    assert signs(torch.remainder(torch.tensor([-4.0, 4.0]), torch.tensor([2.0, -2.0]))) == [True, False]


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("target", [[2, -100], [-100, 0]])
def test_an_ignored_target_has_a_plain_zero_for_a_gradient(target, reduction):
    scores = torch.tensor([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0]], requires_grad=True)
    F.cross_entropy(scores, torch.tensor(target), reduction=reduction).backward()
    assert signs(scores.grad[target.index(-100)]) == [False] * 3


def test_what_is_not_the_largest_has_a_plain_zero_for_a_gradient():
    x = torch.tensor([1.0, 3.0, 2.0], requires_grad=True)
    (-x.max()).backward()
    assert signs(x.grad) == [False, True, False]
