"""torch._tensor_str: pieces of a tensor's text, for classes that print themselves likewise."""
from __future__ import annotations

from rushlight import printing
from rushlight.printing import get_printoptions, set_printoptions                              # noqa: F401
from rushlight.printing import options as PRINT_OPTS                                           # noqa: F401


def _tensor_str(self, indent):
    """The numbers alone, from the second line on `indent` columns in."""
    return printing._contents(self._data, indent)


def _add_suffixes(tensor_str, suffixes, indent, force_newline):
    """The text, the suffixes and a closing parenthesis; the first suffix on a line of its own if `force_newline`."""
    if force_newline and suffixes:
        tensor_str, suffixes = f"{tensor_str},\n{' ' * indent}{suffixes[0]}", suffixes[1:]
    return printing._with_suffixes(tensor_str, suffixes, indent)


def _str(self, *, tensor_contents=None):
    """What repr() gives; with other numbers if they are given."""
    return printing.tensor_text(self, tensor_contents)


_str_intern = _str
