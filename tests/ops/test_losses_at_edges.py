"""Losses where nothing counts, where an answer is all but certain, and where answers are no probabilities."""
import math

import pytest
import rushlight as torch
from rushlight.nn import functional as F

T = torch.tensor


@pytest.mark.parametrize("loss", [F.nll_loss, F.cross_entropy])
@pytest.mark.parametrize("weight", [None, T([1.0, 2.0])])
@pytest.mark.parametrize("reduction, value", [("mean", math.nan), ("sum", 0.0), ("none", [0.0, 0.0])])
def test_the_gradient_is_zero_where_all_targets_are_ignored(loss, weight, reduction, value):
    x = torch.tensor([[0.0, 1.0], [-1.0, 0.0]], requires_grad=True)
    out = loss(x, T([-100, -100]), weight=weight, reduction=reduction)
    out.sum().backward()
    assert str(out.detach()) == str(T(value)) and x.grad.tolist() == [[0, 0], [0, 0]]


def test_a_loss_of_nothing_is_not_minus_zero():
    assert str(F.cross_entropy(T([[100.0, 0.0]]), T([0]))) == "tensor(0.)"
    assert str(F.nll_loss(T([[0.0, 1.0]]), T([0]))) == "tensor(0.)"
    assert str(F.nll_loss(T([[0.0, 1.0]]), T([0]), reduction="none")) == "tensor([-0.])"


@pytest.mark.parametrize("score, loss", [(10.0, 4.5418e-05), (15.0, 3.5763e-07), (16.0, 1.1921e-07), (17.0, 0.0), (20.0, 0.0)])
def test_the_sum_of_a_softmax_is_rounded_as_float32(score, loss):
    x = T([[score, 0.0]])
    for given in (F.cross_entropy(x, T([0])).item(), -F.log_softmax(x, 1)[0, 0].item(),
                  -F.log_softmax(T([[0.0, score]] * 40), 1)[7, 1].item()):
        assert given == pytest.approx(loss, rel=1e-4, abs=0)


def test_binary_cross_entropy_wants_probabilities():
    for target in (2.0, -1.0, math.nan):
        with pytest.raises(RuntimeError, match="all elements of target should be between 0 and 1"):
            F.binary_cross_entropy(T([0.5]), T([target]))
    for probability in (1.5, math.nan):
        with pytest.raises(RuntimeError, match="all elements of input should be between 0 and 1"):
            F.binary_cross_entropy(T([probability]), T([1.0]))


@pytest.mark.parametrize("dtype, text", [(torch.int64, "result type Float can't be cast to the desired output type Long"),
                                         (torch.bool, "Subtraction, the `-` operator, with two bool tensors")])
def test_answers_to_logits_are_floats(dtype, text):
    with pytest.raises(RuntimeError, match=text):
        F.binary_cross_entropy_with_logits(T([0.0]), torch.ones(1, dtype=dtype))


def test_a_positive_weight_must_fit():
    with pytest.raises(RuntimeError, match=r"size of tensor a \(3\) must match the size of tensor b \(2\)"):
        F.binary_cross_entropy_with_logits(torch.zeros(2), torch.ones(2), pos_weight=torch.ones(3))


@pytest.mark.parametrize("score", [1.0, 0.1, -3.0])
def test_equal_scores_have_equal_shares_of_just_one(score):
    x = torch.full((3,), score, requires_grad=True)
    shares = F.softmax(x, 0)
    assert shares.tolist() == [T(1.0).div(3).item()] * 3 and shares.sum() == 1
    shares.sum().backward()
    assert x.grad.tolist() == [0, 0, 0]


@pytest.mark.parametrize(("call", "kernel"), [
    (lambda z: F.mse_loss(z, 2 * z), "mse_cpu"), (lambda z: F.smooth_l1_loss(z, 2 * z), "smooth_l1_cpu"),
    (lambda z: torch._weight_norm(z[None], z[None]), "weight_norm_kernel")])
def test_complex_numbers_are_refused_where_there_is_no_kernel_for_them(call, kernel):
    with pytest.raises(NotImplementedError, match=f"\"{kernel}\" not implemented for 'ComplexDouble'"):
        call(torch.ones(3, dtype=torch.complex128))
