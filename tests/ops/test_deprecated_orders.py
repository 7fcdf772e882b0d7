"""addcmul and addcdiv with the factor in second place."""
import pytest

import rushlight as torch


@pytest.fixture
def every_warning():
    torch.set_warn_always(True)
    yield
    torch.set_warn_always(False)


@pytest.mark.parametrize("name, expected", [("addcmul", 7.0), ("addcdiv", 1.75)])
def test_the_old_order_computes_the_same_and_warns(every_warning, name, expected):
    function, ones = getattr(torch, name), torch.ones(2)
    first = ones * 2 if name == "addcmul" else ones
    with pytest.warns(UserWarning, match=f"This overload of {name} is deprecated"):
        old = function(ones, 1.5, first, ones * 2)
    assert old.tolist() == function(ones, first, ones * 2, value=1.5).tolist() == [expected] * 2


def test_too_many_tensors_are_refused():
    with pytest.raises(TypeError):
        torch.addcmul(*[torch.ones(2)] * 4)
