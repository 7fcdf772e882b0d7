"""Results that are row-major whatever their input was, so that `view` works on them."""
import pytest
import rushlight as torch
from rushlight.nn import functional as F

TURNED = torch.arange(6.0).view(2, 3).t()
CALLS = {
    "softmax": lambda: F.softmax(TURNED, 0),
    "softmax of many": lambda: F.softmax(torch.zeros(100, 60).t(), 1),
    "log_softmax": lambda: F.log_softmax(TURNED, 1),
    "masked_fill": lambda: TURNED.masked_fill(TURNED > 1, 0),
    "masked_scatter": lambda: TURNED.masked_scatter(TURNED > 1, TURNED),
    "stack": lambda: torch.stack([TURNED, TURNED]),
    "stack of columns": lambda: torch.stack([TURNED, TURNED], 1),
    "cat": lambda: torch.cat([TURNED, TURNED]),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_turned_input_gives_a_row_major_result(name):
    out = CALLS[name]()
    assert out.is_contiguous() and out.view(-1).shape == (out.numel(),)


def test_kron_takes_turned_matrices():
    assert torch.kron(TURNED, TURNED).tolist() == torch.kron(TURNED.contiguous(), TURNED.contiguous()).tolist()
