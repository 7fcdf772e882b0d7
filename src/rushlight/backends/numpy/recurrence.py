"""Recurrences: a state carried from step to step. Dimension 0 is time; what the input adds to the gates is already known."""
from __future__ import annotations

import numpy as np

__all__ = ["packed_places", "scan_gru", "scan_lstm", "scan_rnn"]


def scan_rnn(gates, state, w_hh, b_hh, relu):
    """The states of h = f(gates + h w_hh^T + b_hh)."""
    states, weight = _new(gates, state.shape[-1]), w_hh.T
    for gate, out in zip(gates, states):
        np.add(state @ weight, gate, out=out)
        if b_hh is not None:
            out += b_hh
        state = np.maximum(out, 0, out=out) if relu else np.tanh(out, out=out)
    return states


def scan_gru(gates, state, w_hh, b_hh):
    """The states of a gated recurrent unit; the gates are reset, update and new."""
    width = state.shape[-1]
    states, weight = _new(gates, width), w_hh.T
    for gate, out in zip(gates, states):
        own = state @ weight
        if b_hh is not None:
            own += b_hh
        both = _sigmoid(own[:, :2 * width] + gate[:, :2 * width])
        reset, update = both[:, :width], both[:, width:]
        new = own[:, 2 * width:]
        new *= reset
        new += gate[:, 2 * width:]
        np.tanh(new, out=new)
        np.subtract(state, new, out=out)
        out *= update
        out += new
        state = out
    return states


def scan_lstm(gates, hidden, cell, w_hh, b_hh, w_hr):
    """The hidden states and the cells of a long short-term memory; the gates are input, forget, cell and output."""
    width = cell.shape[-1]
    hiddens, cells, weight = _new(gates, hidden.shape[-1]), _new(gates, width), w_hh.T
    for gate, out, kept in zip(gates, hiddens, cells):
        own = hidden @ weight
        own += gate
        if b_hh is not None:
            own += b_hh
        candidate = np.tanh(own[:, 2 * width:3 * width])
        _sigmoid(own)
        np.multiply(own[:, width:2 * width], cell, out=kept)
        candidate *= own[:, :width]
        kept += candidate
        shown = np.tanh(kept)
        shown *= own[:, 3 * width:]
        out[...] = shown if w_hr is None else shown @ w_hr.T
        hidden, cell = out, kept
    return hiddens, cells


def _new(gates, width):
    return np.empty((*gates.shape[:2], width), gates.dtype)


def _sigmoid(x):
    """In place: four passes, where the careful one of the op `sigmoid` needs more; exp may overflow, to the right answer."""
    np.negative(x, out=x)
    np.exp(x, out=x)
    x += 1
    return np.reciprocal(x, out=x)


def packed_places(sizes):
    """Where packed rows lie in a grid of (steps, batch), and the reverse; each also with every sequence backwards.

    Returns the rows that fill the grid (any row behind a sequence's end), the places in the grid of all rows, and the places of
    the last steps.
    """
    steps, batch = np.arange(len(sizes))[:, None], np.arange(sizes[0])
    lengths, starts = np.add.reduce(sizes[:, None] > batch, 0), np.cumsum(sizes) - sizes
    mirrored = lengths - 1 - steps
    present = mirrored >= 0
    to_grid = [np.where(present, starts[np.maximum(step, 0)] + batch, 0).ravel() for step in (steps, mirrored)]
    step, row = np.nonzero(present)
    to_rows = [step * sizes[0] + row, mirrored[step, row] * sizes[0] + row]
    return to_grid, to_rows, [(lengths - 1) * sizes[0] + batch]
