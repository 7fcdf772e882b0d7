"""Arguments that have no derivative: one that requires a gradient is refused, never taken for a constant unseen."""
import pytest
import rushlight as torch

F = torch.nn.functional
SCORES, CLASSES = torch.full((2, 3), 0.25), torch.tensor([0, 2])
CALLS = {
    ("nll_loss_forward", "weight"): lambda w: F.nll_loss(SCORES, CLASSES, weight=w),
    ("nll_loss_forward", "weight "): lambda w: F.cross_entropy(SCORES, CLASSES, weight=w, label_smoothing=0.1),
    ("nll_loss2d_forward", "weight"): lambda w: F.nll_loss(torch.ones(2, 3, 1, 1), torch.zeros(2, 1, 1).long(), weight=w),
    ("binary_cross_entropy", "weight"): lambda w: F.binary_cross_entropy(SCORES, SCORES, weight=w),
    ("binary_cross_entropy_with_logits", "weight"): lambda w: F.binary_cross_entropy_with_logits(SCORES, SCORES, weight=w),
    ("binary_cross_entropy_with_logits", "pos_weight"):
        lambda w: F.binary_cross_entropy_with_logits(SCORES, SCORES, pos_weight=w),
    ("soft_margin_loss", "target"): lambda w: F.soft_margin_loss(SCORES, w),
    ("native_batch_norm", "running_mean"): lambda w: F.batch_norm(SCORES, w, torch.ones(3)),
    ("native_batch_norm", "running_var"): lambda w: F.instance_norm(torch.ones(2, 3, 4), torch.ones(3), w, use_input_stats=False),
}


@pytest.mark.parametrize("case", CALLS)
def test_a_gradient_is_refused(case):
    function, argument = case
    given = torch.ones(3, requires_grad=True)
    with pytest.raises(RuntimeError, match=f"function '{function}' is not differentiable with respect to .*'{argument.strip()}'"):
        CALLS[case](given)
    with torch.no_grad():
        assert not CALLS[case](given).requires_grad


def test_class_weights_of_probabilities_have_a_gradient():
    weight = torch.ones(3, requires_grad=True)
    F.cross_entropy(SCORES, SCORES, weight=weight).backward()
    assert weight.grad.shape == (3,)
