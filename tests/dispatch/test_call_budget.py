"""A call costs a fixed number of Python calls. A timer would be flaky; a count is not."""
import sys

import pytest
import rushlight as torch


def python_calls(function):
    """How many Python functions run during function(), itself not counted; the second run, since the first writes code."""
    function()
    count = 0

    def profile(frame, event, arg):
        nonlocal count
        count += event == "call"
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count - 1


a, b = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([4.0, 5.0, 6.0])
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
counts = torch.tensor([1, 2, 3])


@pytest.mark.parametrize("budget, call", [
    (1, lambda: a + b),
    (1, lambda: a * 2.0),
    (1, lambda: torch.exp(a)),
    (1, lambda: a > 0),
    (1, lambda: a.mul_(1.0)),
    (2, lambda: w + b),                     # the caller and node_for
    (2, lambda: w * b),
    (5, lambda: counts * 2.5),              # mix, and the default dtype that it asks for
    (5, lambda: a.sum()),
    (4, lambda: a.unsqueeze(0)),
    (34, lambda: (w * b).sum().backward()),
])
def test_budget(budget, call):
    assert python_calls(call) <= budget
