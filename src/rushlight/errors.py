"""The refusals that belong to rushlight itself, and errors that torch exports; every other error is of the type torch raises."""
import warnings

COVERAGE = "docs/coverage.md"


class NotImplementedByRushlight(NotImplementedError):
    """A call that torch accepts and rushlight refuses, rather than ignore one of its arguments."""


class OutOfMemoryError(RuntimeError):
    """What PyTorch raises where a GPU has no memory left: nothing here does, but programs catch it."""


def _assert(condition, message):
    """AssertionError unless the condition holds."""
    assert condition, message


def refuse(what):
    """Raises: `what` is known to torch and not built here."""
    raise NotImplementedByRushlight(f"rushlight does not implement {what}; {COVERAGE} lists what it does")


def missing_attribute(owner, name):
    """An AttributeError that says whose gap this is (the README's table tells what works)."""
    return AttributeError(f"rushlight has no '{owner}.{name}' (if PyTorch has it, it is not built yet: see {COVERAGE})")


_given = set()
_always = False


def warn_once(text, stacklevel=3):
    """A UserWarning that a process sees once, where torch gives it once."""
    if _always or text not in _given:
        _given.add(text)
        warnings.warn(text, stacklevel=stacklevel)


def set_warn_always(b, /):
    """Whether a warning that is given once in a process is given every time instead."""
    global _always
    if not isinstance(b, bool):
        raise TypeError(f"setWarnOnlyOnce expects a bool, but got {type(b).__name__}")
    _always = b


def is_warn_always_enabled():
    """Whether warnings that are given once are given every time."""
    return _always
