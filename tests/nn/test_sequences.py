"""Packed and padded sequences, clipping, parameters as a vector. Numbers are PyTorch's."""
import pytest
import rushlight as torch
from rushlight.nn import utils
from rushlight.nn.utils import rnn

SERIES = torch.arange(12.0).view(4, 3)


def test_packing():
    packed = rnn.pack_padded_sequence(SERIES, [4, 2, 1])
    assert packed.data.tolist() == [0, 1, 2, 3, 4, 6, 9] and packed.batch_sizes.tolist() == [3, 2, 1, 1]
    assert packed.sorted_indices is None
    unsorted = rnn.pack_padded_sequence(SERIES, [2, 4, 1], enforce_sorted=False)
    assert unsorted.data.tolist() == [1, 0, 2, 4, 3, 7, 10] and unsorted.unsorted_indices.tolist() == [1, 0, 2]
    assert rnn.pack_padded_sequence(SERIES, [3, 2, 2, 1], batch_first=True).data.tolist() == [0, 3, 6, 9, 1, 4, 7, 2]


def test_unpacking():
    packed = rnn.pack_padded_sequence(SERIES, [2, 4, 1], enforce_sorted=False)
    padded, lengths = rnn.pad_packed_sequence(packed, batch_first=True, padding_value=-1, total_length=5)
    assert padded.tolist() == [[0, 3, -1, -1, -1], [1, 4, 7, 10, -1], [2, -1, -1, -1, -1]] and lengths.tolist() == [2, 4, 1]
    assert [s.tolist() for s in rnn.unpack_sequence(packed)] == [[0, 3], [1, 4, 7, 10], [2]]
    with pytest.raises(ValueError, match="Expected total_length to be at least the length of the longest sequence"):
        rnn.pad_packed_sequence(packed, total_length=2)


def test_gradients_go_to_what_was_packed():
    x = SERIES.clone().requires_grad_()
    padded, _ = rnn.pad_packed_sequence(rnn.pack_padded_sequence(x, [4, 2, 1]))
    (padded * SERIES).sum().backward()
    assert torch.equal(x.grad, padded.detach())


@pytest.mark.parametrize("lengths, text", [
    ([2, 4, 1], "must be sorted in decreasing order when `enforce_sorted` is True"), ([4, 2, 0], "has to be greater than 0"),
    ([4, 2], "but got 2 \\(batch_size=3\\)")])
def test_lengths_are_checked(lengths, text):
    with pytest.raises(RuntimeError, match=text):
        rnn.pack_padded_sequence(SERIES, lengths)


def test_padding_on_either_side():
    pair = [torch.ones(2), torch.zeros(3)]
    assert rnn.pad_sequence(pair).tolist() == [[1, 0], [1, 0], [0, 0]]
    assert rnn.pad_sequence(pair, True, -1.0, "left").tolist() == [[-1, 1, 1], [0, 0, 0]]


def test_clipping():
    ps = [torch.nn.Parameter(torch.ones(2)), torch.nn.Parameter(torch.ones(3))]
    assert utils.clip_grad_norm_(ps, 1.0).item() == 0.0
    ps[0].grad, ps[1].grad = torch.tensor([3.0, 4.0]), torch.zeros(3)
    assert utils.clip_grad_norm_(ps, 1.0).item() == 5.0
    assert torch.allclose(ps[0].grad, torch.tensor([0.6, 0.8]))
    utils.clip_grad_value_(ps, 0.7)
    assert torch.allclose(ps[0].grad, torch.tensor([0.6, 0.7]))
    ps[1].grad = torch.tensor([0.0, float("nan"), 0.0])
    with pytest.raises(RuntimeError, match="is non-finite, so it cannot be clipped"):
        utils.clip_grad_norm_(ps, 1.0, error_if_nonfinite=True)


def test_parameters_as_a_vector():
    m = torch.nn.Linear(2, 1)
    vector = utils.parameters_to_vector(m.parameters())
    utils.vector_to_parameters(torch.arange(3.0), m.parameters())
    assert vector.shape == (3,) and m.weight.tolist() == [[0, 1]] and m.bias.tolist() == [2]


def test_what_comes_out_of_a_rectangle_is_a_copy():
    rectangle = torch.ones(3, 2, requires_grad=True)
    long, short = rnn.unpad_sequence(rectangle, torch.tensor([3, 1]))
    assert long.stride() == (1,) and short.tolist() == [1] and type(short.grad_fn).__name__ == "IndexBackward0"
    for lengths, text in ([3], "shorter"), ([3, 1, 2], "longer"):
        with pytest.raises(ValueError, match=text):
            rnn.unpad_sequence(rectangle, torch.tensor(lengths))
    padded, _ = rnn.pad_packed_sequence(rnn.pack_padded_sequence(torch.ones(4, 3, 2), [4, 2, 1]), batch_first=True)
    assert padded.shape == (3, 4, 2) and padded.stride() == (2, 6, 1)


def test_the_first_sequence_says_the_dtype():
    assert rnn.pad_sequence([torch.ones(2, dtype=torch.int32), torch.tensor([1.7])], True, 2.5).tolist() == [[1, 1], [1, 2]]


@pytest.mark.parametrize("kind", ["RNN", "GRU", "LSTM"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_recurrent_layers_under_autocast(kind, dtype):
    layer, x = getattr(torch.nn, kind)(3, 4), torch.randn(5, 2, 3)
    with torch.autocast("cpu", torch.bfloat16):
        out, _ = layer(x.to(dtype))
        packed, _ = layer(rnn.pack_padded_sequence(x.to(dtype), [5, 3]))
    assert out.dtype is packed.data.dtype is (torch.bfloat16 if kind == "RNN" else dtype)
    assert torch.allclose(out.float(), layer(x)[0], atol=0.05)
    out.float().sum().backward()
    assert layer.weight_ih_l0.grad.dtype is torch.float32
