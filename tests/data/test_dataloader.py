"""The DataLoader in one process: its options, its passes, what it draws."""
import multiprocessing
import warnings

import pytest

import rushlight as torch
from rushlight.utils.data import DataLoader, IterableDataset, SequentialSampler, TensorDataset
from tests.data.test_datasets import Counting, Tenfold


@pytest.mark.parametrize("options, error, text", [
    ({"num_workers": -1}, ValueError, "num_workers option should be non-negative; use num_workers=0 to disable multiprocessing."),
    ({"timeout": -1}, ValueError, "timeout option should be non-negative"),
    ({"prefetch_factor": 2}, ValueError, "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 "
                                         "to enable multiprocessing, otherwise set prefetch_factor to None."),
    ({"num_workers": 1, "prefetch_factor": -1}, ValueError, "prefetch_factor option should be non-negative"),
    ({"persistent_workers": True}, ValueError, "persistent_workers option needs num_workers > 0"),
    ({"sampler": [1], "shuffle": True}, ValueError, "sampler option is mutually exclusive with shuffle"),
    ({"batch_sampler": [[1]], "batch_size": 2}, ValueError, "batch_sampler option is mutually exclusive with batch_size, "
                                                            "shuffle, sampler, and drop_last"),
    ({"batch_size": None, "drop_last": True}, ValueError, "batch_size=None option disables auto-batching and is mutually "
                                                          "exclusive with drop_last"),
    ({"batch_size": 0}, ValueError, "batch_size should be a positive integer value, but got batch_size=0"),
    ({"multiprocessing_context": "fork"}, ValueError, "multiprocessing_context can only be used with multi-process loading "
                                                      "(num_workers > 0), but got num_workers=0"),
    ({"multiprocessing_context": 5, "num_workers": 1}, TypeError, "multiprocessing_context option should be a valid context "
     "object or a string specifying the start method, but got multiprocessing_context=5"),
    ({"multiprocessing_context": "x", "num_workers": 1}, ValueError, "multiprocessing_context option should specify a valid "
     f"start method in {multiprocessing.get_all_start_methods()}, but got multiprocessing_context='x'")])
def test_refused(options, error, text):
    with pytest.raises(error) as info:
        DataLoader(range(10), **options)
    assert str(info.value) == text


@pytest.mark.parametrize("option", [{"shuffle": True}, {"sampler": [1]}, {"batch_sampler": [[1]]}])
def test_refused_for_something_to_iterate_over(option):
    (name, value), = option.items()
    with pytest.raises(ValueError) as info:
        DataLoader(Counting(3), **option)
    assert str(info.value) == f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}"


@pytest.mark.parametrize("name", ["batch_size", "sampler", "batch_sampler", "drop_last", "dataset", "persistent_workers"])
def test_fixed_once_made(name):
    loader = DataLoader(range(3))
    with pytest.raises(ValueError, match=f"{name} attribute should not be set after DataLoader is initialized"):
        setattr(loader, name, None)


def test_batches(random_state):
    rows = TensorDataset(torch.arange(7), torch.arange(7.0))
    for drop, lengths in ((False, [3, 3, 1]), (True, [3, 3])):
        loader = DataLoader(rows, batch_size=3, drop_last=drop)
        assert len(loader) == len(lengths) and [len(x) for x, y in loader] == lengths
    assert type(next(iter(loader))) is list
    assert list(DataLoader(range(3), batch_size=None)) == [0, 1, 2]
    assert [b.tolist() for b in DataLoader(range(4), batch_sampler=[[0, 3], [1]])] == [[0, 3], [1]]
    assert [b.tolist() for b in DataLoader(Tenfold(range(4)), batch_size=2)] == [[0, 10], [20, 30]]
    assert list(DataLoader(range(4), 2, collate_fn=sum)) == [1, 5]
    assert [b.tolist() for b in DataLoader(Counting(5), batch_size=2)] == [[0, 1], [2, 3], [4]]
    assert [b.tolist() for b in DataLoader(Counting(5), batch_size=2, drop_last=True)] == [[0, 1], [2, 3]]
    assert [b.item() for b in DataLoader(range(3), sampler=SequentialSampler(range(2)))] == [0, 1]


def test_lengths_of_something_to_iterate_over(random_state):
    class Endless(IterableDataset):
        def __iter__(self):
            return iter(int, 1)

        def __len__(self):
            return 2

    assert [len(DataLoader(Counting(5), 2, drop_last=drop)) for drop in (False, True)] == [3, 2]
    loader = DataLoader(Endless())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(loader) == 2
        batches = iter(loader)
        next(batches), next(batches)
    with pytest.warns(UserWarning, match=r"was reported to be 2\(when accessing len\(dataloader\)\), but 3 samples have been"):
        next(batches)


def test_a_seed_is_drawn_for_every_pass(random_state):
    list(DataLoader(range(3)))
    after = torch.get_rng_state()
    torch.manual_seed(0)
    torch.empty((), dtype=torch.int64).random_()
    assert torch.equal(after, torch.get_rng_state())


def test_pinned_memory_is_not_there(random_state):
    with pytest.warns(UserWarning, match="'pin_memory' argument is set as true but no accelerator is found"):
        list(DataLoader(range(2), pin_memory=True))


def test_too_many_workers():
    with pytest.warns(UserWarning, match="This DataLoader will create 1000 worker processes in total"):
        DataLoader(range(2), num_workers=1000)


def test_iterators_are_found_where_libraries_look():
    from rushlight.utils.data import dataloader
    for kind in (dataloader._SingleProcessDataLoaderIter, dataloader._MultiProcessingDataLoaderIter):
        assert issubclass(kind, dataloader._BaseDataLoaderIter)
    assert not hasattr(dataloader, "no_such_name")
