"""Inference mode outranks enable_grad: nothing in it is recorded."""
import pytest
import rushlight as torch


@pytest.mark.parametrize("switch", [torch.enable_grad, lambda: torch.set_grad_enabled(True)])
def test_grad_mode_does_not_record_inside(switch):
    x = torch.ones(2, requires_grad=True)
    with torch.inference_mode():
        with switch():
            out = x * 2
            assert not out.requires_grad and out.is_inference()
    assert torch.is_grad_enabled() and (x * 2).requires_grad


def test_a_block_outside_inference_mode_within_it_records():
    x = torch.ones(2, requires_grad=True)
    with torch.inference_mode(), torch.inference_mode(False):
        assert (x * 2).requires_grad


def test_a_parameter_cannot_be_made_of_an_inference_tensor():
    with torch.inference_mode():
        data = torch.ones(2)
    with pytest.raises(RuntimeError, match="Setting requires_grad=True on inference tensor outside InferenceMode"):
        torch.nn.Parameter(data)
    assert torch.nn.Parameter(data, requires_grad=False).is_inference()
