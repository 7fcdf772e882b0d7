"""How items become a batch."""
from collections import OrderedDict, namedtuple

import numpy as np
import pytest

import rushlight as torch
from rushlight.utils.data import default_collate, default_convert

Point = namedtuple("Point", "x y")


@pytest.mark.parametrize("batch, expected", [
    ([1, 2], torch.tensor([1, 2])), ([1.0, 2.0], torch.tensor([1.0, 2.0], dtype=torch.float64)),
    ([True, False], torch.tensor([True, False])), ([1, 2.5], torch.tensor([1.0, 2.5])),
    ([np.float32(1), np.float32(2)], torch.tensor([1.0, 2.0])), ([np.bool_(True)], torch.tensor([True])),
    ([np.ones(2), np.zeros(2)], torch.tensor([[1.0, 1.0], [0.0, 0.0]], dtype=torch.float64)),
    ([torch.ones(2), torch.zeros(2)], torch.tensor([[1.0, 1.0], [0.0, 0.0]]))])
def test_leaves(batch, expected):
    got = default_collate(batch)
    assert got.dtype is expected.dtype and torch.equal(got, expected)


def test_strings_stay():
    assert default_collate(["a", "b"]) == ["a", "b"] and default_collate([b"a"]) == [b"a"]


def test_structures():
    got = default_collate([{"a": 1, "b": "u"}, {"a": 2, "b": "v"}])
    assert got["a"].tolist() == [1, 2] and got["b"] == ["u", "v"]
    numbers, letters = default_collate([(1, "s"), (2, "t")])
    assert numbers.tolist() == [1, 2] and letters == ("s", "t")
    point = default_collate([Point(1, 2.0), Point(3, 4.0)])
    assert type(point) is Point and point.y.tolist() == [2.0, 4.0]
    assert type(default_collate([OrderedDict(a=1)])) is OrderedDict
    assert [column.tolist() for column in default_collate([range(2), range(2)])] == [[0, 0], [1, 1]]
    assert default_collate([[], []]) == []


@pytest.mark.parametrize("batch, error, text", [
    ([None], TypeError, "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class "
                        "'NoneType'>"),
    ([np.array("a")], TypeError, "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <U1"),
    ([1 + 2j], TypeError, "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class "
                          "'complex'>"),
    ([(1, 2), (3,)], RuntimeError, "each element in list of batch should be of equal size"),
    ([torch.ones(2), torch.ones(3)], RuntimeError, "stack expects each tensor to be equal size, but got [2] at entry 0 and [3] "
                                                   "at entry 1"),
    ([{"a": 1}, {"b": 2}], KeyError, "'a'")])
def test_refused(batch, error, text):
    with pytest.raises(error) as info:
        default_collate(batch)
    assert str(info.value) == text


def test_conversion():
    assert default_convert(np.float32(1)).dtype is torch.float32 and default_convert("a") == "a" and default_convert(1.5) == 1.5
    converted = default_convert({"a": [1, np.ones(1)], "b": (np.zeros(1),)})
    assert converted["a"][0] == 1 and torch.is_tensor(converted["a"][1]) and type(converted["b"]) is list
    assert default_convert(range(2)) == [0, 1]
