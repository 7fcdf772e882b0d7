"""Where the vertices of a graph go in a drawing: layers by distance, an order with few crossings, coordinates.

The method is that of Sugiyama, Tagawa and Toda (1981). An edge that passes layers gets a bend in each of them, which takes
part in everything as a narrow vertex.
"""
from __future__ import annotations

SWEEPS = 8
GAP = 24


class Layout:
    """`x` and `layer` of every vertex, and the `bends` of every edge: the x of its passage through each layer between."""

    def __init__(self, widths, edges):
        self.widths = list(widths)
        self.layer = _layers(len(widths), edges)
        self.chains = [self._chain(edge) for edge in edges]
        self.rows = [[] for _ in range(max(self.layer) + 1)]
        for vertex, layer in enumerate(self.layer):
            self.rows[layer].append(vertex)
        self._link()
        self._order()
        self._place()
        self.bends = [[self.x[v] for v in chain[1:-1]] for chain in self.chains]

    def _chain(self, edge):
        """The edge as a path with a vertex in each layer."""
        start, end = edge
        chain = [start]
        for layer in range(self.layer[start] + 1, self.layer[end]):
            chain.append(len(self.widths))
            self.widths.append(0)
            self.layer.append(layer)
        return [*chain, end]

    def _link(self):
        self.above, self.below = {}, {}
        for chain in self.chains:
            for lower, upper in zip(chain, chain[1:]):
                self.above.setdefault(lower, []).append(upper)
                self.below.setdefault(upper, []).append(lower)

    def _order(self):
        """Sorts each row by the mean place of its neighbours, up and down in turns."""
        for sweep in range(SWEEPS):
            up = sweep % 2 == 0
            neighbours = self.below if up else self.above
            place = {v: i for row in self.rows for i, v in enumerate(row)}
            for row in self.rows if up else self.rows[::-1]:
                row.sort(key=lambda v: _mean([place[n] for n in neighbours.get(v, [v])]))
                place.update({v: i for i, v in enumerate(row)})

    def _place(self):
        self.x = [0.0] * len(self.widths)
        for row in self.rows:
            self._spread(row, [0.0] * len(row))
        for sweep in range(SWEEPS):
            up = sweep % 2 == 0
            neighbours = self.below if up else self.above
            for row in self.rows if up else self.rows[::-1]:
                self._spread(row, [_mean([self.x[n] for n in neighbours.get(v, [v])]) for v in row])
        left = min(x - w / 2 for x, w in zip(self.x, self.widths))
        self.x = [x - left for x in self.x]

    def _spread(self, row, wished):
        """Puts a row where it wishes to be as far as its order and the gaps allow."""
        places, right = [], float("-inf")
        for vertex, wish in zip(row, wished):
            half = self.widths[vertex] / 2
            places.append(max(wish, right + half))
            right = places[-1] + half + GAP
        shift = _mean([wish - place for wish, place in zip(wished, places)])
        for vertex, place in zip(row, places):
            self.x[vertex] = place + shift


def _layers(count, edges):
    """The longest way from a result to each vertex. Vertices come before what they depend on."""
    layer = [0] * count
    for consumer, needed in sorted(edges):
        layer[needed] = max(layer[needed], layer[consumer] + 1)
    return layer


def _mean(values):
    return sum(values) / len(values)
