"""ctc_loss against the sum over all alignments, and its gradient against that of the scores before the softmax."""
import itertools
import math

import numpy as np
import pytest
import rushlight as torch
import rushlight.nn.functional as F


def spelled(path, blank):
    """What a path over time spells: repetitions are one, blanks are none."""
    return [label for label, _ in itertools.groupby(path) if label != blank]


def loss_by_enumeration(log_probs, target, blank):
    steps, classes = log_probs.shape
    total = sum(math.exp(sum(log_probs[t, label] for t, label in enumerate(path)))
                for path in itertools.product(range(classes), repeat=steps) if spelled(path, blank) == target)
    return -math.log(total) if total else math.inf


@pytest.mark.parametrize("target", [[], [1], [1, 2], [2, 2], [1, 1, 2], [2, 2, 2]])
@pytest.mark.parametrize("blank", [0, 3])
def test_is_the_sum_over_alignments(target, blank):
    scores = torch.from_numpy(np.sin(np.arange(20.0)).reshape(5, 1, 4))
    log_probs = F.log_softmax(scores, -1)
    loss = F.ctc_loss(log_probs, torch.tensor([target], dtype=torch.int64).reshape(1, -1), [5], [len(target)], blank=blank,
                      reduction="sum")
    assert loss.item() == pytest.approx(loss_by_enumeration(log_probs[:, 0].numpy(), target, blank))


def test_steps_after_the_length_do_not_count():
    log_probs = F.log_softmax(torch.from_numpy(np.cos(np.arange(40.0)).reshape(5, 2, 4)), -1)
    targets = torch.tensor([1, 2, 3])                               # two of the first sequence, one of the second
    losses = F.ctc_loss(log_probs, targets, [4, 2], [2, 1], reduction="none")
    each = [loss_by_enumeration(log_probs[:4, 0].numpy(), [1, 2], 0), loss_by_enumeration(log_probs[:2, 1].numpy(), [3], 0)]
    assert losses.tolist() == pytest.approx(each)


def test_gradient_through_a_softmax():
    scores = torch.from_numpy(np.sin(np.arange(20.0)).reshape(5, 1, 4)).requires_grad_()
    target = torch.tensor([[1, 2]])
    F.ctc_loss(F.log_softmax(scores, -1), target, [5], [2]).backward()
    for place in [(0, 0, 1), (3, 0, 2), (4, 0, 0)]:
        values = []
        for step in (1e-6, -1e-6):
            moved = scores.detach().clone()
            moved[place] += step
            values.append(F.ctc_loss(F.log_softmax(moved, -1), target, [5], [2]).item())
        assert scores.grad[place].item() == pytest.approx((values[0] - values[1]) / 2e-6, abs=1e-7)


def test_too_little_time():
    log_probs = F.log_softmax(torch.zeros(1, 1, 3), -1)
    assert F.ctc_loss(log_probs, torch.tensor([[1, 2]]), [1], [2]).item() == math.inf
    assert F.ctc_loss(log_probs, torch.tensor([[1, 2]]), [1], [2], zero_infinity=True).item() == 0


def test_an_infinite_loss_has_no_gradient_unless_it_is_made_zero():
    targets, times, lengths = torch.tensor([[1, 1, 1], [1, 2, 1]]), torch.tensor([2, 3]), torch.tensor([3, 2])
    for zero_infinity, first in ((False, [True, True, False]), (True, [False] * 3)):
        log_probs = F.log_softmax(torch.arange(18.0).reshape(3, 2, 3).sin(), -1).requires_grad_()
        F.ctc_loss(log_probs, targets, times, lengths, reduction="sum", zero_infinity=zero_infinity).backward()
        assert log_probs.grad[:, 0].isnan().all(1).tolist() == first        # of the steps that the sequence has
        assert log_probs.grad[:, 1].isfinite().all()
