"""Samples of recurrent cells and layers."""
from __future__ import annotations

from tests.ops.samples import call, samples, untested


def _cell(make, gates):
    """Input, state, and the weights and biases of a cell of width 2 over inputs of width 3."""
    return make(4, 3), make(4, 2), make(2 * gates, 3, low=-1.0, high=1.0), make(2 * gates, 2, low=-1.0, high=1.0)


@samples("rnn_tanh_cell", "rnn_relu_cell")
def _rnn_cell(make):
    yield call(*_cell(make, 1))
    yield call(*_cell(make, 1), make(2), make(2))


@samples("gru_cell")
def _gru_cell(make):
    yield call(*_cell(make, 3))
    yield call(*_cell(make, 3), make(6), make(6))


@samples("lstm_cell")
def _lstm_cell(make):
    input, state, w_ih, w_hh = _cell(make, 4)
    yield call(input, [state, make(4, 2)], w_ih, w_hh)
    yield call(input, [state, make(4, 2)], w_ih, w_hh, make(8), make(8))


def _scan(make, gates):
    """What reaches the gates of 3 steps, the first state of 2 sequences of width 2, and w_hh."""
    return make(3, 2, 2 * gates), make(2, 2, low=-1.0, high=1.0), make(2 * gates, 2, low=-1.0, high=1.0)


@samples("_scan_rnn")
def _scan_rnn(make):
    for relu in (False, True):
        yield call([*_scan(make, 1)], relu)
        yield call([*_scan(make, 1), make(2)], relu)


@samples("_scan_gru")
def _scan_gru(make):
    yield call([*_scan(make, 3)])
    yield call([*_scan(make, 3), make(6)])


untested("it is what the gradient of _scan_lstm computes over arrays", "lstm_backwards")


@samples("_scan_lstm")
def _scan_lstm(make):
    gates, state, w_hh = _scan(make, 4)
    cell = make(2, 2)
    yield call([gates, state, cell, w_hh], False, False)
    yield call([gates, state, cell, w_hh, make(8)], False, True)
    narrow = (make(2, 1, low=-1.0, high=1.0), cell, make(8, 1, low=-1.0, high=1.0))
    yield call([gates, *narrow, make(8), make(1, 2)], True, True)
