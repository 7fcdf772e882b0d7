"""Data sets: something with items, or something to iterate over."""
from __future__ import annotations

import bisect
import itertools
import math
import warnings
from collections.abc import Iterable
from typing import Generic, TypeVar

from rushlight.ops.random import randperm
from rushlight.random import default_generator

_T_co = TypeVar("_T_co", covariant=True)


class Dataset(Generic[_T_co]):
    """Something with items: a subclass gives `__getitem__`, usually `__len__`, and `__getitems__` to fetch many at once."""

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset[_T_co], Iterable[_T_co]):
    """Something to iterate over: a subclass gives `__iter__`."""

    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset[tuple]):
    """The rows of several tensors: item i has the i-th row of each."""

    def __init__(self, *tensors):
        if any(tensor.size(0) != tensors[0].size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class StackDataset(Dataset[_T_co]):
    """Several data sets side by side: item i has the i-th item of each, in a tuple or in a dict."""

    def __init__(self, *args, **kwargs):
        if args and kwargs:
            raise ValueError("Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like input/output, but "
                             "both types are given.")
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets = args or kwargs
        self._length = len(self._parts()[0])
        if any(len(dataset) != self._length for dataset in self._parts()):
            raise ValueError("Size mismatch between datasets")

    def _parts(self):
        return list(self.datasets.values()) if isinstance(self.datasets, dict) else self.datasets

    def _item(self, parts):
        return dict(zip(self.datasets, parts)) if isinstance(self.datasets, dict) else tuple(parts)

    def __getitem__(self, index):
        return self._item([dataset[index] for dataset in self._parts()])

    def __getitems__(self, indices):
        columns = [_fetch_many(dataset, indices) for dataset in self._parts()]
        for column in columns:
            if len(column) != len(indices):
                raise ValueError(f"Nested dataset's output size mismatch. Expected {len(indices)}, got {len(column)}")
        return [self._item(row) for row in zip(*columns)]

    def __len__(self):
        return self._length


def _fetch_many(dataset, indices):
    """Several items, at once if the data set can do that."""
    if callable(getattr(dataset, "__getitems__", None)):
        return dataset.__getitems__(indices)
    return [dataset[index] for index in indices]


class ConcatDataset(Dataset[_T_co]):
    """Several data sets, one after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence):
        """The index that follows each data set's last."""
        return list(itertools.accumulate(len(dataset) for dataset in sequence))

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        number = bisect.bisect_right(self.cumulative_sizes, idx)
        return self.datasets[number][idx - self.cumulative_sizes[number - 1] if number else idx]

    def __len__(self):
        return self.cumulative_sizes[-1]

    @property
    def cummulative_sizes(self):
        """What cumulative_sizes was called once."""
        warnings.warn("`cummulative_sizes` attribute is renamed to `cumulative_sizes`", FutureWarning, stacklevel=2)
        return self.cumulative_sizes


class ChainDataset(IterableDataset):
    """Several data sets to iterate over, one after the other."""

    def __init__(self, datasets):
        super().__init__()
        self.datasets = datasets

    def _checked(self):
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield dataset

    def __iter__(self):
        for dataset in self._checked():
            yield from dataset

    def __len__(self):
        return sum(len(dataset) for dataset in self._checked())


class Subset(Dataset[_T_co]):
    """Some items of a data set."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices):
        return _fetch_many(self.dataset, [self.indices[index] for index in indices])

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=default_generator):
    """Splits a data set at random into subsets of these lengths, or of these fractions of its length."""
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _lengths_of_fractions(lengths, len(dataset))
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    indices = iter(randperm(sum(lengths), generator=generator).tolist())
    return [Subset(dataset, list(itertools.islice(indices, length))) for length in lengths]


def _lengths_of_fractions(fractions, total):
    """Whole lengths near the fractions of the total; what rounding leaves over goes to the first ones, one each."""
    lengths = []
    for index, fraction in enumerate(fractions):
        if fraction < 0 or fraction > 1:
            raise ValueError(f"Fraction at index {index} is not between 0 and 1")
        lengths.append(math.floor(total * fraction))
    for extra in range(total - sum(lengths)):
        lengths[extra % len(lengths)] += 1
    for index, length in enumerate(lengths):
        if length == 0:
            warnings.warn(f"Length of split at index {index} is 0. This might result in an empty dataset.", stacklevel=3)
    return lengths
