# Iterating gives Any: what a batch is depends on the collate function. So is `dataset`, which programs ask for its length.
class DataLoader(Generic[_T_co]):
    dataset: Any
    batch_size: int | Any
    num_workers: int
    drop_last: bool
    timeout: float
    sampler: Any
    batch_sampler: Any
    collate_fn: Callable[[list[Any]], Any]
    prefetch_factor: int | None
    persistent_workers: bool
    def __init__(self, dataset: Dataset[_T_co] | Sequence[_T_co], batch_size: int | None = 1, shuffle: bool | None = None, sampler: Iterable[Any] | None = None, batch_sampler: Iterable[Any] | None = None, num_workers: int = 0, collate_fn: Callable[[list[Any]], Any] | None = None, pin_memory: bool = False, drop_last: bool = False, timeout: float = 0, worker_init_fn: Callable[[int], Any] | None = None, multiprocessing_context: Any = None, generator: Generator | None = None, *, prefetch_factor: int | None = None, persistent_workers: bool = False, pin_memory_device: str = '', in_order: bool = True) -> None: ...
    def check_worker_number_rationality(self) -> None: ...
_T_co = TypeVar("_T_co", covariant=True)
