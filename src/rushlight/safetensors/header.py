"""The header of a safetensors file: eight bytes of length, then JSON that says where each tensor lies."""
from __future__ import annotations

import json
import math
from typing import NamedTuple

from rushlight import dtypes
from rushlight.errors import refuse

LARGEST = 100_000_000

# In the order of the format: wider types come first in a file, so that every number lies at a multiple of its size.
NAMES = {"U64": dtypes.uint64, "I64": dtypes.int64, "F64": dtypes.float64, "C64": dtypes.complex64, "F32": dtypes.float32,
         "U32": dtypes.uint32, "I32": dtypes.int32, "BF16": dtypes.bfloat16, "F16": dtypes.float16, "U16": dtypes.uint16,
         "I16": dtypes.int16, "I8": dtypes.int8, "U8": dtypes.uint8, "BOOL": dtypes.bool}
OF_DTYPE = {d: name for name, d in NAMES.items()}
_ORDER = {name: number for number, name in enumerate(NAMES)}
NOT_HERE = ("F4", "F6_E2M3", "F6_E3M2", "F8_E5M2", "F8_E4M3", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ")


class SafetensorError(Exception):
    """The file is not what the format allows, or has no tensor of that name."""


class Entry(NamedTuple):
    """Where a tensor lies: the bytes from `start` to `end` after the header."""
    dtype: object
    shape: tuple
    start: int
    end: int


def damaged(what):
    """The error for a file that the format does not allow."""
    return SafetensorError(f"Error while deserializing: {what}")


# ---------------------------------------------------------------- writing

def header_for(tensors, metadata):
    """The bytes of the header, and the names in the order in which the tensors follow it. TypeError for other than strings."""
    for text in (*(metadata or {}), *(metadata or {}).values()):
        if not isinstance(text, str):
            raise TypeError(f"argument 'metadata': '{type(text).__name__}' object is not an instance of 'str'")
    order = sorted(tensors, key=lambda name: (_ORDER[OF_DTYPE[tensors[name].dtype]], name))
    rows, at = {"__metadata__": metadata} if metadata is not None else {}, 0
    for name in order:
        tensor = tensors[name]
        end = at + tensor.nbytes
        rows[name] = {"dtype": OF_DTYPE[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [at, end]}
        at = end
    text = json.dumps(rows, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text, order


# ---------------------------------------------------------------- reading

def read_header(read, length):
    """(entries by name, metadata or None, where the bytes begin) of a file of `length` bytes; read(n) gives its next bytes."""
    if length < 8:
        raise damaged("header too small")
    size = int.from_bytes(read(8), "little")
    if size > LARGEST:
        raise damaged("header too large")
    if size > length - 8:
        raise damaged("invalid header length")
    rows = _parsed(read(size))
    metadata = _metadata(rows.pop("__metadata__", None))
    return _checked({name: _entry(name, row) for name, row in rows.items()}, length - 8 - size), metadata, 8 + size


def _parsed(data):
    try:
        rows = json.loads(data.decode(), object_pairs_hook=_without_repeats)
    except UnicodeDecodeError as error:
        raise damaged(f"invalid UTF-8 in header: {error}") from None
    except (ValueError, RecursionError) as error:
        raise damaged(f"invalid JSON in header: {error}") from None
    if not isinstance(rows, dict):
        raise damaged(f"invalid JSON in header: invalid type: {type(rows).__name__}, expected an object")
    return rows


def _without_repeats(pairs):
    rows = dict(pairs)
    if len(rows) != len(pairs):
        raise ValueError("a name is there twice")
    return rows


def _metadata(rows):
    if rows is not None and not (isinstance(rows, dict) and all(isinstance(value, str) for value in rows.values())):
        raise damaged("invalid JSON in header: invalid type in __metadata__, expected strings")
    return rows


def _entry(name, row):
    fields = [row.get(field) for field in ("dtype", "shape", "data_offsets")] if isinstance(row, dict) else [None]
    if None in fields:
        raise damaged(f"invalid JSON in header: missing field of tensor `{name}`")
    kind, shape, offsets = fields
    if not _are_sizes(shape) or not _are_sizes(offsets) or len(offsets) != 2:
        raise damaged(f"invalid JSON in header: invalid value for tensor `{name}`, expected sizes")
    if kind in NOT_HERE:
        refuse(f"safetensors of type {kind}")
    if kind not in NAMES:
        raise damaged(f"invalid JSON in header: unknown variant `{kind}`")
    return Entry(NAMES[kind], tuple(shape), *offsets)


def _are_sizes(values):
    return isinstance(values, list) and all(type(v) is int and 0 <= v < 1 << 64 for v in values)


def _checked(entries, length):
    """The entries, if they follow one another without gaps from the header to the end of the file."""
    at = 0
    for name, entry in sorted(entries.items(), key=lambda row: (row[1].start, row[1].end)):
        if entry.start != at or entry.end < entry.start:
            raise damaged(f"invalid offset for tensor `{name}`")
        nbytes = math.prod(entry.shape) * entry.dtype.itemsize
        if nbytes >= 1 << 64:
            raise damaged("overflow computing buffer size from shape and/or element type")
        if nbytes != entry.end - entry.start:
            raise damaged("invalid shape, data type, or offset for tensor")
        at = entry.end
    if at != length:
        raise damaged("incomplete metadata, file not fully covered")
    return dict(sorted(entries.items()))
