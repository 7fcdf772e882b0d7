"""torch.random: the default generator."""
from __future__ import annotations

import contextlib

from rushlight.generator import Generator, default_generator

__all__ = ["Generator", "default_generator", "manual_seed", "seed", "initial_seed", "get_rng_state", "set_rng_state", "fork_rng"]


def manual_seed(seed):
    """Starts the default stream that belongs to `seed`, and returns the default generator."""
    return default_generator.manual_seed(int(seed))


def seed():
    """Starts a default stream that nobody can foresee, and returns its seed."""
    return default_generator.seed()


def initial_seed():
    """The seed that the default stream started from."""
    return default_generator.initial_seed()


def get_rng_state():
    """The place in the default stream, as a tensor of bytes."""
    return default_generator.get_state()


def set_rng_state(new_state):
    """Goes to a place in the default stream."""
    default_generator.set_state(new_state)


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices", device_type="cuda"):
    """Puts the default stream back, at the end of a `with` block, to where it was at its start."""
    if not enabled:
        yield
        return
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
