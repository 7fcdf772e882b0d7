"""The zip archives that torch.save writes: records in one folder, each starting at a multiple of 64 bytes.

# Note [An archive is not believed]
Python's zipfile reads what a file says of itself. Here every record is checked before it is used: it lies within the file and
overlaps no other, its name is there once and leads nowhere, both of its headers agree, and what is compressed may not grow to
more than EXPANSION times the file (ordinary checkpoints are not compressed at all).
"""
from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

from rushlight.serialization.reading import read_exactly, read_into, size_of

LOCAL, CENTRAL, END, END64, LOCATOR64 = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"
STORED, DEFLATED = 0, 8
EXPANSION, ALWAYS_ALLOWED = 16, 1 << 28
LARGEST_COMMENT = 1 << 16
_ADVICE = (" This is an internal miniz error. If you are seeing this error, there is a high likelihood that your checkpoint file "
           "is corrupted. This can happen if the checkpoint was not saved properly, was transferred incorrectly, or the file was "
           "modified after saving.")


def corrupt(what):
    """The error for an archive that cannot be right."""
    return RuntimeError(f"PytorchStreamReader failed {what}." + _ADVICE)


class Record(NamedTuple):
    """What the central directory says of a record, and where the next thing in the file begins."""
    name: str
    method: int
    packed: int
    size: int
    at: int
    end: int


class ArchiveReader:
    """The records of an archive that begins where the file stands, by their names within its folder."""

    def __init__(self, file):
        self.file, self.start, self.length = file, file.tell(), size_of(file)
        if self._bytes(0, 4) not in (LOCAL, END):
            raise corrupt("reading zip archive: not a ZIP archive")
        entries, directory = self._directory()
        self.records = _checked(entries, directory, self.length)
        self.folder = entries[0].name.partition("/")[0] if entries else ""

    def get_all_records(self):
        """The names of the records, in the order of the file."""
        return [name.partition("/")[2] for name in self.records]

    def has_record(self, name):
        """Whether there is a record of that name."""
        return f"{self.folder}/{name}" in self.records

    def record(self, name):
        """What is known of a record. RuntimeError if there is none of that name."""
        found = self.records.get(f"{self.folder}/{name}")
        if found is None:
            raise corrupt(f"locating file {name}: file not found")
        return found

    def get_record(self, name):
        """The bytes of a record."""
        record = self.record(name)
        offset = self._data_offset(record)
        if record.method == DEFLATED:
            return self._inflated(record, offset)
        self.file.seek(self.start + offset)
        return read_exactly(self.file, record.size)

    def read_record(self, name, memory):
        """Fills a flat array of bytes with a record of just that size."""
        record = self.record(name)
        if record.method == DEFLATED:
            memory[...] = memoryview(self.get_record(name))
            return
        self.file.seek(self.start + self._data_offset(record))
        read_into(self.file, memory)

    def get_record_offset(self, name):
        """Where the bytes of a record begin, counted from the beginning of the archive."""
        return self._data_offset(self.record(name))

    def serialization_id(self):
        """The digits that tell one archive from another; empty for old ones."""
        return self.get_record(".data/serialization_id").decode() if self.has_record(".data/serialization_id") else ""

    # ---------------------------------------------------------------- headers

    def _bytes(self, offset, count):
        if not 0 <= offset <= offset + count <= self.length:
            raise corrupt(f"reading {count} bytes at {offset} of {self.length}")
        self.file.seek(self.start + offset)
        return read_exactly(self.file, count)

    def _directory(self):
        """The entries of the central directory, and where it begins."""
        tail = self._bytes(max(0, self.length - LARGEST_COMMENT - 22), min(self.length, LARGEST_COMMENT + 22))
        at = tail.rfind(END)
        if at < 0 or len(tail) - at < 22:
            raise corrupt("reading zip archive: failed finding central directory")
        count, size, offset = struct.unpack_from("<HII", tail, at + 10)
        end = self.length - len(tail) + at
        if tail[max(0, at - 20):at][:4] == LOCATOR64:
            count, size, offset = self._end64(struct.unpack_from("<Q", tail, at - 20 + 8)[0])
        if offset + size > end:
            raise corrupt("reading zip archive: the central directory reaches out of the file")
        return _entries(self._bytes(offset, size), count), offset

    def _end64(self, offset):
        signature, count, size, start = struct.unpack("<4s28xQQQ", self._bytes(offset, 56))
        if signature != END64:
            raise corrupt("reading zip archive: failed finding central directory")
        return count, size, start

    def _data_offset(self, record):
        signature, method, name, extra = struct.unpack("<4s4xH16xHH", self._bytes(record.at, 30))
        offset = record.at + 30 + name + extra
        if signature != LOCAL or method != record.method or offset + record.packed > record.end:
            raise corrupt(f"reading file {record.name}: its headers disagree")
        if self._bytes(record.at + 30, name) != record.name.encode():
            raise corrupt(f"reading file {record.name}: its headers disagree")
        return offset

    def _inflated(self, record, offset):
        if record.size > max(ALWAYS_ALLOWED, EXPANSION * self.length):
            raise corrupt(f"reading file {record.name}: it would grow from {record.packed} to {record.size} bytes")
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            data = inflater.decompress(self._bytes(offset, record.packed), record.size + 1)
        except zlib.error as error:
            raise corrupt(f"reading file {record.name}: {error}") from None
        if len(data) != record.size:
            raise corrupt(f"reading file {record.name}: it has not the {record.size} bytes that it says")
        return data


def _entries(directory, count):
    """The records that a central directory lists; they end nowhere yet."""
    entries, at = [], 0
    while len(entries) < count:
        if directory[at:at + 4] != CENTRAL or len(directory) < at + 46:
            raise corrupt("reading zip archive: the central directory is damaged")
        flags, method, packed, size, name, extra, comment, offset = struct.unpack_from("<HH8xIIHHH8xI", directory, at + 8)
        end = at + 46 + name
        text = directory[at + 46:end]
        size, packed, offset = _sizes64(directory[end:end + extra], size, packed, offset)
        if flags & 1 or method not in (STORED, DEFLATED) or method == STORED and size != packed:
            raise corrupt(f"reading file {text!r:.80}: it is encrypted, or packed in a way that is not known here")
        entries.append(Record(_name(text), method, packed, size, offset, 0))
        at = end + extra + comment
    return entries


def _sizes64(extra, *sizes):
    """(size, packed size, offset), those that 32 bits do not hold taken from the extra field."""
    if 0xFFFFFFFF not in sizes:
        return sizes
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == 1:
            large = iter(struct.unpack_from(f"<{length // 8}Q", extra[:at + 4 + length], at + 4))
            return tuple([next(large, s) if s == 0xFFFFFFFF else s for s in sizes])
        at += 4 + length
    return sizes


def _name(text):
    try:
        name = text.decode()
    except UnicodeDecodeError:
        raise corrupt("reading zip archive: a name is not UTF-8") from None
    if name.startswith("/") or "\\" in name or "\0" in name or not {"..", "."}.isdisjoint(name.split("/")):
        raise corrupt(f"reading zip archive: the name {name!r:.80} leads out of the archive")
    return name


def _checked(entries, directory, length):
    """The records by name, each with its end. RuntimeError if two share a name or bytes, or one reaches out of the file."""
    entries = sorted(entries, key=lambda e: e.at)
    ends = [e.at for e in entries[1:]] + [directory]
    for entry, end in zip(entries, ends):
        if entry.at + 30 + len(entry.name.encode()) + entry.packed > min(end, length):
            raise corrupt(f"reading file {entry.name}: it overlaps what follows it, or reaches out of the file")
    records = {entry.name: entry._replace(end=end) for entry, end in zip(entries, ends)}
    if len(records) != len(entries):
        raise corrupt("reading zip archive: two records have one name")
    if sum(e.size for e in entries if e.method == DEFLATED) > max(ALWAYS_ALLOWED, EXPANSION * length):
        raise corrupt(f"reading zip archive: it would grow from {length} bytes to more than {EXPANSION} times that")
    return records
