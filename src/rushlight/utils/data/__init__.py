"""torch.utils.data: data sets, the order in which they are read, and the loader that makes batches of them."""
from rushlight.errors import missing_attribute
from rushlight.utils.data import _utils                                                         # noqa: F401
from rushlight.utils.data._utils.collate import default_collate, default_convert
from rushlight.utils.data._utils.worker import get_worker_info
from rushlight.utils.data.dataloader import DataLoader, _DatasetKind
from rushlight.utils.data.dataset import (
    ChainDataset, ConcatDataset, Dataset, IterableDataset, StackDataset, Subset, TensorDataset, random_split)
from rushlight.utils.data.distributed import DistributedSampler
from rushlight.utils.data.sampler import (
    BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler, WeightedRandomSampler)

__all__ = ["BatchSampler", "ChainDataset", "ConcatDataset", "DataLoader", "Dataset", "DistributedSampler", "IterableDataset",
           "RandomSampler", "Sampler", "SequentialSampler", "StackDataset", "Subset", "SubsetRandomSampler", "TensorDataset",
           "WeightedRandomSampler", "_DatasetKind", "default_collate", "default_convert", "get_worker_info", "random_split"]


def __getattr__(name):
    raise missing_attribute("torch.utils.data", name)
