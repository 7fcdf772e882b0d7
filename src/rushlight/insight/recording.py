"""rushlight.explaining: inside, every call and every backward pass leaves a note that `explain` reads.

Notes know their tensors weakly, and other notes strongly: what a program forgets, its history included, can be told about all the
same. They are kept after the `with` block, until the next one starts.
"""
from __future__ import annotations

import linecache
import sys
import weakref
from collections import namedtuple
from pathlib import Path

from rushlight.autograd import engine
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import AccumulateGrad
from rushlight.autograd.views import edge_of
from rushlight.dispatch import levels
from rushlight.dispatch.eager import tensors_in

_PACKAGE = str(Path(__file__).parent.parent)

Line = namedtuple("Line", ("file", "number", "text"))
Call = namedtuple("Call", ("op", "line", "inputs", "tape_off"))         # `inputs` are notes
Pass = namedtuple("Pass", ("line", "leaves", "stores"))                 # the edges of leaves, weakly; not so autograd.grad


class Note:
    """What is known of one tensor: the call that made it (None: it was there before), and what it was when last seen."""

    def __init__(self, tensor, call, reference):
        self.call, self._tensor = call, reference
        self._memory, self._storage = weakref.ref(memory_of(tensor._data)), None
        self.see(tensor)

    def see(self, tensor):
        self.dtype, self.requires_grad = tensor.dtype, tensor.requires_grad

    def shares_memory(self, other):
        """Whether both tensors look at the same array."""
        return self is not other and self._memory() is not None and self._memory() is other._memory()

    def shares_versions(self, other):
        """Whether both have the same version counter, as a tensor and its detach() have; not so `.data`."""
        storage = self.storage()
        return storage is not None and storage is other.storage()

    def storage(self):
        tensor = self._tensor()
        if tensor is not None:
            self._storage = tensor._storage
        return self._storage


class Notebook:
    """All notes: in the order of the program, and those of living tensors by identity."""

    def __init__(self):
        self.passes, self.notes, self._living = [], [], {}

    def of(self, tensor):
        """The note of a tensor, or None."""
        found = self._living.get(id(tensor))
        return found and found[1]

    def add(self, tensor, call=None):
        key = id(tensor)
        reference = weakref.ref(tensor, lambda gone: self._living.get(key, (None,))[0] is gone and self._living.pop(key))
        note = Note(tensor, call, reference)
        self._living[key] = reference, note
        self.notes.append(note)
        return note

    def seen(self, tensor):
        """The note of an input, brought up to date."""
        note = self.of(tensor)
        if note is None:
            return self.add(tensor)
        note.see(tensor)
        return note


notebook = Notebook()


class explaining:
    """Inside, `rushlight.explain` learns the lines of the program; calls take a few times longer."""

    def __enter__(self):
        global notebook
        self.before = levels.active.level
        notebook = Notebook()
        levels.active.level = self._noted
        engine.watch(Watched)
        levels.enter_slow_path()
        return self

    def __exit__(self, *_):
        levels.leave_slow_path()
        engine.unwatch(Watched)
        levels.active.level = self.before

    def _noted(self, op, args):
        """Runs a call as if nobody watched, and notes what it made of what."""
        from rushlight.dispatch.slow import run
        inputs = [notebook.seen(t) for t in tensors_in(args)]
        levels.active.level = self.before
        try:
            result = run(op, args)
        finally:
            levels.active.level = self._noted
        call = Call(op.shown_name, line_of_the_program(), inputs, not mode.enabled)
        for made in result if isinstance(result, tuple) else (result,):
            if isinstance(made, levels.Tensor):
                notebook.add(made, call)
        return result


class Watched(engine.PlainSweep):
    """A backward pass that is noted."""

    def plan(self, edges):
        order = super().plan(edges)
        leaves = [weakref.ref(leaf) for leaf in self.waiting if self.runs_node(leaf)]
        notebook.passes.append(Pass(line_of_the_program(), leaves, self.accumulate))
        return order


def reached(passed, tensor):
    """Whether a backward pass came to a leaf."""
    edge = edge_of(tensor)
    return type(edge) is AccumulateGrad and any(reference() is edge for reference in passed.leaves)


def memory_of(array):
    """The array that owns the memory."""
    while getattr(array, "base", None) is not None:
        array = array.base
    return array


def line_of_the_program():
    """The innermost line outside rushlight."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith((_PACKAGE, "<rushlight")):
        frame = frame.f_back
    file, number = frame.f_code.co_filename, frame.f_lineno
    return Line(file, number, linecache.getline(file, number, frame.f_globals).strip())
