"""Functions that give back their inputs, with something other than the identity on the way back."""
from __future__ import annotations

from rushlight.autograd.node import Node, Output, sequence
from rushlight.autograd.views import edge_of
from rushlight.dispatch.wrapping import wrap
from rushlight.storage import storage_of


class DelayedError(Node):
    """A function that gives back its inputs, and raises `msg` when it is differentiated."""

    def __init__(self, msg, num_inputs):
        self.message, self.outputs = msg, num_inputs

    def __call__(self, *inputs):
        node = object.__new__(Error)
        node.message = self.message
        return _hung_on(node, inputs)


class UndefinedGrad(Node):
    """A function that gives back its inputs, and passes no gradient."""

    def __init__(self):
        pass

    def __call__(self, *inputs):
        return _hung_on(object.__new__(UndefinedGradBackward), inputs)


class Error(Node):
    """The node of a DelayedError."""

    def apply(self, F, grad):
        raise RuntimeError(self.message)


class UndefinedGradBackward(Node):
    """The node of an UndefinedGrad."""

    def apply(self, F, grad):
        return (None,) * len(self.edges)


def _hung_on(node, inputs):
    """The inputs as outputs of the node (None stays None); a lone one bare."""
    node.seq, node.edges = next(sequence), tuple([None if t is None else edge_of(t) for t in inputs])
    outs = [None if t is None else wrap(t._data) for t in inputs]
    node.metas = [((), None) if o is None else (o._data.shape, o._data.dtype) for o in outs]
    node.outputs, (node.shape, node.dtype) = len(outs), node.metas[0]
    for number, (out, tensor) in enumerate(zip(outs, inputs)):
        if out is not None:
            out._storage = storage_of(tensor)
            out._edge = node if number == 0 else Output(node, number)
    return outs[0] if len(outs) == 1 else tuple(outs)
