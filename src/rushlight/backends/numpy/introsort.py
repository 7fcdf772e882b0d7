"""Where equal elements end up in an order that need not be stable: PyTorch's is that of std::sort of the GNU C++ library.

That is introsort (Musser, 1997): parts of more than 16 elements are split about the median of three, and the rest is put in
order by insertion, which is stable.
"""
from __future__ import annotations

import numpy as np

SHORT, LONG, MANY = 16, 1024, 4096          # shorter rows are stable; longer ones, or more elements, would take too long here


def unstable(keys, order, dim):
    """The stable `order` of the keys along `dim`, with equal keys where an unstable one leaves them."""
    if not SHORT < keys.shape[dim] <= LONG or keys.size > MANY:
        return order
    if keys.ndim == 1:
        return _row(keys, order)
    order = order.copy()
    rows, orders = np.moveaxis(keys, dim, -1), np.moveaxis(order, dim, -1)
    for place in np.ndindex(rows.shape[:-1]):
        orders[place] = _row(rows[place], orders[place])
    return order


def _row(keys, order):
    placed = keys[order]
    equal = placed[1:] == placed[:-1]
    if placed.dtype.kind == "f":
        missing = np.isnan(placed)
        equal |= missing[1:] & missing[:-1]
    if not equal.any():
        return order
    ranks = np.zeros(len(keys), np.int64)
    ranks[order[1:]] = np.cumsum(~equal)
    split = _split(ranks.tolist())
    return order if split is None else split[ranks[split].argsort(kind="stable")]


def _split(ranks):
    """The positions after all splitting; None where it goes so badly that std::sort changes to a heap."""
    at, parts = list(range(len(ranks))), [(0, len(ranks), 2 * (len(ranks).bit_length() - 1))]
    while parts:
        first, last, depth = parts.pop()
        while last - first > SHORT:
            if not depth:
                return None
            depth -= 1
            cut = _partition(at, ranks, first, last)
            parts.append((cut, last, depth))
            last = cut
    return np.array(at)


def _partition(at, ranks, first, last):
    """Moves what is below the median of three in front of what is above it, and returns where the second part starts."""
    middle = _median(at, ranks, first + 1, first + (last - first) // 2, last - 1)
    at[first], at[middle] = at[middle], at[first]
    pivot, low, high = ranks[at[first]], first + 1, last
    while True:
        while ranks[at[low]] < pivot:
            low += 1
        high -= 1
        while pivot < ranks[at[high]]:
            high -= 1
        if low >= high:
            return low
        at[low], at[high] = at[high], at[low]
        low += 1


def _median(at, ranks, a, b, c):
    x, y, z = ranks[at[a]], ranks[at[b]], ranks[at[c]]
    if x < y:
        return b if y < z else c if x < z else a
    return a if x < z else c if y < z else b
