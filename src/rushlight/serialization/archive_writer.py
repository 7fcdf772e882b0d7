"""Writes the zip archives that torch.load reads, byte for byte as torch.save lays them out."""
from __future__ import annotations

import hashlib
import struct
import zlib

from rushlight.serialization.archive import CENTRAL, END, END64, LOCAL, LOCATOR64
from rushlight.serialization.settings import choices

ALIGNMENT = 64
VERSION = b"3\n"
LARGE = 0xFFFFFFFF
_DESCRIPTOR = b"PK\x07\x08"


class ArchiveWriter:
    """Writes records into a folder of a new archive; write_end_of_file() finishes it."""

    def __init__(self, file, folder="archive"):
        self.file, self.folder, self.at = file, folder, 0
        self.entries, self.finished = [], False

    def write_record(self, name, data, size):
        """Writes the first `size` bytes of a bytes-like object."""
        data = memoryview(data).cast("B")[:size] if size else b""
        checksum = zlib.crc32(data) if choices.crc32 else 0
        self._begin(name, len(data))
        self._write(data)
        self._end(name, len(data), checksum)

    def write_record_metadata(self, name, size):
        """Leaves room for `size` bytes that somebody else fills in: they are zeros."""
        self._begin(name, size)
        for start in range(0, size, 1 << 20):
            self._write(bytes(min(1 << 20, size - start)))
        self._end(name, size, 0)

    def get_all_written_records(self):
        """The names of what was written, in order."""
        return [name for name, *_ in self.entries]

    def write_end_of_file(self):
        """Writes what every archive ends with, and the central directory."""
        self.finished = True
        if "version" not in self.get_all_written_records():
            self.write_record("version", VERSION, len(VERSION))
        if "byteorder" not in self.get_all_written_records():
            self.write_record("byteorder", b"little", 6)
        self.write_record(".data/serialization_id", self.serialization_id().encode(), 40)
        self._write_directory()

    def serialization_id(self):
        """40 digits: the first half depends on the names, the second on the contents."""
        names = "\n".join(name for name, *_ in self.entries).encode()
        checksums = b"".join(struct.pack("<I", checksum) for _, _, _, checksum in self.entries)
        return "".join(f"{int.from_bytes(hashlib.blake2b(part, digest_size=8).digest(), 'little'):020d}"
                       for part in (names, checksums))

    # ---------------------------------------------------------------- headers

    def _begin(self, name, size):
        """The header of a record, padded so that its bytes begin at a multiple of ALIGNMENT."""
        path = f"{self.folder}/{name}".encode()
        large = struct.pack("<HHQQ", 1, 16, size, size) if size >= LARGE else b""
        padding = -(self.at + 30 + len(path) + len(large) + 4) % ALIGNMENT
        extra = large + b"FB" + struct.pack("<H", padding) + b"Z" * padding
        self.start = self.at
        sizes = (LARGE, LARGE) if large else (0, 0)
        self._write(LOCAL + struct.pack("<HHHHHIIIHH", 0, 0x0808, 0, 0, 0, 0, *sizes, len(path), len(extra)) + path + extra)

    def _end(self, name, size, checksum):
        self._write(_DESCRIPTOR + struct.pack("<IQQ" if size >= LARGE else "<III", checksum, size, size))
        self.entries.append((name, self.start, size, checksum))

    def _write_directory(self):
        start = self.at
        for entry in self.entries:
            self._write(self._central(*entry))
        size, count = self.at - start, len(self.entries)
        end = self.at
        self._write(END64 + struct.pack("<QHHIIQQQQ", 44, 0x031E, 45, 0, 0, count, count, size, start))
        self._write(LOCATOR64 + struct.pack("<IQI", 0, end, 1))
        self._write(END + struct.pack("<HHHHIIH", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), min(size, LARGE),
                                      min(start, LARGE), 0))

    def _central(self, name, start, size, checksum):
        path = f"{self.folder}/{name}".encode()
        large = [n for n in (size, size, start) if n >= LARGE]
        extra = struct.pack(f"<HH{len(large)}Q", 1, 8 * len(large), *large) if large else b""
        return CENTRAL + struct.pack("<HHHHHHIIIHHHHHII", 0, 0, 0x0808, 0, 0, 0, checksum, min(size, LARGE), min(size, LARGE),
                                     len(path), len(extra), 0, 0, 0, 0, min(start, LARGE)) + path + extra

    def _write(self, data):
        self.file.write(data)
        self.at += len(data)
