"""A sampler for one of several processes that share a data set."""
from __future__ import annotations

import math

from rushlight.generator import Generator
from rushlight.ops.random import randperm
from rushlight.utils.data.sampler import Sampler


class DistributedSampler(Sampler):
    """Every `num_replicas`-th index, from `rank` on; all processes get equally many."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        if num_replicas is None or rank is None:
            raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
        if rank >= num_replicas or rank < 0:
            raise ValueError(f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        self.dataset, self.num_replicas, self.rank, self.epoch, self.drop_last = dataset, num_replicas, rank, 0, drop_last
        excess = num_replicas if drop_last and len(dataset) % num_replicas != 0 else 0
        self.num_samples = math.ceil((len(dataset) - excess) / num_replicas)
        self.total_size = self.num_samples * num_replicas
        self.shuffle, self.seed = shuffle, seed

    def __iter__(self):
        count = len(self.dataset)
        indices = list(range(count))
        if self.shuffle:
            indices = randperm(count, generator=Generator().manual_seed(self.seed + self.epoch)).tolist()
        if not self.drop_last:
            indices = indices * math.ceil(self.total_size / max(count, 1))
        return iter(indices[self.rank:self.total_size:self.num_replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """Makes the next shuffle that of this epoch."""
        self.epoch = epoch
