"""`torch._foreach_*`: what PyTorch gives for lists."""
import pytest

import rushlight as torch


def lists():
    return [torch.tensor([1.0, 2.0]), torch.tensor([3.0])], [torch.tensor([5.0, 6.0]), torch.tensor([7.0])]


def values(tensors):
    return [t.tolist() for t in tensors]


BINARY = {                      # with a number 2, with a list of tensors, with the numbers 1 and 2
    "add": ([[3, 4], [5]], [[6, 8], [10]], [[2, 3], [5]]), "sub": ([[-1, 0], [1]], [[-4, -4], [-4]], [[0, 1], [1]]),
    "mul": ([[2, 4], [6]], [[5, 12], [21]], [[1, 2], [6]]), "maximum": ([[2, 2], [3]], [[5, 6], [7]], [[1, 2], [3]]),
    "minimum": ([[1, 2], [2]], [[1, 2], [3]], [[1, 1], [2]]), "clamp_min": ([[2, 2], [3]], [[5, 6], [7]], [[1, 2], [3]]),
    "pow": ([[1, 4], [9]], [[1, 64], [2187]], [[1, 2], [9]])}


@pytest.mark.parametrize("name", BINARY)
def test_numbers_lists_and_numbers_for_each(name):
    for number, others in enumerate((2, lists()[1], [1, 2])):
        returned = getattr(torch, f"_foreach_{name}")(lists()[0], others)
        assert type(returned) is tuple and values(returned) == BINARY[name][number]
        written = lists()[0]
        assert getattr(torch, f"_foreach_{name}_")(written, others) is written and values(written) == BINARY[name][number]


def test_factors():
    a, b = lists()
    assert values(torch._foreach_add(a, b, alpha=0.5)) == [[3.5, 5.0], [6.5]]
    assert values(torch._foreach_addcmul(a, b, b, value=2)) == [[51.0, 74.0], [101.0]]
    assert values(torch._foreach_addcdiv(a, b, b, [1, 2])) == [[2.0, 3.0], [5.0]]
    assert values(torch._foreach_addcdiv(a, b, b, torch.tensor([1.0, 2.0]))) == [[2.0, 3.0], [5.0]]
    assert values(torch._foreach_addcmul(tensor2=b, self=a, tensor1=b)) == [[26.0, 38.0], [52.0]]
    assert values(torch._foreach_lerp(a, b, 0.5)) == [[3.0, 4.0], [5.0]]
    assert values(torch._foreach_pow(2, a)) == [[2.0, 4.0], [8.0]]


def test_reductions_and_copies():
    a, b = lists()
    assert values(torch._foreach_norm(a, 1)) == [3.0, 3.0] and torch._foreach_norm(a,
                                                                                   dtype=torch.float64)[0].dtype is torch.float64
    assert values(torch._foreach_max(a)) == [2.0, 3.0] and values(torch._foreach_powsum(a, 3)) == [9.0, 27.0]
    clones = torch._foreach_clone(a)
    torch._foreach_copy_(a, b)
    assert values(a) == values(b) and values(clones) == values(lists()[0])
    assert values(torch._foreach_zero_(a)) == [[0.0, 0.0], [0.0]] and values(torch._foreach_sqrt((b[0] * 0,))) == [[0.0, 0.0]]


@pytest.mark.parametrize("call, error, text", [
    (lambda a, b: torch._foreach_add([], 1), RuntimeError, "Tensor list must have at least one tensor."),
    (lambda a, b: torch._foreach_add(a, b[:1]), RuntimeError, "Tensor lists must have the same number of tensors, got 2 and 1"),
    (lambda a, b: torch._foreach_add(a, [1]), RuntimeError, "Tensor list must have same number of elements as scalar list."),
    (lambda a, b: torch._foreach_sqrt(a[0]), TypeError, "_foreach_sqrt(): argument 'self' (position 1) must be tuple of Tensors, "
                                                       "not Tensor"),
    (lambda a, b: torch._foreach_sqrt([1]), TypeError, "expected Tensor as element 0 in argument 0, but got int"),
    (lambda a, b: torch._foreach_addcmul(a, b, b, torch.tensor(1.0)), RuntimeError, "Expected packed scalar Tensor to be of "
                                                                                   "dimension 1. Got 0 instead."),
    (lambda a, b: torch._foreach_mul(a, pigeons=2), TypeError, "got an unexpected keyword argument 'pigeons'")])
def test_refused(call, error, text):
    with pytest.raises(error) as info:
        call(*lists())
    assert str(info.value) == text


def test_gradients():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    torch._foreach_mul([x, x], [2, 3])[1].sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]
