"""Several threads and one generator: every call draws neighbours, none draws what another drew, and a fork finds no lock shut."""
import os
import signal
import sys
import threading
import time

import pytest
import rushlight as torch

CALLS, THREADS = 400, 3
DRAWS = {
    "rand": lambda g: torch.rand(100, generator=g),
    "rand over blocks": lambda g: torch.rand(900, generator=g),
    "doubles": lambda g: torch.rand(7, dtype=torch.float64, generator=g),
    "a few normals": lambda g: torch.randn(3, generator=g),
    "normals in blocks": lambda g: torch.randn(40, generator=g),
    "randint": lambda g: torch.randint(0, 1 << 20, (50,), generator=g),
    "randperm": lambda g: torch.randperm(70, generator=g),
    "bernoulli": lambda g: torch.bernoulli(torch.full((60,), 0.5), generator=g),
    "poisson": lambda g: torch.poisson(torch.full((20,), 4.0), generator=g),
    "gamma": lambda g: torch._standard_gamma(torch.full((5,), 0.7), generator=g),
    "multinomial": lambda g: torch.multinomial(torch.ones(9), 4, generator=g),
}


@pytest.fixture
def eager_switching():
    """Threads take turns as often as Python can: a microsecond each."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def drawn_by_threads(draw, generator):
    """What all threads draw, call by call, in no order."""
    found = []
    threads = [threading.Thread(target=lambda: found.extend([draw(generator).tolist() for _ in range(CALLS)]))
               for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("name", DRAWS)
def test_threads_share_out_the_stream(name, eager_switching):
    draw, generator = DRAWS[name], torch.Generator().manual_seed(1)
    alone = torch.Generator().manual_seed(1)
    expected = [draw(alone).tolist() for _ in range(CALLS * THREADS)]
    assert sorted(drawn_by_threads(draw, generator)) == sorted(expected)
    assert torch.equal(generator.get_state(), alone.get_state())


def test_a_state_is_never_torn(eager_switching):
    """A state that is read while others draw is one that the stream passes through: from there on it goes on alike."""
    generator, states, made = torch.Generator().manual_seed(2), [], []
    drawing = threading.Thread(target=lambda: made.extend([torch.rand(311, generator=generator) for _ in range(2000)]))
    drawing.start()
    while drawing.is_alive():
        states.append(bytes(generator.get_state().tolist()))
    alone = torch.Generator().manual_seed(2)
    passed = set()
    for _ in range(2001):
        passed.add(bytes(alone.get_state().tolist()))
        torch.rand(311, generator=alone)
    assert set(states) <= passed


def ends(child, seconds):
    """Whether a child process ends by itself, and well, in that time."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_draws_though_another_thread_drew_when_it_was_forked(eager_switching):
    generator, stop = torch.Generator().manual_seed(3), threading.Event()

    def draw():
        while not stop.is_set():
            torch.rand(200_000, generator=generator)
    drawing = threading.Thread(target=draw)
    drawing.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                torch.rand(3, generator=generator)
                os._exit(0)
            assert ends(child, 20)
    finally:
        stop.set()
        drawing.join()
