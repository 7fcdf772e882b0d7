"""Generators: seeds, states, and who draws from which stream."""
import copy
import pickle

import pytest

import rushlight as torch
from rushlight.random import fork_rng


@pytest.fixture(autouse=True)
def default_stream_restored():
    state = torch.get_rng_state()
    yield
    torch.set_rng_state(state)


def test_a_seed_starts_the_same_stream_again():
    first = torch.manual_seed(7) and torch.randn(20)
    assert torch.equal(first, torch.manual_seed(7) and torch.randn(20))


def test_only_the_lower_half_of_a_seed_acts():
    low, high = torch.Generator().manual_seed(7), torch.Generator().manual_seed(2 ** 32 + 7)
    assert torch.equal(torch.rand(5, generator=low), torch.rand(5, generator=high))
    assert high.initial_seed() == 2 ** 32 + 7


def test_manual_seed_returns_the_default_generator_and_takes_what_int_takes():
    assert torch.manual_seed("3") is torch.default_generator
    assert torch.manual_seed(1.7).initial_seed() == 1
    assert torch.manual_seed(-1).initial_seed() == 2 ** 64 - 1


@pytest.mark.parametrize("seed, error", [(2 ** 64, ValueError), (-2 ** 63 - 1, ValueError), (1.5, RuntimeError)])
def test_a_generator_refuses_what_is_no_seed(seed, error):
    with pytest.raises(error):
        torch.Generator().manual_seed(seed)


def test_a_generator_of_its_own_leaves_the_default_stream_alone():
    before = torch.get_rng_state()
    generator = torch.Generator()
    torch.rand(3, generator=generator)
    torch.randperm(5, generator=generator)
    torch.empty(3).normal_(generator=generator)
    torch.multinomial(torch.ones(3), 2, generator=generator)
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("draws", [0, 1, 623, 624, 625, 1000])
def test_a_state_brings_the_stream_back(draws):
    generator = torch.Generator().manual_seed(3)
    torch.rand(draws, generator=generator)
    state = generator.get_state()
    expected = torch.rand(700, generator=generator)
    other = torch.Generator()
    other.set_state(state)
    assert torch.equal(other.get_state(), state)
    assert torch.equal(torch.rand(700, generator=other), expected)


def test_a_state_holds_the_waiting_normal():
    torch.manual_seed(0)
    torch.randn(3)
    state = torch.get_rng_state()
    expected = torch.randn(3)
    torch.set_rng_state(state)
    assert torch.equal(torch.randn(3), expected)


@pytest.mark.parametrize("state, error", [([1], TypeError), (torch.zeros(3), TypeError),
                                          (torch.zeros(3, dtype=torch.uint8), RuntimeError),
                                          (torch.zeros(5056, dtype=torch.uint8), RuntimeError)])
def test_what_is_no_state_is_refused(state, error):
    with pytest.raises(error):
        torch.Generator().set_state(state)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g)), lambda g: g.clone_state()])
def test_copies_of_a_generator_go_on_alike(copied):
    generator = torch.Generator().manual_seed(5)
    torch.randn(3, generator=generator)
    twin = copied(generator)
    assert torch.equal(torch.randn(3, generator=twin), torch.randn(3, generator=generator))


def test_fork_rng_puts_the_stream_back():
    torch.manual_seed(1)
    before = torch.get_rng_state()
    with fork_rng():
        torch.rand(10)
    assert torch.equal(before, torch.get_rng_state())
    with fork_rng(enabled=False):
        torch.rand(10)
    assert not torch.equal(before, torch.get_rng_state())


def test_strided_memory_is_filled_in_its_own_order():
    plain, turned = (torch.manual_seed(0) and torch.empty(3, 4).uniform_()), (torch.manual_seed(0) and torch.empty(3, 4).t())
    assert torch.equal(turned.uniform_(), plain.t())


def test_data_dependent_draws_stop_where_they_should():
    """Samplers that read ahead leave the stream after the last number they used."""
    rates = torch.full((300,), 4.)
    torch.manual_seed(0)
    whole = torch.poisson(rates)
    torch.manual_seed(0)
    parts = [torch.poisson(rates[:7]), torch.poisson(rates[7:])]
    assert torch.equal(whole, torch.cat(parts))


def test_overwriting_keeps_the_graph():
    x = torch.ones(3, requires_grad=True)
    y = (x * 2).normal_()
    assert y.grad_fn.name() == "NormalBackward0"
    y.sum().backward()
    assert torch.equal(x.grad, torch.zeros(3))
