"""Which types an `out=` tensor may have."""
import pytest
import rushlight as torch

DOUBLE, LONG = torch.float64, torch.int64


def into(dtype):
    return torch.empty(0, dtype=dtype)


@pytest.mark.parametrize("call", [torch.exp, lambda x, out: torch.add(x, x, out=out), lambda x, out: torch.mean(x, 0, out=out),
                                  lambda x, out: torch.var(x, 0, out=out)])
def test_arithmetic_casts_to_a_wider_type_and_to_no_lower_category(call):
    x = torch.tensor([1.0, 2.0])
    assert torch.equal(call(x, out=into(DOUBLE)), call(x, out=into(torch.float32)).double())
    with pytest.raises(RuntimeError, match="result type Float can't be cast to the desired output type Long"):
        call(x, out=into(LONG))


@pytest.mark.parametrize("call, says", [
    (torch.neg, "Found dtype Double but expected Float"),
    (lambda x, out: torch.cumsum(x, 0, dtype=torch.float32, out=out), "Expected out tensor to have dtype float, but got double"),
    (lambda x, out: torch.gather(x, 0, torch.tensor([1]), out=out), "Expected out tensor to have dtype float, but got double"),
    (lambda x, out: torch.amax(x, 0, out=out), "got Float for input's dtype and Double for out's dtype"),
    (torch.all, "all only supports bool tensor for result, got: Double"),
    (torch.nonzero, "Expected out tensor to have scalar type Long but got scalar typeDouble"),
])
def test_others_want_the_type_of_the_result(call, says):
    with pytest.raises(RuntimeError, match=says):
        call(torch.tensor([1.0, 2.0]), out=into(DOUBLE))


def test_each_of_several_outputs_is_checked():
    with pytest.raises(RuntimeError, match="expected scalar type 'Long' but got 'Int' for indices output"):
        torch.mode(torch.ones(3), out=(torch.empty(0), into(torch.int32)))


@pytest.mark.parametrize("fold", [torch.sum, torch.prod, torch.cumsum, torch.cumprod])
def test_sums_and_products_are_computed_in_the_type_of_out(fold):
    x = torch.tensor([100, 100], dtype=torch.uint8)
    assert torch.equal(fold(x, 0, out=into(torch.float32)), fold(x.float(), 0))
    assert fold(x, 0, out=into(torch.uint8)).dtype is torch.uint8
