"""What layers and the functions behind them say to arguments that do not fit, and what they make of the borderline."""
import torch

CELLS = [f"torch.{kind}(r(4, 8), {state}, r({w_ih}), r({w_hh}))"
         for kind, g in (("rnn_tanh_cell", 1), ("rnn_relu_cell", 1), ("gru_cell", 3))
         for state in ("r(4, 2)", "r(3, 2)", "r(4, 3)")
         for w_ih in (f"{2 * g}, 8", f"{2 * g + 1}, 8", f"{2 * g}, 7")
         for w_hh in (f"{2 * g}, 2", f"{2 * g + 1}, 2", f"{2 * g}, 3")]
LSTM_CELLS = [f"torch.lstm_cell(r(4, 8), [{states}], r({w_ih}), r({w_hh}))"
              for states in ("r(4, 2), r(4, 2)", "r(3, 2), r(4, 2)", "r(4, 3), r(4, 2)", "r(4, 2), r(3, 2)", "r(4, 2), r(4, 3)",
                             "r(4, 2)", "r(4, 2), r(4, 2), r(4, 2)")
              for w_ih, w_hh in (("8, 8", "8, 2"), ("9, 8", "8, 2"), ("8, 8", "9, 2"), ("8, 8", "8, 3"), ("8, 7", "8, 2"))]
RECURRENT = """
nn.LSTMCell(3, 4)(r(3), (r(2, 4), r(2, 4)))
nn.LSTMCell(3, 4)(r(2, 3), (r(4), r(4)))
nn.LSTMCell(3, 4)(r(2, 3), r(2, 4))
nn.LSTMCell(3, 4)(r(2, 3), (r(2, 4),))
nn.LSTMCell(3, 4)(r(0, 3))
nn.GRUCell(3, 4)(r(3), r(1, 4))
nn.GRUCell(3, 4)(r(2, 3), r(3, 4))
nn.RNNCell(3, 4)(r(2, 3), r(2, 5))
nn.RNNCell(3, 4)(r(2, 3), r(2, 4, 1))
nn.RNNCell(3, 4, nonlinearity="x")(r(2, 3))
nn.LSTM(3, 4)(r(2, 2, 3), (z(1, 2, 4),) * 3)
nn.GRU(3, 4)(r(2, 2, 3), z(1, 2, 4).double())
nn.GRU(3.0, 4)
nn.LSTM(3, 4)(r(5, 0, 3))[0].shape
nn.GRU(3, 4, 2, bidirectional=True)(r(5, 0, 3))[0].shape
nn.RNN(3, 4)(r(0, 2, 3))
nn.ParameterDict({})()
"""
FUNCTIONS = """
F.affine_grid(r(1, 2, 3).int(), [1, 1, 2, 1], True)
F.affine_grid(r(2, 3), [1, 1, 2, 1], True)
F.affine_grid(r(1, 3, 4), torch.Size([1, 1, 2, 1]), True)
F.affine_grid(r(1, 2, 3), [1, 1, 2], True)
F.affine_grid(r(1, 2, 3), [1, 1, 0, 1], False)
F.affine_grid(r(2, 2, 3), [1, 1, 2, 2], False)
F.affine_grid(r(2, 3, 4).double().requires_grad_(), [2, 1, 2, 3, 2], False)
torch.affine_grid_generator(r(2, 2, 3), [2, 1, 2], False)
F.grid_sample(r(1, 2, 2), r(1, 1, 1, 2), align_corners=False)
F.grid_sample(r(1, 1, 2, 2), r(1, 1, 1, 1, 3), align_corners=False)
F.grid_sample(r(1, 1, 2, 2), r(1, 1, 2), align_corners=False)
F.grid_sample(r(1, 1, 2), r(1, 1, 1), align_corners=False)
F.grid_sample(r(2, 2, 2, 3).int(), r(2, 1, 3, 2).int(), align_corners=False)
F.grid_sample(r(2, 2, 2, 3, 3).int(), r(2, 1, 3, 2, 3).int(), align_corners=False)
F.grid_sample(r(0, 1, 2, 3), r(0, 1, 1, 2), align_corners=False)
F.grid_sample(r(2, 0, 2, 3), r(2, 1, 1, 2), align_corners=False)
F.grid_sample(r(2, 2, 2, 3, 3), r(2, 0, 3, 2, 3), align_corners=False)
F.cosine_embedding_loss(r(15, 10), r(15, 10), r(15, 1))
F.cosine_embedding_loss(r(2, 5), r(2, 5), r(()))
F.cosine_similarity(r(3), r(3), 0, -1e-8)
F.cosine_similarity(r(3).cfloat(), r(3).half(), 0)
F.cosine_similarity(r(3).half(), r(()).double(), 0)
F.fold(r(1, 12, 12), (4, 5), (2, 2), 8)
F.fold(r(1, 12, 12), (4, 5), 7318349394477056)
F.fold(r(1, 6, 10), (4,), (2, 3))
F.fold(r(1, 6, 10), (4, 5), (2, 3))
F.linear(r(()), r(1, 1))
F.linear(r(3), r(()))
F.linear(r(3), r(3), r(1))
F.linear(r(2, 2, 3), r(3), r(1))
F.linear(r(2, 3), r(2, 4, 3))
F.pixel_shuffle(r(2, 16, 9, 3), 545460846592)
F.fractional_max_pool2d(r(2, 1, 5, 3), [2, 1], output_ratio=[.5, .5, .6])
F.grid_sample(r(2, 2, 2, 3, requires_grad=True), r(2, 1, 3, 2), align_corners=False)
F.grid_sample(r(2, 2, 2, 3, 3), r(2, 1, 3, 2, 3, requires_grad=True), mode="nearest", align_corners=False)
F.interpolate(r(1, 1, 4, 4), scale_factor=1e20)
F.interpolate(r(1, 1, 4, 4), scale_factor=float("nan"))
F.interpolate(r(1, 1, 4, 4), scale_factor=0)
F.interpolate(r(1, 1, 4, 4), scale_factor=-1., mode="bilinear")
F.interpolate(r(1, 1, 4), size=0)
F.interpolate(r(1, 1, 4), size=(2.,), mode="linear")
F.interpolate(r(1, 0, 4), size=2)
F.interpolate(r(1, 1, 0, 4), size=2)
F.interpolate(r(1, 0, 4, 4), size=2, mode="area")
F.interpolate(r(1, 1, 4, 4), size=(0, 1), mode="area")
F.huber_loss(r(3, requires_grad=True), r(3).double())
F.huber_loss(torch.ones(3).long(), r(3))
F.huber_loss(r(3).cfloat(), r(3))
F.soft_margin_loss(r(3).half(), r(3), reduction="none")
F.soft_margin_loss(torch.ones(3).long(), torch.ones(3).long())
F.binary_cross_entropy(torch.ones(3).long(), torch.ones(3).long())
F.cross_entropy(r(3, 4), torch.tensor([0, 1, 2]), label_smoothing=2.0)
F.scaled_dot_product_attention(r(2, 3, 4), r(2, 3, 4).half(), r(2, 3, 4))
F.scaled_dot_product_attention(r(2, 3, 4), r(2, 3, 4), r(2, 3, 4), torch.ones(3, 3).long())
F.scaled_dot_product_attention(r(2, 3, 4).half(), r(2, 3, 4).half(), r(2, 3, 4).half(), z(3, 3))
torch.batch_norm_update_stats(r(0, 1), r(1), r(1), .1)
torch.batch_norm_update_stats(r(5), r(3), r(3), .1)
torch.batch_norm_update_stats(r(5, 3).double(), r(3), r(3), .1)
torch.batch_norm_update_stats(r(5, 3, requires_grad=True), r(3), r(3), .1)
torch.batch_norm_update_stats(r(5, 3).bfloat16(), r(3), r(3), .1)
torch.batch_norm_update_stats(r(5, 3).bfloat16(), None, None, .1)
"""
CTC = [f"F.ctc_loss(r({shape}).log_softmax(-1), torch.ones({targets}).int(), {times}, {lengths})"
       for shape, targets, times, lengths in (
           ("9, 2, 5", "2, 3", "[9, 9]", "[4, 3]"), ("9, 2, 5", "2, 3", "[9, 9]", "[-1, -1]"),
           ("9, 2, 5", "2, 3", "[-1, 9]", "[3, 3]"), ("9, 2, 5", "2, 3", "[10, 9]", "[3, 3]"),
           ("9, 2, 5", "6", "torch.tensor([9., 9])", "torch.tensor([3, 3])"),
           ("9, 2, 5", "6", "torch.tensor([9, 9])", "torch.tensor([3., 3])"), ("9, 2, 5", "6", "[9, 9]", "[3, 4]"),
           ("9, 2, 5", "7", "[9, 9]", "[3, 3]"), ("9, 2, 5", "3, 3", "[9, 9]", "[3, 3]"), ("9, 2, 5", "6", "[9]", "[3, 3]"),
           ("9, 2, 5", "2, 1, 3", "[9, 9]", "[3, 3]"), ("0, 2, 5", "6", "[0, 0]", "[3, 3]"), ("9, 0, 5", "0", "[]", "[]"))]
LAYOUTS = """
F.pixel_shuffle(r(2, 8, 4, 3), 2)
F.pixel_unshuffle(r(2, 8, 4, 6), 2)
F.channel_shuffle(r(2, 8, 4, 6), 2)
F.pad(r(2, 3, 4, 5), [1, 2])
F.pad(r(2, 3, 4, 5), [-1, -1, 0, 0, 1, 1])
F.pad(r(2, 3, 4, 5)[:, :, ::2], [1, 2])
F.pad(r(2, 3, 4, 5), [1, 2, 1, 1], mode="reflect")
F.pad(r(2, 3, 4, 5), [1, 2, 1, 1], mode="replicate")
F.pad(r(2, 3, 4, 5), [1, 2, 1, 1], mode="circular")
F.interpolate(r(2, 5, 4, 6), size=7)
F.interpolate(r(2, 5, 4, 6), size=7, mode="bicubic")
F.channel_shuffle(r(2, 8, 4, 6, 2), 2)
F.pad(r(2, 3, 4, 5, 2), [1, 2])
F.pad(r(2, 3, 4, 5, 4), [1, 2, 1, 1, 1, 1], mode="replicate")
"""


def channels_last(*shape):
    return torch.rand(*shape).to(memory_format=torch.channels_last if len(shape) == 4 else torch.channels_last_3d)


def show(source, r):
    try:
        made = eval(source, {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "r": r, "z": torch.zeros})
    except Exception as error:
        made = f"{type(error).__name__}: {error}".partition("\n")[0]
    made = made[0] if isinstance(made, tuple) else made
    if isinstance(made, torch.Tensor):
        made = made.dtype, tuple(made.shape), made.stride(), type(made.grad_fn).__name__
    print(source, "->", made)


for source in (*CELLS, *LSTM_CELLS, *RECURRENT.strip().split("\n"), *FUNCTIONS.strip().split("\n"), *CTC):
    show(source, torch.rand)
for source in LAYOUTS.strip().split("\n"):
    show(source, channels_last)
