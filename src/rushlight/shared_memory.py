"""Memory that processes share: a forked one inherits it, and any other gets the descriptor of the file behind it."""
from __future__ import annotations

import mmap
import os
import tempfile

import numpy as np


class SharedMemory(mmap.mmap):
    """A map of a file without a name; `descriptor` stays open as long as the map lives."""

    def __new__(cls, nbytes, descriptor=None):
        descriptor = _nameless_file(nbytes) if descriptor is None else descriptor
        made = super().__new__(cls, descriptor, nbytes)
        made.descriptor = descriptor
        return made

    def __del__(self):
        os.close(self.descriptor)


def _nameless_file(nbytes):
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("rushlight")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, nbytes)
    return descriptor


def map_behind(array):
    """The map that holds an array's memory, or None."""
    base = array
    while isinstance(base, np.ndarray):
        base = base.base
    base = getattr(base, "obj", base)
    return base if isinstance(base, mmap.mmap) else None
