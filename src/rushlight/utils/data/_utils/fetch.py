"""How the items of one batch are fetched."""
from __future__ import annotations

from itertools import islice


class _MapDatasetFetcher:
    """Fetches from a data set with items."""

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        self.dataset, self.auto_collation, self.collate_fn = dataset, auto_collation, collate_fn

    def fetch(self, possibly_batched_index):
        """The batch of these indices; without batching, the item of this one."""
        index = possibly_batched_index
        if not self.auto_collation:
            data = self.dataset[index]
        elif getattr(self.dataset, "__getitems__", None):
            data = self.dataset.__getitems__(index)
        else:
            data = [self.dataset[i] for i in index]
        return self.collate_fn(data)


class _IterableDatasetFetcher:
    """Fetches from a data set to iterate over."""

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        self.dataset_iter, self.auto_collation = iter(dataset), auto_collation
        self.collate_fn, self.drop_last, self.ended = collate_fn, drop_last, False

    def fetch(self, possibly_batched_index):
        """The next batch, or item. StopIteration at the end."""
        if self.ended:
            raise StopIteration
        if not self.auto_collation:
            return self.collate_fn(next(self.dataset_iter))
        wanted = len(possibly_batched_index)
        data = list(islice(self.dataset_iter, wanted))
        self.ended = len(data) < wanted
        if not data or (self.ended and self.drop_last):
            raise StopIteration
        return self.collate_fn(data)


class _DatasetKind:
    """What kind of data set a loader has."""
    Map, Iterable = 0, 1

    @staticmethod
    def create_fetcher(kind, dataset, auto_collation, collate_fn, drop_last):
        """What fetches the batches of such a data set."""
        fetcher = _MapDatasetFetcher if kind == _DatasetKind.Map else _IterableDatasetFetcher
        return fetcher(dataset, auto_collation, collate_fn, drop_last)
