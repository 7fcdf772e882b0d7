"""The DataLoader: its options, and what they may not be."""
from __future__ import annotations

import itertools
import multiprocessing
import os
import warnings
from multiprocessing.context import BaseContext
from typing import Generic, TypeVar

from rushlight.utils.data._utils.collate import default_collate, default_convert
from rushlight.utils.data._utils.fetch import _DatasetKind
from rushlight.utils.data._utils.worker import get_worker_info
from rushlight.utils.data.dataset import IterableDataset
from rushlight.utils.data.iterators import _BaseDataLoaderIter, _SingleProcessDataLoaderIter      # noqa: F401
from rushlight.utils.data.sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler

__all__ = ["DataLoader", "get_worker_info", "default_collate", "default_convert"]
_T_co = TypeVar("_T_co", covariant=True)
_FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")


class _InfiniteConstantSampler(Sampler):
    """Stands for the indices of a data set that has none."""

    def __iter__(self):
        return itertools.repeat(None)


class DataLoader(Generic[_T_co]):
    """Batches of a data set, in the order of a sampler, fetched here (`num_workers=0`) or by worker processes."""
    _iterator = None
    __initialized = False

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
                 pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None,
                 *, prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True):
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self.dataset, self.num_workers = dataset, num_workers
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        self.prefetch_factor = 2 if num_workers > 0 and prefetch_factor is None else prefetch_factor
        self.timeout, self.worker_init_fn, self.in_order = timeout, worker_init_fn, in_order
        self.multiprocessing_context = multiprocessing_context
        self._dataset_kind = _DatasetKind.Iterable if isinstance(dataset, IterableDataset) else _DatasetKind.Map
        if self._dataset_kind == _DatasetKind.Iterable:
            _check_for_iterable(shuffle, sampler, batch_sampler)
        batch_size, drop_last = _checked_batching(batch_size, bool(shuffle), sampler, batch_sampler, drop_last)
        if sampler is None:
            sampler = self._default_sampler(shuffle, generator)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last, self.sampler, self.batch_sampler = batch_size, drop_last, sampler, batch_sampler
        self.generator, self.persistent_workers = generator, persistent_workers
        self.collate_fn = collate_fn or (default_collate if self._auto_collation else default_convert)
        self._IterableDataset_len_called = None
        self.__initialized = True
        self.check_worker_number_rationality()

    def _default_sampler(self, shuffle, generator):
        if self._dataset_kind == _DatasetKind.Iterable:
            return _InfiniteConstantSampler()
        return RandomSampler(self.dataset, generator=generator) if shuffle else SequentialSampler(self.dataset)

    def __setattr__(self, name, value):
        if self.__initialized and name in _FIXED:
            raise ValueError(f"{name} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(name, value)

    @property
    def multiprocessing_context(self):
        """Where worker processes come from: a context of Python's multiprocessing, or None for the default one."""
        return self.__multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context):
        self.__multiprocessing_context = None if context is None else _as_context(context, self.num_workers)

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def _get_iterator(self):
        if self.num_workers == 0:
            return _SingleProcessDataLoaderIter(self)
        self.check_worker_number_rationality()
        return __getattr__("_MultiProcessingDataLoaderIter")(self)

    def __iter__(self):
        if not (self.persistent_workers and self.num_workers > 0):
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset(self)
        return self._iterator

    def __len__(self):
        if self._dataset_kind == _DatasetKind.Map:
            return len(self._index_sampler)
        length = self._IterableDataset_len_called = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else -(-length // self.batch_size)

    def check_worker_number_rationality(self):
        """Warns if there will be more workers than processors for them."""
        processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        if self.num_workers and processors and self.num_workers > processors:
            warnings.warn(f"This DataLoader will create {self.num_workers} worker processes in total. Our suggested max number "
                          f"of worker in current system is {processors}, which is smaller than what this DataLoader is going to "
                          f"create. Please be aware that excessive worker creation might get DataLoader running slow or even "
                          f"freeze, lower the worker number to avoid potential slowness/freeze if necessary.", stacklevel=3)


def _check_workers(num_workers, timeout, prefetch_factor, persistent_workers):
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError("prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable "
                         "multiprocessing, otherwise set prefetch_factor to None.")
    if prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _check_for_iterable(shuffle, sampler, batch_sampler):
    if shuffle not in (False, None):
        raise ValueError(f"DataLoader with IterableDataset: expected unspecified shuffle option, but got shuffle={shuffle}")
    if sampler is not None:
        raise ValueError(f"DataLoader with IterableDataset: expected unspecified sampler option, but got sampler={sampler}")
    if batch_sampler is not None:
        raise ValueError("DataLoader with IterableDataset: expected unspecified batch_sampler option, but got "
                         f"batch_sampler={batch_sampler}")


def _checked_batching(batch_size, shuffle, sampler, batch_sampler, drop_last):
    """(batch_size, drop_last) as the loader has them."""
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None:
        if batch_size != 1 or shuffle or sampler is not None or drop_last:
            raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
        return None, False
    if batch_size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
    return batch_size, drop_last


def _as_context(context, num_workers):
    if num_workers == 0:
        raise ValueError("multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got "
                         f"num_workers={num_workers}")
    if isinstance(context, str):
        methods = multiprocessing.get_all_start_methods()
        if context not in methods:
            raise ValueError(f"multiprocessing_context option should specify a valid start method in {methods!r}, but got "
                             f"multiprocessing_context={context!r}")
        return multiprocessing.get_context(context)
    if not isinstance(context, BaseContext):
        raise TypeError("multiprocessing_context option should be a valid context object or a string specifying the start "
                        f"method, but got multiprocessing_context={context}")
    return context


def __getattr__(name):
    if name == "_MultiProcessingDataLoaderIter":            # loaded when it is asked for: some Pythons have no processes
        from rushlight.utils.data import worker_pool
        return worker_pool._MultiProcessingDataLoaderIter
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.utils.data.dataloader", name)
