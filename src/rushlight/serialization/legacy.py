"""The format before PyTorch 1.6: pickles one after the other, then the memory of the storages."""
from __future__ import annotations

import sys
import tarfile

import numpy as np

from rushlight import dtypes
from rushlight.errors import refuse
from rushlight.serialization.reading import read_exactly, read_into, size_of
from rushlight.serialization.saving import MAGIC_NUMBER, PROTOCOL_VERSION
from rushlight.storage import TypedStorage, UntypedStorage


def load(file, make_unpickler, restore, safe, unsafe_message):
    """What a file of that format holds."""
    if _is_tar(file):
        if safe:
            raise RuntimeError("Cannot use ``weights_only=True`` with files saved in the legacy .tar format. " + unsafe_message)
        refuse("files in the .tar format of PyTorch before 0.2")
    for expected, what in ((MAGIC_NUMBER, "Invalid magic number"), (PROTOCOL_VERSION, "Invalid protocol version")):
        found = make_unpickler(file, _no_storages).load()
        if type(found) is not int or found != expected:
            raise RuntimeError(f"{what}; corrupt file?")
    facts = make_unpickler(file, _no_storages).load()
    little = facts.get("little_endian", True) if isinstance(facts, dict) else True
    return _load_body(file, make_unpickler, _Storages(size_of(file), restore), "little" if little else "big")


def _is_tar(file):
    """Whether it is a tar archive with the members of that format."""
    here = file.tell()
    head = file.read(512)
    file.seek(here)
    if head[257:262] != b"ustar" and not head.startswith(b"sys_info\0"):
        return False
    try:
        with tarfile.open(fileobj=file, mode="r:") as archive:
            return archive.next() is not None
    except tarfile.TarError:
        return False
    finally:
        file.seek(here)


def _no_storages(saved_id):
    raise RuntimeError("a storage is named before the object begins; corrupt file?")


def _load_body(file, make_unpickler, storages, order):
    loaded = make_unpickler(file, storages.persistent_load).load()
    keys = make_unpickler(file, _no_storages).load()
    names = [_text(key) for key in keys] if isinstance(keys, list) else [None]
    if not all(isinstance(name, str) for name in names):
        raise RuntimeError("the list of storages is no list of names; corrupt file?")
    for key in names:
        storages.fill(file, key, order)
    return loaded


class _Storages:
    """The storages that a pickle named; their memory is read after it."""

    def __init__(self, left, restore):
        self.left, self.restore = left, restore         # bytes that the file can still hold
        self.loaded, self.unread, self.views = {}, {}, {}

    def persistent_load(self, saved_id):
        """The storage, or the part of one, that ("storage", class, key, location, number of elements, part) means."""
        if _text(saved_id[0]) == "module":
            return saved_id[1]                          # (class, file, source); the source of another version says nothing here
        dtype, key, location, numel = checked_id(saved_id, 6)
        if key not in self.loaded:
            self.loaded[key] = self.restore(UntypedStorage.of(self._reserved(key, numel, dtype)), location)
        untyped = self.loaded[key]
        if saved_id[5] is not None:
            untyped = self._part(untyped, dtype, saved_id[5])
        return TypedStorage(wrap_storage=untyped, dtype=dtype)

    def _reserved(self, key, numel, dtype):
        self.left -= numel * dtype.itemsize
        if self.left < 0:
            raise EOFError(f"the file is too short for a storage of {numel} elements")
        memory = np.empty(numel * dtype.itemsize, np.uint8)
        self.unread[key] = memory, dtype
        return memory

    def _part(self, untyped, dtype, part):
        """Files of 0.3 and before hold parts of storages: (key, first element, number of elements)."""
        key, offset, numel = part
        if not (isinstance(key, str) and type(offset) is int and type(numel) is int):
            raise TypeError("a part of a storage is a key and two ints")
        start, end = offset * dtype.itemsize, (offset + numel) * dtype.itemsize
        if not 0 <= start <= end <= untyped.nbytes():
            raise RuntimeError(f"the elements {offset} to {offset + numel} are not in a storage of {untyped.nbytes()} bytes")
        return self.views.setdefault(key, UntypedStorage.of(untyped.memory[start:end]))

    def fill(self, file, key, order):
        """Reads the memory of a storage."""
        if key not in self.unread:
            raise RuntimeError(f"the storage {key!r:.80} is listed and not used, or listed twice; corrupt file?")
        memory, dtype = self.unread.pop(key)
        numel = int.from_bytes(read_exactly(file, 8), order, signed=True)
        if numel * dtype.itemsize != memory.size:
            raise RuntimeError(f"the storage {key!r:.80} has {numel} elements in one place of the file and "
                               f"{memory.size // dtype.itemsize} in another; corrupt file?")
        read_into(file, memory)
        if order != sys.byteorder:
            memory[...] = swapped(memory, dtype)


def checked_id(saved_id, length):
    """(dtype, key, location, number of elements) of a reference to a storage. TypeError if it is none."""
    if type(saved_id) is not tuple:
        raise TypeError(f"saved_id must be a tuple, got {type(saved_id).__name__}")
    what, kind, key, location, numel = [_text(part) for part in saved_id[:5]] if len(saved_id) == length else [None] * 5
    if type(what) is not str or what != "storage":
        raise TypeError("Unknown typename for persistent_load, expected 'storage'")
    if type(key) is not str or type(location) is not str or type(numel) is not int or numel < 0:
        raise TypeError("a storage is named by a class, two strings and a number")
    if kind is UntypedStorage:
        return dtypes.uint8, key, location, numel
    dtype = kind.dtype if isinstance(kind, type) and issubclass(kind, TypedStorage) else None
    if dtype is None:
        raise TypeError("a storage is named by a class, two strings and a number")
    return dtype, key, location, numel


def _text(part):
    """Text as it is, also where encoding="bytes" made bytes of it."""
    return part.decode("ascii") if type(part) is bytes else part


def swapped(memory, dtype):
    """Memory with the bytes of each number in the opposite order."""
    width = dtype.itemsize // 2 if dtype.is_complex else dtype.itemsize
    return np.ascontiguousarray(memory.reshape(-1, width)[:, ::-1]).reshape(-1)
