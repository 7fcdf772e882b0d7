"""One pass over a DataLoader, in the process that asks."""
from __future__ import annotations

import warnings

from rushlight.utils.data._utils.fetch import _DatasetKind
from rushlight.utils.data.sampler import draw_seed

_REPLICAS = ("For multiprocessing data-loading, this could be caused by not properly configuring the IterableDataset replica at "
             "each worker. Please see https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for examples.")


class _BaseDataLoaderIter:
    """What all passes have: the sampler's iterator, the seed of the epoch, the count of batches."""

    def __init__(self, loader):
        self._dataset, self._dataset_kind, self._collate_fn = loader.dataset, loader._dataset_kind, loader.collate_fn
        self._auto_collation, self._drop_last = loader._auto_collation, loader.drop_last
        self._index_sampler = loader._index_sampler
        self._num_workers, self._timeout, self._persistent_workers = loader.num_workers, loader.timeout, loader.persistent_workers
        if loader.pin_memory_device:
            warnings.warn("pin_memory_device is deprecated, the current accelerator will be used as the device,ignore "
                          f"pin_memory_device='{loader.pin_memory_device}'.", stacklevel=4)
        if loader.pin_memory:
            warnings.warn("'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be "
                          "used.",
                          stacklevel=4)
        self._begin(loader)

    def _begin(self, loader):
        """Sets out for an epoch."""
        self._sampler_iter, self._num_yielded = iter(self._index_sampler), 0
        self._IterableDataset_len_called = loader._IterableDataset_len_called
        self._base_seed = draw_seed(loader.generator)

    def _next_index(self):
        return next(self._sampler_iter)

    def _next_data(self):
        raise NotImplementedError

    def __iter__(self):
        return self

    def __next__(self):
        data = self._next_data()
        self._num_yielded += 1
        promised = self._IterableDataset_len_called
        if self._dataset_kind == _DatasetKind.Iterable and promised is not None and self._num_yielded > promised:
            warnings.warn(f"Length of IterableDataset {self._dataset} was reported to be {promised}(when accessing "
                          f"len(dataloader)), but {self._num_yielded} samples have been fetched. "
                          f"{_REPLICAS if self._num_workers else ''}", stacklevel=2)
        return data

    def __len__(self):
        return len(self._index_sampler)

    def __getstate__(self):
        raise NotImplementedError("{} cannot be pickled", type(self).__name__)


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """A pass that fetches each batch when it is asked for."""

    def __init__(self, loader):
        super().__init__(loader)
        if self._timeout != 0 or self._num_workers != 0:
            raise AssertionError("a single process has no workers, and nothing to time out")
        self._dataset_fetcher = _DatasetKind.create_fetcher(
            self._dataset_kind, self._dataset, self._auto_collation, self._collate_fn, self._drop_last)

    def _next_data(self):
        return self._dataset_fetcher.fetch(self._next_index())
