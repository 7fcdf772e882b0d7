"""Recurrences: a state carried from step to step. Dimension 0 is time; what the input adds to the gates is already known."""
from __future__ import annotations

import numpy as np

__all__ = ["lstm_backwards", "packed_places", "scan_gru", "scan_lstm", "scan_rnn"]


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
    """The hidden states and the cells of a long short-term memory, and what its gates came to; these are input, forget, cell and
    output."""
    width = cell.shape[-1]
    hiddens, cells, weight = _new(gates, hidden.shape[-1]), _new(gates, width), w_hh.T
    active = np.empty(gates.shape, gates.dtype)
    np.add(gates, 0 if b_hh is None else b_hh, out=active)
    for own, out, kept in zip(active, hiddens, cells):
        own += hidden @ weight
        candidate = np.tanh(own[:, 2 * width:3 * width])
        _sigmoid(own)
        own[:, 2 * width:3 * width] = candidate
        np.multiply(own[:, width:2 * width], cell, out=kept)
        candidate *= own[:, :width]
        kept += candidate
        shown = np.tanh(kept, out=candidate)
        shown *= own[:, 3 * width:]
        out[...] = shown if w_hr is None else shown @ w_hr.T
        hidden, cell = out, kept
    return hiddens, cells, active


def lstm_backwards(grad_hidden, grad_cells, active, cells, first_cell, w_hh, w_hr):
    """What reaches the gates of all steps, the hidden states before w_hr, and the first state and cell of a scan_lstm."""
    back, to_cell = _lstm_slopes(active, cells, first_cell)
    forget = active[..., cells.shape[-1]:2 * cells.shape[-1]]
    states = grad_hidden if w_hr is None else np.empty_like(grad_hidden)
    grad_cells = grad_cells if grad_cells.any() else None
    grad_state, grad_cell = np.zeros_like(grad_hidden[0]), np.zeros_like(first_cell)
    for t in reversed(range(len(cells))):
        out = grad_hidden[t] + grad_state
        if w_hr is not None:
            states[t] = out
            out = out @ w_hr
        grad_cell += out * to_cell[t]
        if grad_cells is not None:
            grad_cell += grad_cells[t]
        parts = back[t].reshape(len(out), 4, back.shape[-1] // 4)
        parts[:, :3] *= grad_cell[:, None]
        parts[:, 3] *= out
        grad_state = back[t] @ w_hh
        grad_cell *= forget[t]
    return back, states, grad_state, grad_cell


def _lstm_slopes(active, cells, first_cell):
    """How fast the cell grows with its three gates and the hidden state with the last, side by side; and that with the cell."""
    width, back, bent = cells.shape[-1], np.empty_like(active), np.tanh(cells)
    enter, forget, candidate, show = [active[..., k * width:(k + 1) * width] for k in range(4)]
    np.subtract(1, active, out=back)
    back *= active                                      # s (1 - s), the slope of a sigmoid
    back[..., :width] *= candidate
    back[0, :, width:2 * width] *= first_cell
    back[1:, :, width:2 * width] *= cells[:-1]
    by_candidate = back[..., 2 * width:3 * width]
    np.multiply(candidate, candidate, out=by_candidate)
    np.subtract(1, by_candidate, out=by_candidate)
    by_candidate *= enter
    back[..., 3 * width:] *= bent
    to_cell = np.multiply(bent, bent, out=bent)
    np.subtract(1, to_cell, out=to_cell)
    to_cell *= show
    return back, to_cell


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
