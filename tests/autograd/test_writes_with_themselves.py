"""`h *= h` and its like: what an in-place op reads of its own target by another name is written when backward asks for it."""
import pytest
import rushlight as torch

MODIFIED = r"\[torch.FloatTensor \[2\]\], which is output 0 of {}, is at version 1; expected version 0"


def leaf():
    return torch.tensor([1.0, 2.0], requires_grad=True)


@pytest.mark.parametrize("name", ["mul_", "div_", "pow_", "atan2_", "fmod_", "remainder_", "hypot_", "xlogy_"])
def test_an_operand_that_backward_needs_is_gone(name):
    h = leaf() * 1
    getattr(h, name)(h)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        h.sum().backward()


def test_the_error_names_what_was_written():
    h = leaf() * 1
    h *= h
    with pytest.raises(RuntimeError, match=MODIFIED.format("Mul")):
        h.sum().backward()


@pytest.mark.parametrize("name, grad", [("add_", [2, 2]), ("sub_", [0, 0]), ("copy_", [1, 1])])
def test_an_operand_that_backward_does_not_need_may_be_the_target(name, grad):
    x = leaf()
    h = x * 1
    getattr(h, name)(h)
    h.sum().backward()
    assert x.grad.tolist() == grad


def test_a_written_leaf_has_no_operation_to_name():
    w = leaf()
    out = w * w
    with torch.no_grad():
        w.add_(1)
    with pytest.raises(RuntimeError, match=r"\[torch.FloatTensor \[2\]\] is at version 1; expected version 0"):
        out.sum().backward()


def test_what_a_whole_write_is_called():
    h = leaf() * 1
    h[:] = 2
    assert h.grad_fn.name() == "FillBackward3"
    total = leaf().sum()
    total[...] = 2
    assert total.grad_fn.name() == "torch::autograd::CopyBackwards" and str(total.grad_fn).startswith("<CopyBackwards object")
