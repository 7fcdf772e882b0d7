"""torch.autograd.Variable, in programs that are older than tensors with gradients."""
import pytest

import rushlight as torch
from rushlight.autograd import Variable


def test_volatile_is_past():
    with pytest.warns(UserWarning, match=r"volatile was removed and now has no effect\. Use `with torch.no_grad\(\):` instead"):
        assert Variable(torch.ones(1), volatile=True).requires_grad is False
    assert Variable(torch.ones(1), requires_grad=True, volatile=False).requires_grad
