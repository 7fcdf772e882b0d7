"""torch.save."""
from __future__ import annotations

import io
import os
import pickle
import struct
from contextlib import contextmanager

from rushlight.serialization import pickler
from rushlight.serialization.archive_writer import ALIGNMENT, ArchiveWriter
from rushlight.serialization.files import is_path, opened_for_writing
from rushlight.serialization.settings import choices
from rushlight.serialization.versions import check_module_version_greater_or_equal

DEFAULT_PROTOCOL = 2
MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
PROTOCOL_VERSION = 1001
SHORT_SIZE, INT_SIZE, LONG_SIZE = 2, 4, 4


def save(obj, f, pickle_module=pickle, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True,
         _disable_byteorder_record=False):
    """Writes an object, with the tensors in it, to a path or an open file, so that torch.load reads it here and in PyTorch.

    A file given by path is written beside the old one and then put in its place: if that is interrupted, the old one is whole.
    """
    check_pickle_module(pickle_module)
    if not _use_new_zipfile_serialization:
        with opened_for_writing(f) as file:
            _save_legacy(obj, file, pickle_module, pickle_protocol)
        return
    with open_zipfile_writer(f) as archive:
        _save_archive(obj, archive, pickle_module, pickle_protocol, _disable_byteorder_record)


def check_pickle_module(module):
    """ValueError for a dill that is too old to be told about storages."""
    if getattr(module, "__name__", None) == "dill" and not check_module_version_greater_or_equal(module, (0, 3, 1), False):
        raise ValueError(f"'torch' supports dill >= 0.3.1, but you have dill {module.__version__}. Please upgrade dill or "
                         f"switch to 'pickle'")


@contextmanager
def open_zipfile_writer(name_or_buffer):
    """An ArchiveWriter for a path or an open file; the archive is finished when the block ends well."""
    with opened_for_writing(name_or_buffer) as file:
        archive = ArchiveWriter(file, _folder_for(name_or_buffer))
        yield archive
        if not archive.finished:
            archive.write_end_of_file()


def _folder_for(f):
    """The folder in the archive is called as the file is."""
    if not is_path(f):
        return "archive"
    stem = os.path.splitext(os.path.basename(os.fspath(f)))[0]
    return stem or "archive"


# ---------------------------------------------------------------- the zip format

def _save_archive(obj, archive, pickle_module, protocol, disable_byteorder_record):
    storages = pickler.Storages(lambda number, storage: str(number))
    data = _pickled(obj, pickle_module, protocol, lambda storage: ("storage", *storages.reference(storage)))
    archive.write_record("data.pkl", data, len(data))
    archive.write_record(".format_version", b"1", 1)
    archive.write_record(".storage_alignment", str(ALIGNMENT).encode(), len(str(ALIGNMENT)))
    if not disable_byteorder_record:
        archive.write_record("byteorder", b"little", 6)
    for key, (storage, _) in storages.kept.items():
        if choices.skips_data:
            archive.write_record_metadata(f"data/{key}", storage.nbytes())
        else:
            archive.write_record(f"data/{key}", storage.memory, storage.nbytes())


def _pickled(obj, pickle_module, protocol, reference):
    buffer = io.BytesIO()
    _dump(obj, buffer, pickle_module, protocol, reference)
    return buffer.getbuffer()


def _dump(obj, file, pickle_module, protocol, reference):
    base = pickler.Pickler if pickle_module is pickle else pickle_module.Pickler
    pickler.referring(base, reference)(file, protocol=protocol).dump(obj)


# ---------------------------------------------------------------- the format before 1.6

def _save_legacy(obj, file, pickle_module, protocol):
    storages = pickler.Storages(lambda number, storage: str(storage.data_ptr() or id(storage)))
    pickle_module.dump(MAGIC_NUMBER, file, protocol=protocol)
    pickle_module.dump(PROTOCOL_VERSION, file, protocol=protocol)
    sizes = {"short": SHORT_SIZE, "int": INT_SIZE, "long": LONG_SIZE}
    facts = {"protocol_version": PROTOCOL_VERSION, "little_endian": True, "type_sizes": sizes}
    pickle_module.dump(facts, file, protocol=protocol)
    _dump(obj, file, pickle_module, protocol, lambda storage: ("storage", *storages.reference(storage), None))
    pickle_module.dump(sorted(storages.kept), file, protocol=protocol)
    file.flush()
    for key in sorted(storages.kept):
        storage, dtype = storages.kept[key]
        file.write(struct.pack("<q", storage.nbytes() // dtype.itemsize))
        file.write(storage.memory)
