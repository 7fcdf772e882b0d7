"""Samplers: the indices of a data set, in the order in which it is read.

# Note [What a shuffle draws]
Without a generator of its own, a sampler draws one seed from the default generator each time it starts, and shuffles with that.
With one, it draws from it directly; the permutation for an incomplete last round is drawn even if no index of it is used.
"""
from __future__ import annotations

import itertools
from typing import Generic, TypeVar

from rushlight import construction, dtypes
from rushlight.generator import Generator
from rushlight.ops.creation import empty
from rushlight.ops.random import multinomial, randint, randperm

_T_co = TypeVar("_T_co", covariant=True)


class Sampler(Generic[_T_co]):
    """The base of all samplers: a subclass gives `__iter__`, usually `__len__`."""

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """The indices in their order."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


def draw_seed(generator=None):
    """A number from 0 to 2**63 - 1, from the generator or the default one."""
    return empty((), dtype=dtypes.int64).random_(generator=generator).item()


class RandomSampler(Sampler[int]):
    """The indices in random order; with `replacement`, random indices."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement, self._num_samples, self.generator = data_source, replacement, num_samples, generator
        _check_flag("replacement", replacement)
        _check_count("num_samples", self.num_samples, may_be_bool=True)

    @property
    def num_samples(self):
        """How many indices there will be."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        count, generator = len(self.data_source), self.generator
        if generator is None:
            generator = Generator().manual_seed(draw_seed())
        if self.replacement:
            for _ in range(self.num_samples // 32):
                yield from randint(count, (32,), dtype=dtypes.int64, generator=generator).tolist()
            yield from randint(count, (self.num_samples % 32,), dtype=dtypes.int64, generator=generator).tolist()
        else:
            for _ in range(self.num_samples // count):
                yield from randperm(count, generator=generator).tolist()
            yield from randperm(count, generator=generator).tolist()[:self.num_samples % count]

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """Some indices in random order."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        for place in randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[place]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Random indices, each as likely as its weight says."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        _check_count("num_samples", num_samples)
        if not isinstance(replacement, bool):
            raise ValueError(f"replacement should be a boolean value, but got replacement={replacement}")
        weights = construction.as_tensor(weights, dtype=dtypes.float64)
        if weights.ndim != 1:
            raise ValueError(f"weights should be a 1d sequence but given weights have shape {tuple(weights.shape)}")
        self.weights, self.num_samples, self.replacement, self.generator = weights, num_samples, replacement, generator

    def __iter__(self):
        yield from multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator).tolist()

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler[list]):
    """Lists of indices that another sampler gives."""

    def __init__(self, sampler, batch_size, drop_last):
        _check_count("batch_size", batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self):
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)


def _check_flag(name, value):
    if not isinstance(value, bool):
        raise TypeError(f"{name} should be a boolean value, but got {name}={value}")


def _check_count(name, value, may_be_bool=False):
    if not isinstance(value, int) or (isinstance(value, bool) and not may_be_bool) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")
