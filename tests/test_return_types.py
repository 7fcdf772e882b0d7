"""The classes of what functions with several results return, copied and pickled."""
import copy
import io
import pickle

import pytest

import rushlight as torch

X = torch.tensor([[1.0, 3.0], [4.0, 2.0]])


def saved(value):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, weights_only=False)


@pytest.mark.parametrize("name, made", [
    ("max", lambda: X.max(1)), ("topk", lambda: X.topk(1)), ("linalg_qr", lambda: torch.linalg.qr(X)),
    ("slogdet", lambda: torch.slogdet(X)), ("histogram", lambda: torch.histogram(X, 2))])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value)), saved])
def test_they_are_found_by_name_and_copied(name, made, copied):
    value = made()
    again = copied(value)
    assert type(again) is type(value) is getattr(torch.return_types, name)
    assert all(torch.equal(a, b) for a, b in zip(again, value)) and repr(again) == repr(value)


@pytest.mark.parametrize("values, text", [((1, 2), "constructor requires a sequence"), (((1,),), "takes a 2-sequence")])
def test_they_are_made_of_one_sequence(values, text):
    with pytest.raises(TypeError, match=text):
        torch.return_types.max(*values)


def test_other_functions_have_none():
    with pytest.raises(AttributeError, match="torch.return_types.add"):
        print(torch.return_types.add)
