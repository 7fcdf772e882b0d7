"""Recurrent networks: cells, and whole layers with a rule of their own.

A layer of n steps is one node on the tape. Its input reaches the gates of all steps in one product beforehand; what is left is
the recurrence. Its rule computes the gates again, for all steps at once, from the states that the forward pass returned (those of
an LSTM are kept), and then goes back through the steps with one product and a few multiplications each: 100 steps of an LSTM
(batch 16, width 64) take a third of the time that the loop of cells takes, 20 steps of a small one a seventh.
"""
from __future__ import annotations

import math

from rushlight.backends import numpy as xp
from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Tensor, Tensors
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.wrapping import wrap
from rushlight.dtypes import float32

# ---------------------------------------------------------------- one step, in other ops: also what the layers are tested against


@op(families.composite, method=False)
def rnn_tanh_cell(F, input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None,
                  b_hh: Tensor | None = None) -> Tensor:
    """Returns the next state: the tanh of the input and the state, each times its weight."""
    _check_weights(w_ih, w_hh, 1)
    _check_step(input, (hx,), w_ih, w_hh)
    return F.tanh(F.linear(input, w_ih, b_ih) + F.linear(hx, w_hh, b_hh))


@op(families.composite, method=False)
def rnn_relu_cell(F, input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None,
                  b_hh: Tensor | None = None) -> Tensor:
    """Returns the next state: the relu of the input and the state, each times its weight."""
    _check_weights(w_ih, w_hh, 1)
    _check_step(input, (hx,), w_ih, w_hh)
    return F.relu(F.linear(input, w_ih, b_ih) + F.linear(hx, w_hh, b_hh))


@op(families.composite, method=False)
def gru_cell(F, input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None,
             b_hh: Tensor | None = None) -> Tensor:
    """Returns the next state of a gated recurrent unit (Cho and others, 2014)."""
    _check_step(input, (hx,), w_ih, w_hh)
    _check_weights(w_ih, w_hh, 3)
    reset_in, update_in, new_in = _parts(F, F.linear(input, w_ih, b_ih), 3)
    reset_own, update_own, new_own = _parts(F, F.linear(hx, w_hh, b_hh), 3)
    reset, update = F.sigmoid(reset_in + reset_own), F.sigmoid(update_in + update_own)
    new = F.tanh(new_in + reset * new_own)
    return (hx - new) * update + new


@op(families.composite, method=False)
def lstm_cell(F, input: Tensor, hx: Tensors, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None,
              b_hh: Tensor | None = None) -> Tensors:
    """Returns the next state and cell of a long short-term memory (Hochreiter and Schmidhuber, 1997)."""
    if len(hx) != 2:
        raise RuntimeError("lstm_cell expects two hidden states")
    _check_weights(w_ih, w_hh, 4)
    _check_step(input, hx, w_ih, w_hh)
    hidden, cell = hx
    enter, forget, candidate, show = _parts(F, F.linear(input, w_ih, b_ih) + F.linear(hidden, w_hh, b_hh), 4)
    cell = F.sigmoid(forget) * cell + F.sigmoid(enter) * F.tanh(candidate)
    return F.sigmoid(show) * F.tanh(cell), cell


def _check_weights(w_ih, w_hh, gates):
    rows = gates * w_hh.shape[1]
    for name, weight in (("weight_ih", w_ih), ("weight_hh", w_hh)):
        if weight.shape[0] != rows:
            raise RuntimeError(f"{name} first dim must be {gates} * hidden_size = {rows}, but got {weight.shape[0]}")


def _check_step(input, states, w_ih, w_hh):
    batch, size, width = input.shape[0], input.shape[wrap_dim(1, len(input.shape))], w_hh.shape[1]
    if size != w_ih.shape[1]:
        raise RuntimeError(f"input has inconsistent input_size: got {size} expected {w_ih.shape[1]}")
    for at, state in enumerate(states):
        if state.shape[0] != batch:
            raise RuntimeError(f"Input batch size {batch} doesn't match hidden{at} batch size {state.shape[0]}")
        if state.shape[1] != width:
            raise RuntimeError(f"hidden{at} has inconsistent hidden_size: got {state.shape[1]}, expected {width}")


def _parts(F, gates, count):
    """The gates, each by itself."""
    *lead, width = gates.shape
    return F.unbind(F.reshape(gates, (*lead, count, width // count)), -2)

# ---------------------------------------------------------------- all steps of one layer


@op(families.general, method=False, function=False, out=False, node="StackBackward0")
def _scan_rnn(xp, inputs: Tensors, relu) -> Tensor:
    """Returns the states of all steps. `inputs`: what the input adds to the gates, the first state, w_hh, perhaps b_hh."""
    gates, state, w_hh, b_hh = _filled(inputs, 4)
    return xp.scan_rnn(gates, state, w_hh, b_hh, relu)

@_scan_rnn.vjp("inputs")
def _scan_rnn_grad(F, grad, inputs, out, relu):
    _, first, w_hh, b_hh = _filled(inputs, 4)
    slope = F.where(out > 0, F.ones_like(out), 0) if relu else 1 - out * out
    back = [None] * out.shape[0]
    grad_state = F.zeros_like(first)
    for t in reversed(range(out.shape[0])):
        back[t] = (grad[t] + grad_state) * slope[t]
        grad_state = F.matmul(back[t], w_hh)
    grad_gates = F.stack(back)
    return [grad_gates, grad_state, *_grads_of_weight(F, grad_gates, _before(F, first, out), b_hh)]


@op(families.general, method=False, function=False, out=False, node="StackBackward0")
def _scan_gru(xp, inputs: Tensors) -> Tensor:
    """Returns the states of all steps; `inputs` as for _scan_rnn."""
    return xp.scan_gru(*_filled(inputs, 4))

@_scan_gru.vjp("inputs")
def _scan_gru_grad(F, grad, inputs, out):
    gates, first, w_hh, b_hh = _filled(inputs, 4)
    before = _before(F, first, out)
    reset_in, update_in, new_in = _parts(F, gates, 3)
    reset_own, update_own, new_own = _parts(F, F.linear(before, w_hh, b_hh), 3)
    reset, update = F.sigmoid(reset_in + reset_own), F.sigmoid(update_in + update_own)
    new = F.tanh(new_in + reset * new_own)
    to_new = (1 - update) * (1 - new * new)
    to_reset, to_update = to_new * new_own * reset * (1 - reset), (before - new) * update * (1 - update)
    slopes = F.stack([to_reset, to_update, to_new * reset], 2)
    back, grads = [None] * out.shape[0], [None] * out.shape[0]
    grad_state = F.zeros_like(first)
    for t in reversed(range(out.shape[0])):
        grads[t] = grad[t] + grad_state
        back[t] = _side_by_side(F, F.unsqueeze(grads[t], 1) * slopes[t])
        grad_state = grads[t] * update[t] + F.matmul(back[t], w_hh)
    grad_gates = _side_by_side(F, F.unsqueeze(F.stack(grads), 2) * F.stack([to_reset, to_update, to_new], 2))
    return [grad_gates, grad_state, *_grads_of_weight(F, F.stack(back), before, b_hh)]


@op(families.many_outputs, returns=("hidden", "cells", "active"), differentiable=2, method=False, function=False, out=False,
    node="MkldnnRnnLayerBackward0")
def _scan_lstm(xp, inputs: Tensors, projected, biased) -> Tensors:
    """Returns the states, the cells and the gates of all steps. `inputs`: as for _scan_rnn, the first cell after the first state,
    w_hr last."""
    return xp.scan_lstm(*_lstm_inputs(inputs, projected, biased))

@_scan_lstm.vjp("inputs")
def _scan_lstm_grad(F, grads, inputs, hidden, cells, active, projected, biased):
    gates, first, first_cell, w_hh, b_hh, w_hr = _lstm_inputs(inputs, projected, biased)
    before = _before(F, first, hidden)
    if F is not tensors:                                # the gates are known, and nothing has to be differentiated again
        grad_gates, grad_hiddens, *ends = F.lstm_backwards(*grads, active, cells, first_cell, w_hh, w_hr)
        result = [grad_gates, *ends, *_grads_of_weight(F, grad_gates, before, b_hh)]
        width = cells.shape[-1]
        return [*result, _product(F, grad_hiddens, active[..., 3 * width:] * F.tanh(cells))] if projected else result
    before_cell = _before(F, first_cell, cells)
    enter, forget, candidate, show = _parts(F, gates + F.linear(before, w_hh, b_hh), 4)
    enter, forget, candidate, show = F.sigmoid(enter), F.sigmoid(forget), F.tanh(candidate), F.sigmoid(show)
    bent = F.tanh(cells)
    by_cell = F.stack([candidate * enter * (1 - enter), before_cell * forget * (1 - forget),
                       enter * (1 - candidate * candidate)], 2)
    slopes = by_cell, bent * show * (1 - show), show * (1 - bent * bent), forget
    ends = F.zeros_like(first), F.zeros_like(first_cell)
    grad_gates, grad_hiddens, grad_state, grad_cell = _lstm_backwards(F, *grads, slopes, ends, w_hh, w_hr)
    result = [grad_gates, grad_state, grad_cell, *_grads_of_weight(F, grad_gates, before, b_hh)]
    return [*result, _product(F, grad_hiddens, show * bent)] if projected else result


def _lstm_backwards(F, grad_hidden, grad_cells, slopes, ends, w_hh, w_hr):
    """What reaches the gates and the states of all steps, and the first state and cell."""
    by_cell, by_show, to_cell, forget = slopes
    grad_state, grad_cell = ends
    back, states = [None] * len(forget), [None] * len(forget)
    for t in reversed(range(len(forget))):
        out = states[t] = grad_state if grad_hidden is None else grad_hidden[t] + grad_state
        if w_hr is not None:
            out = F.matmul(out, w_hr)
        grad_cell = grad_cell + out * to_cell[t]
        if grad_cells is not None:
            grad_cell = grad_cell + grad_cells[t]
        back[t] = F.cat([_side_by_side(F, F.unsqueeze(grad_cell, 1) * by_cell[t]), out * by_show[t]], 1)
        grad_state, grad_cell = F.matmul(back[t], w_hh), grad_cell * forget[t]
    return F.stack(back), F.stack(states), grad_state, grad_cell


@op(families.many_outputs, returns=("gates", "states", "first", "first_cell"), method=False, function=False, out=False)
def lstm_backwards(xp, given: Tensor, given_cells: Tensor, active: Tensor, cells: Tensor, first_cell: Tensor, w_hh: Tensor,
                   w_hr: Tensor | None) -> Tensors:
    """Returns what reaches the gates, the hidden states, the first of them and the first cell of a _scan_lstm."""
    return xp.lstm_backwards(given, given_cells, active, cells, first_cell, w_hh, w_hr)


def _filled(inputs, count):
    return (*inputs, *[None] * (count - len(inputs)))


def _lstm_inputs(inputs, projected, biased):
    gates, hidden, cell, w_hh, *rest = inputs
    return gates, hidden, cell, w_hh, rest[0] if biased else None, rest[-1] if projected else None


def _before(F, first, states):
    """The states that the steps began with."""
    return F.cat([F.unsqueeze(first, 0), states[:-1]])


def _grads_of_weight(F, grad_gates, before, b_hh):
    grad = _product(F, grad_gates, before)
    return [grad] if b_hh is None else [grad, F.sum(grad_gates, (0, 1))]


def _product(F, grad, input):
    """The gradient of a weight that was used at every step."""
    return F.matmul(F.transpose(_rows(F, grad), 0, 1), _rows(F, input))


def _rows(F, t):
    *lead, width = t.shape
    return F.reshape(t, (math.prod(lead), width))


def _side_by_side(F, t):
    """The last two dimensions made one."""
    *lead, rows, columns = t.shape
    return F.reshape(t, (*lead, rows * columns))

# ---------------------------------------------------------------- layers upon layers


def _run_rnn(relu):
    def run(gates, states, w_hh, b_hh=None):
        out = tensors._scan_rnn(_present(_like(gates, states[0]), *states, w_hh, b_hh), relu)
        return (_like(out, gates),)
    return run


def _run_gru(gates, states, w_hh, b_hh=None):
    return (tensors._scan_gru(_present(_like(gates, states[0]), *states, w_hh, b_hh)),)


def _run_lstm(gates, states, w_hh, b_hh=None, w_hr=None):
    inputs = _present(_like(gates, states[0]), *states, w_hh, b_hh, w_hr)
    return tensors._scan_lstm(inputs, w_hr is not None, b_hh is not None)[:2]


def _like(t, other):
    """`t` in the dtype of the other: autocast makes gates half of what the recurrence computes in."""
    return t if t.dtype is other.dtype else tensors.to_copy(t, other.dtype)


def _present(*values):
    return [value for value in values if value is not None]


def stacked(scan, data, states, params, has_biases, num_layers, dropout, train, bidirectional, packing=None):
    """Returns the states of the last layer at all steps, and the last states (and cells) of all layers and directions."""
    kind = data.dtype
    if kind.itemsize == 2:
        data, states, params = _as_float32(data), [_as_float32(s) for s in states], [_as_float32(p) for p in params]
    directions, last = 2 if bidirectional else 1, []
    each = len(params) // (num_layers * directions)
    for at in range(0, num_layers * directions, directions):
        outs = []
        for k in range(at, at + directions):
            weights = _named(params[k * each:(k + 1) * each], has_biases)
            out, ends = _layer(scan, data, [s[k] for s in states], weights, k > at, packing)
            outs.append(out)
            last.append(ends)
        data = outs[0] if directions == 1 else tensors.cat(outs, -1)
        if dropout and train and at + directions < num_layers * directions:
            data = tensors.dropout(data, dropout, True)
    ends = [tensors.stack(list(state)) for state in zip(*last)]
    return (data, *ends) if kind.itemsize > 2 else tuple([tensors.to_copy(t, kind) for t in (data, *ends)])


def _as_float32(t):
    return tensors.to_copy(t, float32)


def _named(params, has_biases):
    """w_ih, w_hh, b_ih, b_hh and perhaps w_hr."""
    w_ih, w_hh, *rest = params
    b_ih, b_hh = rest[:2] if has_biases else (None, None)
    return w_ih, b_ih, w_hh, b_hh, *rest[2 if has_biases else 0:]


def _layer(scan, data, states, weights, backwards, packing):
    w_ih, b_ih, *own = weights
    if packing is None:
        data = tensors.flip(data, (0,)) if backwards else data
    else:
        data = packing.spread(data, backwards)
    sequences = scan(tensors.linear(data, w_ih, b_ih), states, *own)
    if packing is not None:
        return packing.gather(sequences[0], backwards), [packing.last(s) for s in sequences]
    return tensors.flip(sequences[0], (0,)) if backwards else sequences[0], [s[-1] for s in sequences]


class Packing:
    """Sequences of falling length, step by step: where each step of each sequence is among the rows of the data."""

    def __init__(self, batch_sizes):
        self.steps, self.batch = batch_sizes.shape[0], int(batch_sizes[0])
        places = xp.packed_places(batch_sizes._data)
        self._to_grid, self._to_rows, (self._last,) = [[wrap(indices) for indices in several] for several in places]

    def spread(self, data, backwards):
        """The data as (steps, batch, width), the last step first with `backwards`; behind a sequence's end there is anything."""
        return tensors.index_select(data, 0, self._to_grid[backwards]).view(self.steps, self.batch, -1)

    def gather(self, states, backwards):
        return tensors.index_select(_rows(tensors, states), 0, self._to_rows[backwards])

    def last(self, states):
        return tensors.index_select(_rows(tensors, states), 0, self._last)

# ---------------------------------------------------------------- the functions


def _declare(name, scan, several_states):
    def run(input, *args):
        packed = not isinstance(args[2], bool)
        if packed:
            batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional = args
        else:
            hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first = args
        states = list(hx) if several_states else [hx]
        _check_states(name, states, 2 if several_states else 1, input.dtype)
        data = input if packed or not batch_first else input.transpose(0, 1)
        out, *ends = stacked(scan, data, states, params, has_biases, num_layers, dropout, train, bidirectional,
                             Packing(batch_sizes) if packed else None)
        return (out if packed or not batch_first else out.transpose(0, 1), *ends)
    run.__name__ = run.__qualname__ = name
    run.__doc__ = (f"Returns what {name} layers make of (steps, batch, width), or of packed data and its batch sizes, and their "
                   "last states.")
    return by_hand(method=False)(run)


def _check_states(name, states, count, dtype):
    if len(states) != count:
        raise RuntimeError(f"{name} expects two hidden states")
    for state in states:
        if state.dtype is not dtype:
            raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {state.dtype.scalar_name} and "
                               f"{dtype.scalar_name}")


rnn_tanh = _declare("rnn_tanh", _run_rnn(False), False)
rnn_relu = _declare("rnn_relu", _run_rnn(True), False)
gru = _declare("gru", _run_gru, False)
lstm = _declare("lstm", _run_lstm, True)
