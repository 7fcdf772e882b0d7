"""Versions: rushlight's own, and that of the PyTorch whose behaviour it follows."""
from __future__ import annotations

import re

RUSHLIGHT = "0.1.0"
FOLLOWS = "2.13.0"
cuda = hip = rocm = xpu = None
debug = False


class TorchVersion(str):
    """A version that compares by its numbers, where text would put "2.13" below "2.9"."""

    def __lt__(self, other):
        return _key(self) < _key(other)

    def __le__(self, other):
        return _key(self) <= _key(other)

    def __gt__(self, other):
        return _key(self) > _key(other)

    def __ge__(self, other):
        return _key(self) >= _key(other)

    def __eq__(self, other):
        return _key(self) == _key(other)

    def __ne__(self, other):
        return _key(self) != _key(other)

    __hash__ = str.__hash__


def _key(version):
    """Numbers without trailing zeros, then the local part (as packaging orders them)."""
    text = ".".join(map(str, version)) if isinstance(version, tuple) else str(version)
    numbers = [int(part) for part in re.match(r"[\d.]*", text)[0].split(".") if part]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers, text.partition("+")[2]


__version__ = TorchVersion(f"{FOLLOWS}+rushlight")
