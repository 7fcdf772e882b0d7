"""Data sets, and data sets made of others."""
import pytest

import rushlight as torch
from rushlight.utils.data import (
    ChainDataset, ConcatDataset, Dataset, IterableDataset, StackDataset, Subset, TensorDataset, random_split)


class Counting(IterableDataset):
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        return iter(range(self.count))

    def __len__(self):
        return self.count


class Tenfold(list):
    def __getitems__(self, indices):
        return [self[i] * 10 for i in indices]


class Short(list):
    def __getitems__(self, indices):
        return []


def test_rows_of_tensors():
    rows = TensorDataset(torch.arange(3), torch.arange(3.0) * 10)
    assert len(rows) == 3 and rows[1] == (torch.tensor(1), torch.tensor(10.0))
    with pytest.raises(AssertionError, match="Size mismatch between tensors"):
        TensorDataset(torch.ones(2), torch.ones(3))


def test_one_after_the_other():
    joined = ConcatDataset([[1, 2], [3]])
    assert list(joined) == [1, 2, 3] and joined[-1] == 3 and len(joined) == 3 and joined.cumulative_sizes == [2, 3]
    with pytest.raises(ValueError, match="absolute value of index should not exceed dataset length"):
        joined[-4]
    with pytest.raises(IndexError):
        joined[3]
    with pytest.raises(AssertionError, match="datasets should not be an empty iterable"):
        ConcatDataset([])
    with pytest.raises(AssertionError, match="ConcatDataset does not support IterableDataset"):
        ConcatDataset([Counting(1)])
    with pytest.warns(FutureWarning, match="renamed to `cumulative_sizes`"):
        assert joined.cummulative_sizes == [2, 3]


def test_chains():
    assert list(Counting(2) + Counting(1)) == [0, 1, 0] and len(ChainDataset([Counting(2), Counting(1)])) == 3
    with pytest.raises(AssertionError, match="ChainDataset only supports IterableDataset"):
        list(ChainDataset([Counting(1), [1]]))


def test_side_by_side():
    assert StackDataset([1, 2], ["a", "b"])[1] == (2, "b") and StackDataset(x=[1, 2], y=[3, 4])[0] == {"x": 1, "y": 3}
    assert StackDataset(Tenfold([1, 2]), [3, 4]).__getitems__([0, 1]) == [(10, 3), (20, 4)]
    for make, text in ((lambda: StackDataset(), "At least one dataset should be passed"),
                       (lambda: StackDataset([1], a=[1]), "Supported either"),
                       (lambda: StackDataset([1], [1, 2]), "Size mismatch between datasets"),
                       (lambda: StackDataset(Short([1])).__getitems__([0]), "Nested dataset's output size mismatch. Expected 1, "
                                                                            "got 0")):
        with pytest.raises(ValueError, match=text):
            make()


def test_subsets():
    part = Subset(Tenfold(range(5)), [3, 1])
    assert part[0] == 3 and len(part) == 2 and part.__getitems__([1, 0]) == [10, 30]
    rows = TensorDataset(torch.arange(5))
    assert Subset(rows, [4, 2, 0])[[0, 2]][0].tolist() == [4, 0]


def test_random_splits():
    def generator():
        return torch.Generator().manual_seed(1)
    assert [list(part) for part in random_split(range(10), [3, 7], generator())] == [[5, 6, 1], [2, 0, 8, 9, 3, 7, 4]]
    assert [len(part) for part in random_split(range(106), [0.1, 0.2, 0.3, 0.4], generator())] == [11, 22, 31, 42]
    with pytest.raises(ValueError, match="Sum of input lengths does not equal the length of the input dataset!"):
        random_split(range(10), [5, 4])
    with pytest.raises(ValueError, match="Fraction at index 0 is not between 0 and 1"):
        random_split(range(10), [-0.5, 1.5])
    with pytest.warns(UserWarning, match="Length of split at index 1 is 0"):
        random_split([1], [0.9, 0.1], generator())


def test_a_base_without_items():
    with pytest.raises(NotImplementedError, match="Subclasses of Dataset should implement __getitem__."):
        Dataset()[0]
    with pytest.raises(TypeError, match="abstract"):
        IterableDataset()
