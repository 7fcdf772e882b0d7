"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Iterator
from rushlight.utils.data.sampler import Sampler


class DistributedSampler(Sampler[int]):
    dataset: Any
    num_replicas: Any
    rank: Any
    epoch: Any
    drop_last: bool
    num_samples: Any
    total_size: Any
    shuffle: bool
    seed: int
    def __init__(self, dataset: Any, num_replicas: Any = None, rank: Any = None, shuffle: bool = True, seed: int = 0, drop_last: bool = False) -> None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def set_epoch(self, epoch: Any) -> None: ...
