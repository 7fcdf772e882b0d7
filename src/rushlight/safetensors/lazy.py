"""safe_open: a safetensors file of which only what is asked for is read."""
from __future__ import annotations

import mmap
import os

import numpy as np

from rushlight.device import require_cpu
from rushlight.dispatch.wrapping import wrap
from rushlight.safetensors.files import check_backend, read_tensor
from rushlight.safetensors.header import OF_DTYPE, SafetensorError, read_header


class safe_open:
    """An open file; `framework` says what its tensors become: "pt" or "torch" tensors, "np" or "numpy" arrays.

    With the `backend` "mmap" the file is a map in memory, with "pread" each tensor is read when it is asked for.
    """

    _file = None

    def __init__(self, filename, framework, device="cpu", *, backend="mmap"):
        if framework not in ("pt", "torch", "pytorch", "np", "numpy"):
            raise SafetensorError(f"framework {framework} is invalid")
        require_cpu(device)
        check_backend(backend)
        if not os.path.exists(filename):
            raise FileNotFoundError(f"No such file or directory: {os.fspath(filename)}")
        self._as_arrays = framework in ("np", "numpy")
        self._file = file = open(filename, "rb")
        self._entries, self._metadata, self._start = read_header(file.read, os.fstat(file.fileno()).st_size)
        self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) if backend == "mmap" else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()
        self._memory = None

    def __del__(self):
        if self._file is not None:
            self._file.close()

    def keys(self):
        """The names of the tensors, sorted."""
        self._check_open()
        return list(self._entries)

    def offset_keys(self):
        """The names of the tensors, in the order of the file."""
        self._check_open()
        return sorted(self._entries, key=lambda name: self._entries[name].start)

    def metadata(self):
        """The user's strings, or None."""
        self._check_open()
        return self._metadata

    def get_tensor(self, name):
        """A tensor in memory of its own."""
        tensor = self._look(name)
        return self._given(tensor if self._memory is None else tensor.clone())

    def get_tensors(self):
        """All tensors by name."""
        return {name: self.get_tensor(name) for name in self.keys()}

    def get_slice(self, name):
        """A tensor of which parts can be taken: [...] reads no more than it gives."""
        return TensorSlice(self._look(name), self._given)

    def _given(self, tensor):
        return tensor.numpy() if self._as_arrays else tensor

    def _look(self, name):
        """The tensor over the memory of the file, or read from it."""
        self._check_open()
        entry = self._entries.get(name)
        if entry is None:
            raise SafetensorError(f"File does not contain tensor {name}")
        if self._memory is None:
            self._file.seek(self._start + entry.start)
            return read_tensor(self._file, entry)
        array = np.ndarray((entry.end - entry.start,), np.uint8, self._memory, self._start + entry.start)
        return wrap(array.view(entry.dtype.numpy).reshape(entry.shape).view(entry.dtype.array_type))

    def _check_open(self):
        if self._file.closed:
            raise SafetensorError("File is closed")


class TensorSlice:
    """A tensor in a file, not read yet."""

    def __init__(self, mapped, given):
        self._tensor, self._given = mapped, given

    def get_shape(self):
        """The sizes of the dimensions, as a list."""
        return list(self._tensor.shape)

    def get_dtype(self):
        """The format's name of the type: "F32" say."""
        return OF_DTYPE[self._tensor.dtype]

    def __getitem__(self, index):
        return self._given(self._tensor[index].clone())
