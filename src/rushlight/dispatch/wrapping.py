"""Tensors around arrays: results, views, what a node kept."""
from __future__ import annotations

import functools
from collections import namedtuple

import numpy as np

from rushlight import dtypes
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import Output
from rushlight.autograd.saved import Packed, SavedOutput, default_hooks, output_array
from rushlight.autograd.views import IN_INFERENCE, IN_NO_GRAD, View, edge_of
from rushlight.backends import numpy as xp
from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.dispatch import levels, namespace
from rushlight.storage import mark_inference, storage_of


def wrap(array):
    """A fresh Tensor around an array."""
    if type(array) is not xp.ndarray:
        array = xp.as_array(array)
    out = object.__new__(levels.Tensor)
    out._data = array
    out._edge = out._storage = None
    return out


def zeros_of(shape, dtype):
    """Zeros in the shape and (storage) dtype of a node's output."""
    zeros = np.zeros(shape, dtype)
    return zeros.view(BFloat16Array) if dtype == dtypes.bfloat16.numpy else zeros


@functools.cache
def return_type(name, fields):
    """The named tuple that torch.return_types has for an op."""
    def __repr__(self):
        return f"torch.return_types.{name}(\n" + ",\n".join(f"{f}={v!r}" for f, v in zip(fields, self)) + ")"
    def __new__(cls, values, hidden=None):                  # a dict of fields that cannot be reached by number: none has any
        if hidden or not isinstance(values, (tuple, list)):
            raise TypeError("constructor requires a sequence")
        if len(values) != len(fields):
            raise TypeError(f"torch.return_types.{name}() takes a {len(fields)}-sequence ({len(values)}-sequence given)")
        return tuple.__new__(cls, values)

    def __reduce__(self):
        return type(self), (tuple(self), {})
    made = namedtuple(name, fields)
    return type(name, (made,), {"__slots__": (), "__repr__": __repr__, "__module__": "rushlight.return_types",
                                "__new__": __new__, "__reduce__": __reduce__})


# ---------------------------------------------------------------- views

def become_view(out, input, op, options):
    """Makes `out`, which has its array already, a view of `input`. Of an inference tensor it is another, which knows no base."""
    if input._inference:
        out._edge, out._storage = None, input._storage
        mark_inference(out)
        return
    storage = input._storage
    if storage is None:
        storage = storage_of(input)
    out._storage = storage
    view = out._edge = View()
    view.step, view.version, view.array = (op, options), storage.version, out._data
    previous = input._edge
    if type(previous) is View:
        view.base, view.previous, view.creation = previous.base, previous, previous.creation
    else:
        view.base = input
    if op.creation:
        view.creation = op.creation
    if not mode.enabled:
        view.creation = IN_INFERENCE if mode.inference else IN_NO_GRAD


def wrap_views(op, input, results, options):
    """Wraps the several views that one call made; each is a `select_output` of that call."""
    outs = []
    for number, result in enumerate(results):
        out = wrap(result)
        become_view(out, input, op, options)
        if out._edge is not None:
            out._edge.step = (_PICK, (op.name, options, number))
        outs.append(out)
    return tuple(outs)


class _PICK:
    """The step of a view that is one of several outputs."""
    name = "pick_output"


# ---------------------------------------------------------------- the tape

def attach_all(op, node, outs):
    """Hangs the outputs that carry gradients on their node."""
    if node is None:
        return
    for number, out in enumerate(outs[:node.outputs]):
        edge = node if number == 0 else Output(node, number)
        if type(out._edge) is View:
            out._edge.edge = edge
        elif not out._inference:
            out._edge = edge


def materialize(F, node, grads):
    """Puts zeros where an output got no gradient."""
    return [grads] if node.outputs == 1 else [F.zeros_of(*node.meta(i)) if g is None else g for i, g in enumerate(grads)]


def output_tensor(saved, node):
    """The Tensor of a saved output, with its place on the tape."""
    if type(saved) is Packed:
        return saved.tensor(node)
    out = wrap(output_array(saved, node))
    out._tangents = getattr(saved, "tangents", None)
    out._storage = saved.storage
    if saved.number < node.outputs:         # later ones, such as indices, have no gradient
        out._edge = (node.output_edge or node) if saved.number == 0 else Output(node, saved.number)
    return out


def pack_saved(node):
    """Runs the default pack hook on every tensor that a node saved."""
    node.saved = tuple([packed(s, node, default_hooks.stack[-1]) for s in node.saved])
    node.quiet = False


def packed(saved, node, hooks):
    """What a node keeps instead of `saved` under a pair of hooks."""
    if isinstance(saved, levels.Tensor):
        return Packed(saved, hooks, edge_of(saved))
    if type(saved) is SavedOutput:
        number = saved.number if saved.number < node.outputs else None
        return Packed(output_tensor(saved, node).detach(), hooks, number)
    if type(saved) is tuple and saved and isinstance(saved[0], levels.Tensor):
        return tuple([packed(s, node, hooks) for s in saved])
    return saved


namespace.tensors.wrap = wrap
namespace.tensors.zeros_of = lambda shape, dtype: wrap(zeros_of(shape, dtype))
namespace.arrays.zeros_of = zeros_of
