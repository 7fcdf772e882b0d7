"""The demo: the same losses, to five digits, and the same predictions."""
import re
from pathlib import Path

import pytest

from tests.parity.running import run_both

pytest.importorskip("torch")
DEMO = Path(__file__).parents[2] / "examples" / "digits.py"


def figures(text):
    """(loss, accuracy) of each epoch."""
    return [(float(loss), float(accuracy)) for loss, accuracy in re.findall(r"loss ([\d.]+) +held-out accuracy ([\d.]+)", text)]


def test_training_goes_the_same_way():
    theirs, ours = map(figures, run_both(DEMO))
    assert len(ours) == len(theirs) > 0
    assert [loss for loss, _ in ours] == pytest.approx([loss for loss, _ in theirs], rel=1e-5, abs=1.01e-5)
    assert [accuracy for _, accuracy in ours] == [accuracy for _, accuracy in theirs]
    assert ours[-1][1] >= 0.95
