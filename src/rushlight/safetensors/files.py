"""Whole files: the header, then the bytes of one tensor after the other."""
from __future__ import annotations

import io
import os
from contextlib import contextmanager

import numpy as np

from rushlight.backends.numpy.layouts import memory_of
from rushlight.dispatch.wrapping import wrap
from rushlight.safetensors.header import OF_DTYPE, SafetensorError, header_for, read_header
from rushlight.serialization.files import opened_for_writing
from rushlight.serialization.reading import read_into, size_of


@contextmanager
def replacing(filename):
    """A file to write into; the old one is whole until the block ends well."""
    try:
        with opened_for_writing(os.fspath(filename)) as file:
            yield file
    except (OSError, RuntimeError) as error:
        raise SafetensorError(f"Error while serializing: I/O error: {error}") from error


def write(tensors, metadata, file):
    """Writes a dict of tensors."""
    header, order = header_for(tensors, metadata)
    file.write(header)
    for name in order:
        file.write(np.ascontiguousarray(tensors[name]._data.view(np.ndarray)).reshape(-1).view(np.uint8))


def read(file):
    """The tensors by name, each in memory of its own."""
    entries, _, _ = read_header(file.read, size_of(file))
    tensors = {name: read_tensor(file, entry) for name, entry in sorted(entries.items(), key=lambda row: row[1].start)}
    return {name: tensors[name] for name in entries}


def read_tensor(file, entry):
    """The tensor whose bytes come next."""
    array = np.empty(entry.shape, entry.dtype.numpy)
    read_into(file, memory_of(array).view(np.uint8))
    return wrap(array.view(entry.dtype.array_type))


def deserialize(bytes):
    """A pair of name and description for each tensor in the bytes of a file: its "dtype", "shape" and "data"."""
    check_bytes(bytes)
    entries, _, start = read_header(io.BytesIO(bytes).read, len(bytes))
    return [(name, {"dtype": OF_DTYPE[entry.dtype], "shape": list(entry.shape),
                    "data": bytearray(bytes[start + entry.start:start + entry.end])}) for name, entry in entries.items()]


def check_bytes(data):
    """TypeError unless it is what a file holds."""
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError(f"argument 'bytes': '{type(data).__name__}' object is not an instance of 'bytes'")


def check_backend(backend):
    """Raises unless it is one of the two ways of reading a file."""
    if not isinstance(backend, str):
        raise TypeError(f"argument 'backend': '{type(backend).__name__}' is not an instance of 'str'")
    if backend not in ("mmap", "pread"):
        raise SafetensorError(f'backend "{backend}" is invalid (expected one of: "mmap", "pread")')
