"""torch.load."""
from __future__ import annotations

import io
import mmap as mapping
import pickle
import pickletools
import sys
import warnings
from contextlib import contextmanager
from functools import partial

import numpy as np

from rushlight.serialization import allowed, legacy, names
from rushlight.serialization.archive import STORED, ArchiveReader, corrupt
from rushlight.serialization.files import is_path, is_zipfile, opened_for_reading
from rushlight.serialization.locations import restorer
from rushlight.serialization.saving import check_pickle_module
from rushlight.serialization.settings import LoadEndianness, choices
from rushlight.serialization.unpickler import HANDLERS, BlockedGlobal, UnsupportedGlobal, Unpickler
from rushlight.storage import TypedStorage, UntypedStorage

UNSAFE_MESSAGE = ("In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to "
                  "`True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in "
                  "arbitrary code execution. Do it only if you got the file from a trusted source.")
_DOCUMENTATION = ("\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "
                  "https://pytorch.org/docs/stable/generated/torch.load.html.")


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    """What save() wrote to a path or an open file, here or in PyTorch.

    Unless `weights_only=False`, no code of the file runs, and it may name only what torch.serialization allows: UnpicklingError
    says what was refused. `map_location` says where memory goes; with `mmap`, it is that of the file, and read when it is used.
    """
    safe = pickle_module is None if weights_only is None else bool(weights_only)
    if weights_only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if mmap and not is_path(f):
        raise ValueError("f must be a file path in order to use the mmap argument")
    make_unpickler = _safe_unpickler(pickle_load_args) if safe else _free_unpickler(pickle_module or pickle, pickle_load_args)
    restore = restorer(map_location)
    with opened_for_reading(f) as file:
        try:
            if is_zipfile(file):
                return _load_archive(f, file, make_unpickler, restore, safe, mmap)
            if mmap:
                raise RuntimeError(f"mmap can only be used with files saved with `torch.save({f}, _use_new_zipfile_serialization="
                                   f"True), please torch.save your checkpoint with this option in order to use mmap.")
            return legacy.load(file, make_unpickler, restore, safe, UNSAFE_MESSAGE)
        except pickle.UnpicklingError as error:
            raise (_explained(error) if safe else error) from None


def _explained(error):
    """The error with what the user can do about it."""
    if isinstance(error, UnsupportedGlobal):
        return pickle.UnpicklingError(
            "Weights only load failed. This file can still be loaded, to do so you have two options, \033[1mdo those steps only "
            f"if you trust the source of the checkpoint\033[0m. \n\t(1) {UNSAFE_MESSAGE}\n\t(2) Alternatively, to load with "
            "`weights_only=True` please check the recommended steps in the following error message.\n\tWeightsUnpickler error: "
            f"{error}{_DOCUMENTATION}")
    if isinstance(error, BlockedGlobal):
        return pickle.UnpicklingError(f"Weights only load failed. {UNSAFE_MESSAGE}\n\n\n{error}{_DOCUMENTATION}")
    return pickle.UnpicklingError(f"Weights only load failed. {UNSAFE_MESSAGE}\nWeightsUnpickler error: \n\n{error}"
                                  f"{_DOCUMENTATION}")


# ---------------------------------------------------------------- unpicklers

def _safe_unpickler(pickle_load_args):
    """(file, persistent_load) -> an unpickler that runs no code of the file."""
    if pickle_load_args:
        warnings.warn("pickle_load_args only works if `weights_only=False`.", stacklevel=3)
    unknown = next((name for name in pickle_load_args if name != "encoding"), None)
    if unknown is not None:
        raise TypeError(f"Unpickler.__init__() got an unexpected keyword argument {unknown!r}")
    return partial(Unpickler, **pickle_load_args)


def _free_unpickler(pickle_module, pickle_load_args):
    """(file, persistent_load) -> one of `pickle_module` that finds our objects by torch's names, and runs what it is told."""
    check_pickle_module(pickle_module)
    arguments = {"encoding": "utf-8", **pickle_load_args}

    def make(file, persistent_load):
        class Ours(pickle_module.Unpickler):
            def find_class(self, module, name):
                torchs = module == "torch" or module.startswith("torch.")
                return names.find(module, name) if torchs else super().find_class(module, name)

        made = Ours(file, **arguments)
        made.persistent_load = persistent_load
        return made
    return make


# ---------------------------------------------------------------- the zip format

@contextmanager
def open_zipfile_reader(name_or_buffer):
    """An ArchiveReader of a path or an open file."""
    with opened_for_reading(name_or_buffer) as file:
        yield ArchiveReader(file)


def _load_archive(f, file, make_unpickler, restore, safe, mmap):
    archive = ArchiveReader(file)
    if archive.has_record("constants.pkl"):
        _refuse_torchscript(safe)
    storages = _Records(archive, restore, _mapped(f) if mmap else None)
    return make_unpickler(io.BytesIO(archive.get_record("data.pkl")), storages.persistent_load).load()


def _refuse_torchscript(safe):
    if safe:
        raise RuntimeError("Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``. "
                           + UNSAFE_MESSAGE)
    from rushlight.errors import refuse
    refuse("TorchScript archives")


def _mapped(f):
    """The file's bytes as memory."""
    if choices.mmap_flags == mapping.MAP_SHARED:
        with open(f, "r+b") as file:
            return mapping.mmap(file.fileno(), 0, access=mapping.ACCESS_WRITE)
    with open(f, "rb") as file:
        return mapping.mmap(file.fileno(), 0, access=mapping.ACCESS_COPY)


class _Records:
    """The storages of an archive, each read when it is first named."""

    def __init__(self, archive, restore, mapped):
        self.archive, self.restore, self.mapped = archive, restore, mapped
        self.swaps = _byte_order(archive) != sys.byteorder
        self.loaded = {}

    def persistent_load(self, saved_id):
        """The storage that ("storage", class, key, location, number of elements) means."""
        dtype, key, location, numel = legacy.checked_id(saved_id, 5)
        nbytes = numel * dtype.itemsize
        if key not in self.loaded:
            self.loaded[key] = self.restore(UntypedStorage.of(self._memory(f"data/{key}", nbytes, dtype)), location)
        untyped = self.loaded[key]
        return TypedStorage(wrap_storage=untyped, dtype=dtype)

    def _memory(self, name, nbytes, dtype):
        if choices.skips_data and self.mapped is None:
            return np.zeros(nbytes, np.uint8)
        record = self.archive.record(name)
        if record.size != nbytes:
            raise RuntimeError(f"record size ({record.size} bytes) does not match expected size ({nbytes} bytes = "
                               f"{nbytes // dtype.itemsize} elements * {dtype.itemsize} bytes/element) for dtype "
                               f"{dtype.scalar_name}")
        if self.mapped is not None and record.method == STORED:
            return np.ndarray((nbytes,), np.uint8, self.mapped, self.archive.get_record_offset(name))
        memory = np.empty(nbytes, np.uint8)
        self.archive.read_record(name, memory)
        return legacy.swapped(memory, dtype) if self.swaps else memory


def _byte_order(archive):
    """The byte order of an archive; of one that does not say, the order that the user chose."""
    if not archive.has_record("byteorder"):
        chosen = choices.endianness
        return {None: "little", LoadEndianness.LITTLE: "little", LoadEndianness.BIG: "big",
                LoadEndianness.NATIVE: sys.byteorder}[chosen]
    order = archive.get_record("byteorder")
    if order not in (b"little", b"big"):
        raise ValueError("Unknown endianness type: " + order[:20].decode(errors="replace"))
    return order.decode()


# ---------------------------------------------------------------- what a file would need

def get_unsafe_globals_in_checkpoint(f):
    """The names in a file that load() would refuse, as add_safe_globals and its error spell them."""
    with opened_for_reading(f) as file:
        if not is_zipfile(file):
            raise ValueError("Expected input to be a checkpoint returned by torch.save")
        data = ArchiveReader(file).get_record("data.pkl")
    known = {**allowed.standard_globals(), **allowed.users_globals()}
    return sorted({name for name in _globals_of(data) if name not in known})


def _globals_of(data):
    try:
        for opcode, argument, _ in pickletools.genops(data):
            if opcode.code.encode("latin1") not in HANDLERS and opcode.name != "STOP":
                raise pickle.UnpicklingError(f"Unsupported operand {ord(opcode.code)}")
            if opcode.name == "GLOBAL":
                yield allowed.qualified(*argument.split(" ", 1))
    except ValueError as error:
        raise corrupt(f"reading data.pkl: {error}") from None
