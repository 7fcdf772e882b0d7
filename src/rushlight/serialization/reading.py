"""Reading from files of any kind without believing what they say of their size."""
from __future__ import annotations

import io

PIECE = 1 << 20
LONGEST_NAME = 1 << 12


def read_exactly(file, count):
    """`count` bytes, read in pieces, so that a file which promises more than it has costs no memory. EOFError if it ends."""
    data = file.read(min(count, PIECE))
    if len(data) == count:
        return data
    parts = [data]
    missing = count - len(data)
    while missing and data:
        data = file.read(min(missing, PIECE))
        parts.append(data)
        missing -= len(data)
    if missing:
        raise EOFError(f"the file ends {missing} bytes early")
    return b"".join(parts)


def read_line(file):
    """The bytes up to the next newline, one by one: not every file has readline(limit), and names are short."""
    line = bytearray()
    while len(line) <= LONGEST_NAME:
        byte = file.read(1)
        if byte == b"\n":
            return line
        if not byte:
            raise EOFError("the file ends within a name")
        line += byte
    raise ValueError(f"a name is longer than {LONGEST_NAME} bytes")


def read_into(file, memory):
    """Fills a flat array of bytes from the file. EOFError if it ends."""
    view = memoryview(memory).cast("B")
    at = 0
    while at < len(view):
        piece = view[at:at + (1 << 30)]
        count = file.readinto(piece) if hasattr(file, "readinto") else _copy(file, piece)
        if not count:
            raise EOFError(f"the file ends {len(view) - at} bytes early")
        at += count


def _copy(file, view):
    data = file.read(min(len(view), PIECE))
    view[:len(data)] = data
    return len(data)


def size_of(file):
    """The bytes from here to the end of a seekable file."""
    here = file.tell()
    end = file.seek(0, io.SEEK_END)
    end = file.tell() if end is None else end
    file.seek(here)
    return end - here
