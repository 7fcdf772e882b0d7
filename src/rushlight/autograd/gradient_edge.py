"""GradientEdge: where a gradient flows, without the tensor that it belongs to."""
from __future__ import annotations

from typing import Any, NamedTuple

from rushlight.autograd.node import Output
from rushlight.autograd.views import edge_of


class GradientEdge(NamedTuple):
    """A node and the number of one of its outputs; keeps the graph behind it alive."""
    node: Any
    output_nr: int
    ownership_token: Any = None

    def edge(self):
        """What the tape calls it."""
        return self.node if self.output_nr == 0 else Output(self.node, self.output_nr)


def get_gradient_edge(tensor):
    """Where the gradient of a tensor flows: the node that made it, or that accumulates it. RuntimeError for a constant."""
    edge = edge_of(tensor)
    if edge is None:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    return GradientEdge(edge.node, edge.number)
