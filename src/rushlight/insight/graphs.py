"""rushlight.graph: the tape behind a tensor, as vertices with names and shapes, and edges."""
from __future__ import annotations

import sys
from collections import namedtuple

from rushlight.autograd.node import AccumulateGrad
from rushlight.autograd.views import edge_of
from rushlight.dispatch import levels
from rushlight.dtypes import bfloat16, of_numpy

# `kind` is "leaf", "operation" or "result"; `freed` says that a backward pass freed what it had saved.
Vertex = namedtuple("Vertex", ("kind", "title", "detail", "freed"))


def graph(tensor, names=None):
    """Returns the Graph behind a tensor (or several): every recorded operation and every leaf that it depends on.

    `names` maps names to tensors, as `dict(model.named_parameters())` does; where it is None, the variables of the caller name
    them. RuntimeError for a tensor that requires no gradient: it has no graph.
    """
    roots = [tensor] if isinstance(tensor, levels.Tensor) else list(tensor)
    for root in roots:
        if edge_of(root) is None:
            raise RuntimeError("the tensor has no graph, for it requires no gradient: rushlight.explain(tensor) says why")
    if names is None:
        caller = sys._getframe(1)
        names = {**caller.f_globals, **caller.f_locals}
    return Graph(roots, {id(t): name for name, t in names.items() if isinstance(t, levels.Tensor) and not name.startswith("_")})


class Graph:
    """`vertices`, the results first and each before what it depends on, and `edges`: (position, position of what it needs)."""

    def __init__(self, roots, names):
        self.vertices, self.edges, self._at = [], [], {}
        for root in roots:
            self._add(("result", id(root)), self._result(root, names))
        nodes = _reachable([edge_of(root) for root in roots])
        for node in nodes:
            self._add(node, _leaf(node, names) if type(node) is AccumulateGrad else _operation(node))
        self.edges += [(self._at["result", id(root)], self._at[edge_of(root).node]) for root in roots]
        self.edges += [(self._at[node], self._at[e.node]) for node in nodes for e in node.edges if e is not None]

    def _add(self, key, vertex):
        self._at[key] = len(self.vertices)
        self.vertices.append(vertex)

    def _result(self, root, names):
        return Vertex("result", names.get(id(root), "result"), _described(root._data.shape, root.dtype), False)

    def __str__(self):
        """A line for each vertex, with the numbers of those that it depends on."""
        needs = {}
        for consumer, needed in self.edges:
            needs.setdefault(consumer, []).append(str(needed))
        lines = []
        for number, vertex in enumerate(self.vertices):
            line = f"{number:>3}  {vertex.title}  {vertex.detail}{'  (freed)' if vertex.freed else ''}"
            lines.append(line + ("" if number not in needs else f"  <- {', '.join(needs[number])}"))
        return "\n".join(lines)

    text = __str__
    __repr__ = __str__

    def dot(self):
        """The graph in Graphviz's language."""
        lines = ["digraph tape {", "    rankdir=BT", '    node [shape=box fontname="monospace"]']
        for number, vertex in enumerate(self.vertices):
            style = {"leaf": "filled", "operation": "solid", "result": "bold"}[vertex.kind]
            label = f"{vertex.title}\\n{vertex.detail}".replace('"', '\\"')
            lines.append(f'    v{number} [label="{label}" style={"dashed" if vertex.freed else style}]')
        lines += [f"    v{consumer} -> v{needed}" for consumer, needed in self.edges]
        return "\n".join([*lines, "}"])

    def svg(self):
        """The graph drawn: leaves on top, results at the bottom."""
        from rushlight.insight.drawing import drawn
        return drawn(self)

    _repr_svg_ = svg


def _reachable(edges):
    """Nodes and leaves, each before what it depends on: what was recorded later comes first."""
    found, stack = {}, [e.node for e in edges]
    while stack:
        node = stack.pop()
        if node not in found:
            found[node] = None
            stack += [e.node for e in node.edges if e is not None]
    return sorted(found, key=lambda node: -node.seq)        # leaves have the number 0; the sort keeps the order of equals


def _leaf(leaf, names):
    tensor = leaf.variable
    name = "leaf that is gone" if tensor is None else names.get(id(tensor), tensor._name or "leaf")
    return Vertex("leaf", name, _described(leaf.shape, _dtype(leaf)), False)


def _operation(node):
    return Vertex("operation", node.name(), _described(node.shape, _dtype(node)), node.frees and node.saved is None)


def _dtype(edge):
    return bfloat16 if edge.dtype == bfloat16.numpy else of_numpy[edge.dtype]


def _described(shape, dtype):
    return f"{dtype.name}{list(shape)}"
