"""safetensors.numpy: dictionaries of arrays to files and back."""
from __future__ import annotations

import io

import numpy as np

from rushlight.dispatch.wrapping import wrap
from rushlight.dtypes import of_numpy
from rushlight.safetensors.files import check_backend, check_bytes, read, replacing, write
from rushlight.safetensors.header import NAMES, OF_DTYPE, SafetensorError


def save(tensor_dict, metadata=None):
    """The bytes of a file with these arrays: a dict by name."""
    file = io.BytesIO()
    write(_tensors(tensor_dict), metadata, file)
    return file.getvalue()


def save_file(tensor_dict, filename, metadata=None):
    """Writes a dict of arrays to a path; the old file is whole until the new one is."""
    tensors = _tensors(tensor_dict)
    with replacing(filename) as file:
        write(tensors, metadata, file)


def load(data):
    """The arrays in the bytes of a file, by name."""
    check_bytes(data)
    return _arrays(read(io.BytesIO(data)))


def load_file(filename, *, backend="mmap"):
    """The arrays in a file, by name, each in memory of its own, however they are read."""
    check_backend(backend)
    with open(filename, "rb") as file:
        return _arrays(read(file))


def _tensors(arrays):
    """The arrays as tensors, in the byte order of the format."""
    return {name: wrap(_checked(array.astype(array.dtype.newbyteorder("="), copy=False))) for name, array in arrays.items()}


def _checked(array):
    if of_numpy.get(array.dtype) not in OF_DTYPE:
        raise SafetensorError(f"Unknown dtype \"{array.dtype.name}\". Supported dtypes: "
                              f"{', '.join(dtype.name for dtype in reversed(NAMES.values()))}")
    return array


def _arrays(tensors):
    """The tensors as arrays. KeyError for what NumPy has no type for."""
    for tensor in tensors.values():
        if OF_DTYPE[tensor.dtype] == "BF16":
            raise KeyError("BF16")
    return {name: np.asarray(tensor) for name, tensor in tensors.items()}
