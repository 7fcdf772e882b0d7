"""What splits a tensor, by the names of its arguments: the function and the method name the first one differently."""
import pytest

import rushlight as torch


def test_the_size_by_name():
    x = torch.arange(4)
    assert [part.tolist() for part in x.split(split_size=2, dim=0)] == [[0, 1], [2, 3]]
    assert [part.tolist() for part in x.split(split_size=[1, 3])] == [[0], [1, 2, 3]]
    assert [part.tolist() for part in torch.split(tensor=x, split_size_or_sections=[1, 3])] == [[0], [1, 2, 3]]


@pytest.mark.parametrize("call, text", [
    (lambda x: x.split(split_size_or_sections=2), "unexpected keyword argument 'split_size_or_sections'"),
    (lambda x: x.split(), "missing 1 required positional argument: 'split_size'"),
    (lambda x: torch.split(x, split_size=2), "unexpected keyword argument 'split_size'"),
    (lambda x: torch.split(input=x, split_size_or_sections=2), "unexpected keyword argument 'input'")])
def test_other_names(call, text):
    with pytest.raises(TypeError, match=text):
        call(torch.arange(4))
