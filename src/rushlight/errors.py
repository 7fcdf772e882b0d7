"""The two refusals that belong to rushlight itself; every other error is of the type torch raises."""
import functools
import warnings

COVERAGE = "docs/coverage.md"


class NotImplementedByRushlight(NotImplementedError):
    """A call that torch accepts and rushlight refuses, rather than ignore one of its arguments."""


def refuse(what):
    """Raises: `what` is known to torch and not built here."""
    raise NotImplementedByRushlight(f"rushlight does not implement {what}; {COVERAGE} lists what it does")


def missing_attribute(owner, name):
    """An AttributeError that says whose gap this is (the README's table tells what works)."""
    return AttributeError(f"rushlight has no '{owner}.{name}' (if PyTorch has it, it is not built yet: see {COVERAGE})")


@functools.cache
def warn_once(text):
    """A UserWarning that a process sees once, where torch gives it once."""
    warnings.warn(text, stacklevel=3)
