"""The tangents that tensors carry in forward mode.

# Note [Views have views of tangents]
A view's tangent is a view of its base's, and a write into a tensor is a write into its tangent. So a write through a view is seen
by all who look at the same memory, and a tensor whose base got a tangent since has one too. `make_dual` gives a view of the
primal that is a base of its own in this: what is written into the dual leaves the primal without a tangent.
"""
from __future__ import annotations

import copy
import weakref

from rushlight.autograd.views import View, replay
from rushlight.backends.numpy.layouts import layout_of
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F


def tangent_at(value, level):
    """The tangent that a value has at a level, or None."""
    tangents = getattr(value, "_tangents", None)
    own = None if tangents is None else tangents.get(level)
    if own is not None or type(getattr(value, "_edge", None)) is not View:
        return own
    source, steps = _source_of(value._edge)
    whole = None if source is None or source is value else tangent_at(source, level)
    if whole is not None:
        with levels.at_dual_level(level.outer):
            give_tangent(value, level, replay(F, whole, steps))
        return value._tangents[level]


def give_tangent(tensor, level, tangent):
    tensor._tangents = {**(tensor._tangents or {}), level: tangent}


def open_levels():
    """The levels that are open, outermost first."""
    level, opened = levels.active.dual, []
    while level is not None:
        opened.append(level)
        level = level.outer
    return opened[::-1]


def is_dual(value):
    """Whether a value, or one in a list, carries tangents; those of its base count."""
    if type(value) in (list, tuple):
        return True in [is_dual(v) for v in value]          # all of them are asked: it finds what their bases got
    if type(getattr(value, "_edge", None)) is View:
        for level in open_levels():
            tangent_at(value, level)
    return getattr(value, "_tangents", None) is not None


def has_tangent(value, level):
    """Whether a value, or one in a list, carries a tangent of the level."""
    if type(value) in (list, tuple):
        return any(has_tangent(v, level) for v in value)
    return tangent_at(value, level) is not None


# ---------------------------------------------------------------- bases

def _source_of(view):
    """The tensor that a view's tangent is a view of, and the steps from it; None for it if it is gone."""
    steps, at = [], view
    while at is not None:
        if at.dual is not None:
            return at.dual(), steps[::-1]
        steps.append(at.step)
        at = at.previous
    return view.base, view.steps


def stands_alone(tensor):
    """The tensor, which gets a View of its own if it has one, so that its base's tangents are not its own."""
    if type(tensor._edge) is View:
        tensor._edge = copy.copy(tensor._edge)
        tensor._edge.dual = weakref.ref(tensor)
    return tensor


# ---------------------------------------------------------------- memory

def laid_like(tensor, tangent):
    """The tangent, or a copy, in the memory layout of its primal, so that every view of the one can be taken of the other."""
    if not tensor._data.size or layout_of(tensor._data) == layout_of(tangent._data):
        return tangent
    return F.view_backward(tangent, (), tangent.shape, layout_of(tensor._data))


def apart(tangent, inputs):
    """The tangent of a result that is no view, in memory of its own: a copy where it looks at an input's tangent."""
    return tangent.clone() if type(tangent._edge) is View or any(tangent is t for t in inputs) else tangent


def write_tangent(tensor, level, tangent):
    """Writes the tangent of a level into that of a tensor which was written; None stands for zero."""
    own = tangent_at(tensor, level)
    if own is not None:
        own.zero_() if tangent is None else own.copy_(tangent)
    elif tangent is not None:
        _begin_tangent(tensor, level, tangent)


def _begin_tangent(tensor, level, tangent):
    """A view's base gets the tangent, and zeros outside the view."""
    source, steps = _source_of(tensor._edge) if type(tensor._edge) is View else (None, ())
    if source is None or source is tensor:
        give_tangent(tensor, level, F.view_backward(tangent, (), tangent.shape, layout_of(tensor._data)))
        return
    whole = F.view_backward(tangent, steps, tuple(source.shape), layout_of(source._data))
    give_tangent(source, level, whole)
    give_tangent(tensor, level, replay(F, whole, steps))
