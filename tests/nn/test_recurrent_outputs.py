"""What recurrent layers return: a tuple of states from an LSTM, and nodes of torch's names."""
import pytest
import rushlight as torch
from rushlight import nn

X = torch.ones(3, 2, 2)


@pytest.mark.parametrize("given", [X, X[0], nn.utils.rnn.pack_padded_sequence(X, [3, 2])])
def test_an_lstm_returns_a_tuple_of_states(given):
    _, states = nn.LSTM(2, 1)(given)
    assert type(states) is tuple and len(states) == 2
    assert type(nn.GRU(2, 1)(given)[1]) is torch.Tensor


@pytest.mark.parametrize("layer, name", [(nn.LSTM, "MkldnnRnnLayerBackward0"), (nn.GRU, "StackBackward0"),
                                         (nn.RNN, "StackBackward0")])
def test_the_node_of_the_output(layer, name):
    assert layer(2, 1)(X)[0].grad_fn.name() == name
