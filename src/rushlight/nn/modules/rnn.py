"""Recurrent layers and cells."""
from __future__ import annotations

import math
import warnings

from rushlight.dispatch import autocast
from rushlight.dispatch.namespace import tensors as ops
from rushlight.nn import init
from rushlight.nn.modules.module import Module
from rushlight.nn.parameter import Parameter
from rushlight.nn.utils.rnn import PackedSequence

__all__ = ["GRU", "GRUCell", "LSTM", "LSTMCell", "RNN", "RNNBase", "RNNCell", "RNNCellBase"]

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


class RNNBase(Module):
    """Layers upon layers of one kind of cell, each over all steps, in one direction or both."""
    __constants__ = ["mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional",
                     "proj_size"]

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        _check_options(mode, input_size, hidden_size, num_layers, dropout, proj_size)
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional, self.proj_size = bidirectional, proj_size
        self._all_weights = []
        for layer in range(num_layers):
            for direction in range(2 if bidirectional else 1):
                shapes = self._shapes(layer, f"_l{layer}{'_reverse' if direction else ''}")
                for name, shape in shapes.items():
                    setattr(self, name, Parameter(ops.empty(shape, device=device, dtype=dtype)))
                self._all_weights.append(list(shapes))
        self.reset_parameters()

    def _shapes(self, layer, suffix):
        rows, width = GATES[self.mode] * self.hidden_size, self.proj_size or self.hidden_size
        inputs = width * (2 if self.bidirectional else 1) if layer else self.input_size
        shapes = {"weight_ih": (rows, inputs), "weight_hh": (rows, width)}
        if self.bias:
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        return {name + suffix: shape for name, shape in shapes.items()}

    @property
    def _flat_weights_names(self):
        return [name for names in self._all_weights for name in names]

    @property
    def _flat_weights(self):
        return [getattr(self, name, None) for name in self._flat_weights_names]

    @property
    def all_weights(self):
        """The parameters of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def __getstate__(self):
        """The lists of weights, which are worked out here, go along: PyTorch reads them from its pickles."""
        weights = [self.__dict__.get(name, self._parameters.get(name)) for name in self._flat_weights_names]
        return {**super().__getstate__(), "_flat_weights_names": self._flat_weights_names, "_flat_weights": weights}

    def __setstate__(self, state):
        super().__setstate__({name: value for name, value in state.items() if not name.startswith("_flat_weight")})

    def flatten_parameters(self):
        """Nothing: the parameters need not lie together in memory here."""

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self):
        usual = {"proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False, "dropout": 0, "bidirectional": False}
        options = [f", {name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        return f"{self.input_size}, {self.hidden_size}{''.join(options)}"

    def forward(self, input, hx=None):
        packed = isinstance(input, PackedSequence)
        data, batch_sizes, sorted_indices, unsorted_indices = input if packed else (input, None, None, None)
        if data.dim() not in ((2,) if packed else (2, 3)):
            found = f"{data.dim()}D tensor" if self.mode.startswith("RNN") else f"{data.dim()}D"
            raise ValueError(f"{type(self).__name__}: Expected input to be 2D or 3D, got {found} instead")
        batched = packed or data.dim() == 3
        if not batched:
            data = data.unsqueeze(1 if not self.batch_first else 0)
        if hx is not None and not packed:
            self._check_dims(hx, batched)
        states = self._first_states(data, batch_sizes, hx, sorted_indices, batched)
        self.check_forward_args(data, states, batch_sizes)
        out, *last = self._run(data, batch_sizes, states)
        last = tuple(last) if self.mode == "LSTM" else last[0]
        if packed:
            return PackedSequence(out, batch_sizes, sorted_indices, unsorted_indices), self.permute_hidden(last, unsorted_indices)
        if batched:
            return out, self.permute_hidden(last, None)
        return out.squeeze(1 if not self.batch_first else 0), self._without_batch(last)

    def _run(self, data, batch_sizes, states):
        function = getattr(ops, self.mode.lower())
        options = (self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        if batch_sizes is None:
            return function(data, states, *options, self.batch_first)
        return function(data, batch_sizes, states, *options)

    def _first_states(self, data, batch_sizes, hx, sorted_indices, batched):
        """The states that were given, in the order of the packed sequences and with a batch; else zeros."""
        if hx is None:
            return self._zeros(data, batch_sizes)
        return self.permute_hidden(hx, sorted_indices) if batched else self._with_batch(hx)

    def _zeros(self, data, batch_sizes):
        return ops.zeros(self.get_expected_hidden_size(data, batch_sizes), dtype=data.dtype)

    def _check_dims(self, hx, batched):
        n = 3 if batched else 2
        if hx.dim() != n:
            raise RuntimeError(f"For {'batched' if batched else 'unbatched'} {n}-D input, hx should also be {n}-D but got "
                               f"{hx.dim()}-D tensor")

    def _with_batch(self, hx):
        return hx.unsqueeze(1)

    def _without_batch(self, last):
        return last.squeeze(1)

    def check_input(self, input, batch_sizes):
        """Raises if the input does not fit the layer."""
        weight = self._flat_weights[0]
        if input.dtype is not weight.dtype and autocast.active.run is None:
            raise ValueError(f"RNN input dtype ({input.dtype}) does not match weight dtype ({weight.dtype}). Convert input: "
                             f"input.to({weight.dtype}), or convert model: model.to({input.dtype})")
        expected = 2 if batch_sizes is not None else 3
        if input.dim() != expected:
            raise RuntimeError(f"input must have {expected} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}")
        if batch_sizes is None and input.size(1 if self.batch_first else 0) == 0:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")

    def _expected(self, input, batch_sizes, width):
        batch = input.size(0 if self.batch_first else 1) if batch_sizes is None else int(batch_sizes[0])
        return self.num_layers * (2 if self.bidirectional else 1), batch, width

    def get_expected_hidden_size(self, input, batch_sizes):
        """Returns the shape of the first states."""
        return self._expected(input, batch_sizes, self.proj_size or self.hidden_size)

    def check_hidden_size(self, hx, expected_hidden_size, msg="Expected hidden size {}, got {}"):
        """Raises if a state has another shape than expected."""
        if tuple(hx.size()) != tuple(expected_hidden_size):
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    def check_forward_args(self, input, hidden, batch_sizes):
        """Raises if the input or the first states do not fit the layer."""
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    def permute_hidden(self, hx, permutation):
        """Returns the states in the order `permutation` of the batch."""
        return hx if permutation is None else hx.index_select(1, permutation)


def _check_options(mode, input_size, hidden_size, num_layers, dropout, proj_size):
    if isinstance(dropout, bool) or not 0 <= float(dropout) <= 1:
        raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being zeroed")
    if dropout > 0 and num_layers == 1:
        warnings.warn("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
                      f"greater than 1, but got dropout={dropout} and num_layers={num_layers}", stacklevel=4)
    for name, size in (("input_size", input_size), ("hidden_size", hidden_size)):
        if not isinstance(size, int):
            raise TypeError(f"{name} should be of type int, got: {type(size).__name__}")
    for name, size in (("input_size", input_size), ("hidden_size", hidden_size), ("num_layers", num_layers)):
        if size <= 0:
            raise ValueError(f"{name} must be greater than zero")
    if proj_size < 0:
        raise ValueError("proj_size should be a positive integer or zero to disable projections")
    if proj_size >= hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")
    if mode not in GATES:
        raise ValueError(f"Unrecognized RNN mode: {mode}")


class RNN(RNNBase):
    """h = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu."""

    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, device=None, dtype=None, **kwargs):
        _refuse_projections(kwargs)
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity {nonlinearity!r}. Select from 'tanh' or 'relu'.")
        super().__init__(f"RNN_{nonlinearity.upper()}", input_size, hidden_size, num_layers, bias, batch_first, dropout,
                         bidirectional, device=device, dtype=dtype)
        self.nonlinearity = nonlinearity


class GRU(RNNBase):
    """Gated recurrent units (Cho and others, 2014)."""

    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False,
                 device=None, dtype=None, **kwargs):
        _refuse_projections(kwargs)
        super().__init__("GRU", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, device=device,
                         dtype=dtype)


def _refuse_projections(kwargs):
    if "proj_size" in kwargs:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
    for name in kwargs:
        raise TypeError(f"RNNBase.__init__() got an unexpected keyword argument '{name}'")


class LSTM(RNNBase):
    """Long short-term memory (Hochreiter and Schmidhuber, 1997), perhaps with projected states."""

    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False,
                 proj_size=0, device=None, dtype=None):
        super().__init__("LSTM", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, proj_size,
                         device, dtype)

    def get_expected_cell_size(self, input, batch_sizes):
        """Returns the shape of the first cells."""
        return self._expected(input, batch_sizes, self.hidden_size)

    def _zeros(self, data, batch_sizes):
        return super()._zeros(data, batch_sizes), ops.zeros(self.get_expected_cell_size(data, batch_sizes), dtype=data.dtype)

    def _check_dims(self, hx, batched):
        n = 3 if batched else 2
        if hx[0].dim() != n or hx[1].dim() != n:
            raise RuntimeError(f"For {'batched' if batched else 'unbatched'} {n}-D input, hx and cx should also be {n}-D but got "
                               f"({hx[0].dim()}-D, {hx[1].dim()}-D) tensors")

    def _with_batch(self, hx):
        return hx[0].unsqueeze(1), hx[1].unsqueeze(1)

    def _without_batch(self, last):
        return last[0].squeeze(1), last[1].squeeze(1)

    def check_forward_args(self, input, hidden, batch_sizes):
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden[0], self.get_expected_hidden_size(input, batch_sizes), "Expected hidden[0] size {}, got {}")
        self.check_hidden_size(hidden[1], self.get_expected_cell_size(input, batch_sizes), "Expected hidden[1] size {}, got {}")

    def permute_hidden(self, hx, permutation):
        return hx if permutation is None else tuple([super(LSTM, self).permute_hidden(state, permutation) for state in hx])


# ---------------------------------------------------------------- one step


class RNNCellBase(Module):
    """The parameters of one step."""
    __constants__ = ["input_size", "hidden_size", "bias"]
    _states = 1

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows = num_chunks * hidden_size
        for name, shape in (("weight_ih", (rows, input_size)), ("weight_hh", (rows, hidden_size)), ("bias_ih", rows),
                            ("bias_hh", rows)):
            present = bias or name.startswith("weight")
            self.register_parameter(name, Parameter(ops.empty(shape, device=device, dtype=dtype)) if present else None)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self):
        shown = f"{self.input_size}, {self.hidden_size}"
        shown += "" if self.bias is True else f", bias={self.bias}"
        nonlinearity = getattr(self, "nonlinearity", "tanh")
        return shown if nonlinearity == "tanh" else f"{shown}, nonlinearity={nonlinearity}"

    def _step(self, function, input, states):
        """What one step makes of the input and of the list of states (None: zeros): the new states, all without a batch if the
        input has none.
        """
        self._check(input, () if states is None else states)
        batched = input.dim() == 2
        if states is None:
            states = [ops.zeros((*input.shape[:-1], self.hidden_size), dtype=input.dtype)] * self._states
        if not batched:
            input, states = input.unsqueeze(0), [state.unsqueeze(0) for state in states]
        made = function(input, states if self._states > 1 else states[0], self.weight_ih, self.weight_hh, self.bias_ih,
                        self.bias_hh)
        made = made if self._states > 1 else (made,)
        return made if batched else tuple([state.squeeze(0) for state in made])

    def _check(self, input, states):
        name = type(self).__name__
        if input.dim() not in (1, 2):
            raise ValueError(f"{name}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        for at, state in enumerate(states):
            if state.dim() not in (1, 2):
                which = f"hx[{at}]" if self._states > 1 else "hidden"
                raise ValueError(f"{name}: Expected {which} to be 1D or 2D, got {state.dim()}D instead")


class RNNCell(RNNCellBase):
    """One step of an RNN."""
    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        function = ops.rnn_tanh_cell if self.nonlinearity == "tanh" else ops.rnn_relu_cell
        return self._step(function, input, None if hx is None else [hx])[0]


class LSTMCell(RNNCellBase):
    """One step of an LSTM."""
    _states = 2

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        return tuple(self._step(ops.lstm_cell, input, hx))


class GRUCell(RNNCellBase):
    """One step of a GRU."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        return self._step(ops.gru_cell, input, None if hx is None else [hx])[0]
