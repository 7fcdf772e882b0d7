"""Tensors where Python wants a number, and attributes that nobody may set."""
import pytest
import rushlight as torch


@pytest.mark.parametrize("kind", [int, float, complex])
def test_only_one_element_is_a_number(kind):
    for t in torch.tensor([1, 2]), torch.tensor([]):
        with pytest.raises(ValueError, match="only one element tensors can be converted to Python scalars"):
            kind(t)


def test_a_complex_number_is_a_real_one_only_without_imaginary_part():
    assert float(torch.tensor(2 + 0j)) == 2 and int(torch.tensor(2 + 0j)) == 2
    with pytest.raises(RuntimeError, match="value cannot be converted to type double without overflow"):
        float(torch.tensor(1j))
    with pytest.raises(RuntimeError, match="value cannot be converted to type int64_t without overflow"):
        int(torch.tensor(1j))


@pytest.mark.parametrize("name", ["shape", "dtype", "device", "is_leaf", "grad_fn", "T", "ndim", "_version"])
def test_what_is_read_only(name):
    t = torch.ones(2)
    with pytest.raises(AttributeError, match=f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable"):
        setattr(t, name, 5)
    with pytest.raises(AttributeError, match="is not writable"):
        delattr(t, name)


def test_integers_take_values_from_the_tape_and_stay_off_it():
    x = torch.tensor([2.7], requires_grad=True)
    z = torch.zeros(2, dtype=torch.long)
    z[1] = x[0]
    assert z.tolist() == [0, 2] and not z.requires_grad
    assert not z.copy_(x).requires_grad


def test_a_view_that_is_a_leaf_itself_is_not_written():
    view = torch.ones(4)[:2].requires_grad_()
    with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad is being used in an in-place operation"):
        view.mul_(2)
