"""Tests of distributions draw numbers, and leave the generator as they found it."""
import pytest

from rushlight import random


@pytest.fixture(autouse=True)
def a_stream_of_their_own():
    with random.fork_rng():
        random.manual_seed(0)
        yield
