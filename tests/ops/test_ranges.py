"""Ranges written into tensors that the caller gave."""
import pytest

import rushlight as torch


@pytest.mark.parametrize("fill", [
    lambda out: torch.arange(4, out=out), lambda out: torch.linspace(0, 3, 4, out=out),
    lambda out: torch.logspace(0, 3, 4, base=1, out=out).sub_(1).add_(torch.arange(4.).reshape(2, 2))])
def test_as_many_elements_keep_their_shape_and_strides(fill):
    whole = torch.zeros(2, 3)
    fill(whole[:, 1:])
    assert whole.tolist() == [[0, 0, 1], [0, 2, 3]]
