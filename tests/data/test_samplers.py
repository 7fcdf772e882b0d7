"""Samplers: the orders that PyTorch gives for the same seeds, and what they draw."""
import pytest

import rushlight as torch
from rushlight.utils.data import (
    BatchSampler, DataLoader, DistributedSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler,
    WeightedRandomSampler)

# Recorded from torch 2.13.
SHUFFLED = {0: [2, 0, 5, 3, 1, 4, 7, 6], 42: [0, 5, 1, 6, 3, 4, 2, 7], 1234: [0, 2, 5, 1, 7, 6, 4, 3]}


@pytest.mark.parametrize("seed", SHUFFLED)
def test_a_shuffled_epoch(seed, random_state):
    torch.manual_seed(seed)
    assert next(iter(DataLoader(range(8), batch_size=8, shuffle=True))).tolist() == SHUFFLED[seed]


def test_what_a_generator_of_ones_own_gives():
    def drawn(make):
        generator = torch.Generator().manual_seed(7)
        return list(make(generator)), generator

    order, generator = drawn(lambda g: RandomSampler(range(6), generator=g))
    by_hand = torch.Generator().manual_seed(7)
    assert order == torch.randperm(6, generator=by_hand).tolist()
    torch.randperm(6, generator=by_hand)                    # for the last, empty round
    assert torch.equal(generator.get_state(), by_hand.get_state())
    order, _ = drawn(lambda g: RandomSampler(range(6), replacement=True, num_samples=40, generator=g))
    by_hand = torch.Generator().manual_seed(7)
    assert order == [i for count in (32, 8) for i in torch.randint(6, (count,), generator=by_hand).tolist()]
    order, _ = drawn(lambda g: SubsetRandomSampler([5, 6, 7], generator=g))
    assert order == [[5, 6, 7][i] for i in torch.randperm(3, generator=torch.Generator().manual_seed(7)).tolist()]


def test_more_samples_than_items():
    assert sorted(RandomSampler(range(3), num_samples=6, generator=torch.Generator())) == [0, 0, 1, 1, 2, 2]


def test_weights(random_state):
    assert list(WeightedRandomSampler([0.0, 1.0], 3)) == [1, 1, 1] and len(WeightedRandomSampler([1, 1], 5)) == 5
    with pytest.raises(ValueError, match=r"weights should be a 1d sequence but given weights have shape \(1, 2\)"):
        WeightedRandomSampler([[1.0, 2.0]], 1)


def test_batches():
    assert list(BatchSampler(SequentialSampler(range(5)), 2, False)) == [[0, 1], [2, 3], [4]]
    assert list(BatchSampler(range(5), 2, True)) == [[0, 1], [2, 3]]
    assert [len(BatchSampler(range(5), 2, drop)) for drop in (False, True)] == [3, 2]


@pytest.mark.parametrize("options, expected", [
    ({}, [[10, 5, 9], [0, 8, 7], [4, 2, 6], [3, 1, 10]]), ({"shuffle": False}, [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 0]]),
    ({"drop_last": True}, [[10, 5], [0, 8], [4, 2], [3, 1]]), ({"seed": 3}, [[9, 4, 1], [0, 5, 10], [3, 2, 7], [6, 8, 9]])])
def test_shares(options, expected):
    assert [list(DistributedSampler(range(11), 4, rank, **options)) for rank in range(4)] == expected


def test_epochs_of_a_share():
    sampler = DistributedSampler(range(11), 4, 1)
    sampler.set_epoch(3)
    assert list(sampler) == [0, 5, 10] and len(sampler) == 3


@pytest.mark.parametrize("make, error, text", [
    (lambda: RandomSampler([]), ValueError, "num_samples should be a positive integer value, but got num_samples=0"),
    (lambda: RandomSampler([1], replacement=5), TypeError, "replacement should be a boolean value, but got replacement=5"),
    (lambda: RandomSampler([1], num_samples=1.5), ValueError, "num_samples should be a positive integer value, but got "
                                                              "num_samples=1.5"),
    (lambda: BatchSampler([1], 0, False), ValueError, "batch_size should be a positive integer value, but got batch_size=0"),
    (lambda: BatchSampler([1], True, False), ValueError, "batch_size should be a positive integer value, but got "
                                                         "batch_size=True"),
    (lambda: BatchSampler([1], 1, 5), ValueError, "drop_last should be a boolean value, but got drop_last=5"),
    (lambda: WeightedRandomSampler([1], 1, 5), ValueError, "replacement should be a boolean value, but got replacement=5"),
    (lambda: DistributedSampler([1], 2, 2), ValueError, "Invalid rank 2, rank should be in the interval [0, 1]"),
    (lambda: DistributedSampler([1]), ValueError, "Default process group has not been initialized, please make sure to call "
                                                  "init_process_group."),
    (lambda: iter(Sampler()), NotImplementedError, "")])
def test_refused(make, error, text):
    with pytest.raises(error) as info:
        make()
    assert str(info.value) == text
