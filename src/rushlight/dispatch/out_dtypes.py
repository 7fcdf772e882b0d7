"""Which element types an `out=` tensor may have, given that of the result.

torch casts into `out` where it computes by elements (arithmetic, most functions of one), and wants the very type elsewhere.
A rule here raises for what it refuses: `rule(dtype of the result, dtype of out, name of the output)`.
"""
from __future__ import annotations

def castable(source, target, output=""):
    """RuntimeError if a result may not be written into a tensor of a lower category."""
    if source.category > target.category:
        raise RuntimeError(f"result type {source.scalar_name} can't be cast to the desired output type {target.scalar_name}")


def exact(source, target, output=""):
    """RuntimeError if a result may not be written because `out` is of another type."""
    if source is not target:
        raise RuntimeError(f"Expected out tensor to have dtype {source.c_name}, but got {target.c_name} instead")


def exactly(text, *others):
    """The rule that wants the result's type, or one of `others`; the error's text has `{wanted}`, `{given}` (with `_c`: as C++
    calls them) and, of several, the name of the `{output}`."""
    def check(source, target, output=""):
        if source is not target and target not in others:
            raise RuntimeError(text.format(wanted=source.scalar_name, given=target.scalar_name, output=output,
                                           wanted_c=source.c_name, given_c=target.c_name))
    return check


def any_cast(source, target, output=""):
    """Any type will do: the result is cast into it."""


def anything(source, target, output=""):
    """Any type will do: the op computes in it."""


iterated = exactly("Found dtype {given} but expected {wanted}")        # of unary ops that promote nothing
scanned = exactly("expected scalar_type {wanted} but found {given}")
