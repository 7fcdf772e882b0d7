"""The tape: a Node for each recorded call, and the edges between them.

An edge is what a consumer links to: a `Node` (its first output), an `Output` (a later one), an `AccumulateGrad` (a leaf),
or None (no gradient wanted). All of them know the `shape` and `dtype` of the gradient they take.
"""
from __future__ import annotations

import functools
import itertools
import weakref

from rushlight.device import CPU
from rushlight.dtypes import bfloat16, of_numpy
from rushlight.errors import refuse

sequence = itertools.count(1)       # next() is atomic; a consumer always has a higher number than what it consumed


class _Newborn:
    listeners = ()                  # called with each new node; whoever listens sends calls through the slow path


newborn = _Newborn()


class RemovableHandle:
    """Removes a hook from the table that holds it, and its number from the tables that describe it."""
    _ids = itertools.count()

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.id = next(RemovableHandle._ids)
        tables = [hooks_dict, *(extra_dict if isinstance(extra_dict, list) else [] if extra_dict is None else [extra_dict])]
        self._tables = [weakref.ref(table) for table in tables]

    hooks_dict_ref = property(lambda self: self._tables[0])
    extra_dict_ref = property(lambda self: tuple(self._tables[1:]))

    def remove(self):
        """Removes the hook; nothing happens the second time."""
        for reference in self._tables:
            table = reference()
            if table is not None:
                table.pop(self.id, None)

    def __getstate__(self):
        first, *others = [reference() for reference in self._tables]
        return first, self.id, tuple(others)

    def __setstate__(self, state):
        first, self.id, *others = state         # without the others in old files
        self._tables = [weakref.ref(HookTable() if table is None else table) for table in (first, *sum(others, ()))]
        RemovableHandle._ids = itertools.count(max(next(RemovableHandle._ids), self.id + 1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


class HookTable(dict):
    """Hooks in the order of their registration."""

    def add(self, hook):
        handle = RemovableHandle(self)
        self[handle.id] = hook
        return handle


class Hooks:
    """What users hung on a node. Made only when somebody hangs something."""

    def __init__(self):
        self.tensor = {}                    # output number -> HookTable of tensor hooks
        self.retained = {}                  # output number -> weak reference to the tensor that keeps its grad
        self.pre, self.post = HookTable(), HookTable()
        self.accumulated = HookTable()      # of a leaf, after its .grad is final


class Node:
    """One recorded call. Each op has its own subclass, which carries torch's name for it and the op's rules."""
    requires_grad = True
    number = 0              # as an edge, a Node means its first output
    outputs = 1
    edges = ()
    numbers = ()            # positions among the edges where the call had a number, if torch has no edge for it
    output_edge = None      # where its first output stands on the tape, while that is not the node itself: see CopySlices
    saved = ()              # laid out by the op's recorder; None once freed
    cast = None             # the dtype that inputs were promoted to, where it is not their own
    hooks = None
    seq = 0
    shape = dtype = None    # of the first output
    metas = None            # (shape, dtype) of all outputs, where there are several
    frees = True            # it saves tensors, and so runs once; a node that saved none can run again, as in torch
    quiet = True            # apply runs rules only, and no code of the user's
    runs_on_nothing = False         # apply is called without a gradient too

    node = property(lambda self: self)

    def name(self):
        """The name of the operation, as torch spells it."""
        return type(self).__name__

    def operation(self):
        """The name in messages: 'Exp' for ExpBackward0."""
        start, _, number = self.name().rpartition("Backward")
        return start + number.removesuffix("0") if start else number

    def __repr__(self):
        return f"<{type(self).__name__} object at {id(self):#x}>"

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__name__}' object")

    def __getattr__(self, name):
        """`_saved_self`, `_raw_saved_self` and their like: what the node keeps, under torch's names."""
        if name.startswith(("_saved_", "_raw_saved_")) and self.op is not None:
            from rushlight.dispatch.nodes import raw_saved_attribute, saved_attribute
            look = saved_attribute if name.startswith("_saved_") else raw_saved_attribute
            return look(self, name.partition("saved_")[2])
        raise AttributeError(f"'{self.name()}' object has no attribute '{name}'")

    def __call__(self, *grads):
        """The gradients of the inputs, given those of the outputs; recorded, where operations are."""
        if len(grads) != self.outputs:
            raise TypeError(f"expected {self.outputs} arguments, got {len(grads)} instead")
        from rushlight.dispatch.namespace import tensors
        results = tuple(self.apply(tensors, list(grads) if self.outputs > 1 else grads[0]))
        return results[0] if len(results) == 1 else results

    @property
    def next_functions(self):
        """A (node, output number) pair for each input."""
        return as_pairs(e for i, e in enumerate(self.edges) if i not in self.numbers)

    @property
    def _input_metadata(self):
        """Shape and dtype of each gradient that the node takes."""
        return tuple([InputMetadata(*self.meta(number)) for number in range(self.outputs)])

    @property
    def metadata(self):
        """A dictionary for the user's own notes."""
        return self.__dict__.setdefault("_metadata", {})

    def _sequence_nr(self):
        return self.seq

    def _require_hooks(self):
        if self.hooks is None:
            self.hooks = Hooks()
        return self.hooks

    def register_hook(self, hook):
        """Calls hook(grad_inputs, grad_outputs) after the node ran; a returned tuple replaces grad_inputs."""
        return self._require_hooks().post.add(hook)

    def register_prehook(self, hook):
        """Calls hook(grad_outputs) before the node runs; a returned tuple replaces them."""
        return self._require_hooks().pre.add(hook)

    def release(self):
        """Frees what was saved."""
        self.saved = None

    def meta(self, number):
        """Shape and dtype of an output."""
        return (self.shape, self.dtype) if self.metas is None else self.metas[number]

    def apply(self, F, grad):
        """The gradients of the edges, given that of the output (a list of them where there are several outputs)."""
        raise NotImplementedError


def as_pairs(edges):
    """Edges as next_functions shows them."""
    return tuple([(None, 0) if edge is None else (edge.node, edge.number) for edge in edges])


class Step(Node):
    """A part of what is one node here and several in torch, for those who look at the tape: no gradient passes through it."""
    frees = False

    def __init__(self, *edges):
        self.edges = edges

    def _require_hooks(self):
        refuse(f"hooks of {self.name()} here: it is a part of the node that has it among its next_functions")


@functools.cache
def step_class(name):
    """The class of steps that torch calls so."""
    return type(name, (Step,), {})


class InputMetadata:
    """What a node knows of a gradient that it takes."""
    device, is_nested_tensor, is_cpp_nested_tensor = CPU, False, False

    def __init__(self, shape, dtype):
        self.shape = list(shape)
        self.dtype = bfloat16 if dtype == bfloat16.numpy else of_numpy[dtype]       # no gradient is of type uint16



class Output:
    """The edge to a node's second or later output."""
    __slots__ = ("node", "number", "shape", "dtype")

    def __init__(self, node, number):
        self.node, self.number = node, number
        self.shape, self.dtype = node.metas[number]


def nobody():
    """In place of the weak reference to a leaf: what arrives there is dropped."""


class AccumulateGrad(Node):
    """The end of the tape at a leaf: adds what arrives to the leaf's `.grad`.

    The leaf owns this object and is only weakly known to it: otherwise every leaf would be a reference cycle.
    """

    layout = None           # the order of the dimensions in memory, for a leaf that is dense but not row-major

    def name(self):
        return "torch::autograd::AccumulateGrad"

    def __init__(self, data, leaf):
        self.leaf = leaf
        self.shape, self.dtype = data.shape, data.dtype
        if not data.flags.c_contiguous:
            order = sorted(range(data.ndim), key=lambda dim: -data.strides[dim])
            self.layout = order if data.transpose(order).flags.c_contiguous else None

    @property
    def variable(self):
        """The leaf, or None if it is gone."""
        return self.leaf()

