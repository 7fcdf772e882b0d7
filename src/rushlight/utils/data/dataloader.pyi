"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable
from rushlight.utils.data.dataset import Dataset
from rushlight.generator import Generator
from typing import Generic
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence
from typing import TypeVar

_T_co = TypeVar('_T_co', covariant=True)
from rushlight.utils.data._utils.fetch import _DatasetKind as _DatasetKind
from rushlight.utils.data._utils.collate import default_collate as default_collate
from rushlight.utils.data._utils.collate import default_convert as default_convert
from rushlight.utils.data._utils.worker import get_worker_info as get_worker_info

class _BaseDataLoaderIter:
    def __init__(self, loader: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __next__(self) -> Any: ...
    def __len__(self) -> int: ...

class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    def __init__(self, loader: Any) -> None: ...

class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    def __init__(self, loader: Any) -> None: ...

class DataLoader(Generic[_T_co]):
    dataset: Any
    num_workers: int
    pin_memory: bool
    pin_memory_device: str
    prefetch_factor: int | None
    timeout: float
    worker_init_fn: Any
    in_order: bool
    batch_size: int | Any
    drop_last: bool
    sampler: Any
    batch_sampler: Any
    generator: Generator | None
    persistent_workers: bool
    collate_fn: Callable[[list[Any]], Any]
    def __init__(self, dataset: Dataset[_T_co] | Sequence[_T_co], batch_size: int | None = 1, shuffle: bool | None = None, sampler: Iterable[Any] | None = None, batch_sampler: Iterable[Any] | None = None, num_workers: int = 0, collate_fn: Callable[[list[Any]], Any] | None = None, pin_memory: bool = False, drop_last: bool = False, timeout: float = 0, worker_init_fn: Callable[[int], Any] | None = None, multiprocessing_context: Any = None, generator: Generator | None = None, *, prefetch_factor: int | None = None, persistent_workers: bool = False, pin_memory_device: str = '', in_order: bool = True) -> None: ...
    def __setattr__(self, name: Any, value: Any) -> None: ...
    @property
    def multiprocessing_context(self) -> Any: ...
    @multiprocessing_context.setter
    def multiprocessing_context(self, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def check_worker_number_rationality(self) -> None: ...
