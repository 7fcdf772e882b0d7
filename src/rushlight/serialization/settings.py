"""What torch.serialization lets a process choose: byte order, checksums, how files are mapped, whether data is skipped."""
from __future__ import annotations

import threading
from enum import Enum
from mmap import MAP_PRIVATE, MAP_SHARED


class LoadEndianness(Enum):
    """The byte order of files that do not say theirs."""
    NATIVE = 1
    LITTLE = 2
    BIG = 3


class _Choices(threading.local):
    endianness = None
    crc32 = True
    mmap_flags = MAP_PRIVATE
    skips_data = False


choices = _Choices()


def get_default_load_endianness():
    """The byte order assumed for files that do not say theirs; None means little-endian."""
    return choices.endianness


def set_default_load_endianness(endianness):
    """Chooses the byte order assumed for files that do not say theirs."""
    if not isinstance(endianness, LoadEndianness) and endianness is not None:
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    choices.endianness = endianness


def get_crc32_options():
    """Whether save() computes checksums."""
    return choices.crc32


def set_crc32_options(compute_crc32):
    """Chooses whether save() computes checksums. Without them files are written faster, and other zip readers complain."""
    choices.crc32 = bool(compute_crc32)


def get_default_mmap_options():
    """How load(mmap=True) maps files: mmap.MAP_PRIVATE or mmap.MAP_SHARED."""
    return choices.mmap_flags


class set_default_mmap_options:
    """Chooses whether writes to tensors of load(mmap=True) stay private (the default) or reach the file.

    The choice is made at once; as a context manager, it is undone at the end.
    """

    def __init__(self, flags):
        if flags not in (MAP_PRIVATE, MAP_SHARED):
            raise ValueError("Invalid argument in function set_default_mmap_options, expected mmap.MAP_PRIVATE or "
                             f"mmap.MAP_SHARED, but got {flags}")
        self.previous, choices.mmap_flags = choices.mmap_flags, flags

    def __enter__(self):
        return self

    def __exit__(self, *_):
        choices.mmap_flags = self.previous


class skip_data:
    """Within it, save() leaves room for the numbers and does not write them, and load() does not read them."""

    def __init__(self, materialize_fake_tensors=False):
        if materialize_fake_tensors:
            from rushlight.errors import refuse
            refuse("skip_data(materialize_fake_tensors=True)")

    def __enter__(self):
        self.previous, choices.skips_data = choices.skips_data, True

    def __exit__(self, *_):
        choices.skips_data = self.previous
