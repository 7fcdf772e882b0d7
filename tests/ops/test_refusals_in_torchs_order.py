"""Which of several errors is raised, and what it names."""
import pytest
import rushlight as torch


@pytest.mark.parametrize("shape, sizes, named", [((2, 3), (4, 5), (5, 3, 1)), ((2, 3, 4), (5, 2, 6, 7), (7, 4, 3)),
                                                 ((2, 3), (4, 3), (4, 2, 0)), ((3,), (-1, 4), (4, 3, 1))])
def test_expand_names_the_last_size_that_does_not_fit(shape, sizes, named):
    wrong, own, dim = named
    with pytest.raises(RuntimeError, match=rf"size of the tensor \({wrong}\) must match the existing size \({own}\) at "
                                           f"non-singleton dimension {dim}"):
        torch.ones(shape).expand(sizes)


@pytest.mark.parametrize("dtype, name", [(torch.bool, "bool"), (torch.complex64, "complex")])
@pytest.mark.parametrize("op", ["argmax", "argmin"])
@pytest.mark.parametrize("size, dim", [(2, None), (2, 5), (0, None)])
def test_the_type_is_refused_before_the_dimension(op, size, dim, dtype, name):
    with pytest.raises(RuntimeError, match=rf"^{op}\(\): does not support {name} input"):
        getattr(torch.ones(size, dtype=dtype), op)(dim)


@pytest.mark.parametrize("elements, tests, name", [
    (torch.tensor([True]), torch.tensor([1]), "Bool"), (torch.tensor([1]), torch.tensor([True]), "Bool"),
    (torch.tensor([1j]), torch.tensor([1j]), "ComplexFloat")])
def test_isin_takes_ordered_types_only(elements, tests, name):
    with pytest.raises(RuntimeError, match=rf"Unsupported input type encountered for isin\(\): {name}$"):
        torch.isin(elements, tests)


@pytest.mark.parametrize("call, message", [
    (lambda: torch.tensor(3.).index_select(0, torch.tensor([0, 0])), "Index to scalar can have only 1 value, got 2 value"),
    (lambda: torch.var_mean(torch.arange(3)), "^var_mean only support floating point"),
    (lambda: torch.std_mean(torch.arange(3)), "^std_mean only support floating point"),
    (lambda: torch.std(torch.arange(3.).long()), "^std and var only support floating point"),
    (lambda: torch.ones(3).split([1, 1], -1), "size at dimension -1")])
def test_what_an_error_names(call, message):
    with pytest.raises(RuntimeError, match=message):
        call()


@pytest.mark.parametrize("shape, sizes", [((1,), (-2,)), ((3,), (-2, 3)), ((), (-1,)), ((1, 1), (2, -3))])
def test_a_negative_size_is_refused(shape, sizes):
    with pytest.raises(RuntimeError, match="numel: integer multiplication overflow"):
        torch.ones(shape).expand(sizes)
