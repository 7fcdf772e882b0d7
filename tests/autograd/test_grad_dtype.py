"""`grad_dtype`: the type of a leaf's gradient, where that is not the tensor's own."""
import pytest
import rushlight as torch


def test_it_is_the_tensors_own_until_set():
    x = torch.ones(2, requires_grad=True)
    assert x.grad_dtype is torch.float32
    x.grad_dtype = torch.float64
    assert x.grad_dtype is torch.float64
    assert torch.ones(2).grad_dtype is torch.float32


def test_gradients_arrive_and_add_up_in_it():
    x = torch.ones(2)
    x.grad_dtype = torch.float64
    x.requires_grad_()
    seen = []
    x.register_hook(lambda grad: seen.append(grad.dtype))
    for _ in range(2):
        (x * 2).sum().backward()
    assert x.grad.tolist() == [4, 4] and x.grad.dtype is torch.float64 and seen == [torch.float64] * 2
    assert torch.autograd.grad((x * 2).sum(), x)[0].dtype is torch.float64


def test_none_allows_any():
    x = torch.ones(2, requires_grad=True)
    x.grad_dtype = None
    x.grad = torch.ones(2, dtype=torch.float16)
    assert x.grad_dtype is None and x.grad.dtype is torch.float16


@pytest.mark.parametrize("dtype, name", [(torch.float64, "double"), (torch.int64, "long int"), (torch.bfloat16, "c10::BFloat16")])
def test_an_assigned_gradient_must_have_it(dtype, name):
    with pytest.raises(RuntimeError, match=f"a gradient with dtype '{name}' to a tensor with grad_dtype 'Float'"):
        torch.ones(2).grad = torch.ones(2, dtype=dtype)


def test_what_it_cannot_be():
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="must be a torch.dtype or None, but got int"):
        x.grad_dtype = 3
    with pytest.raises(RuntimeError, match="can only be set on leaf tensors"):
        (x * 2).grad_dtype = torch.float64
    with pytest.raises(RuntimeError, match="can only be accessed on leaf tensors"):
        print((x * 2).grad_dtype)
    x.grad = torch.ones(2)
    with pytest.raises(RuntimeError, match="Cannot set grad_dtype to 'Half' because there is already a gradient with dtype"):
        x.grad_dtype = torch.float16
