"""Layers and inputs for them: (constructor, inputs), the same for us and for PyTorch.

A constructor is an expression over `n`, torch.nn, and `torch`. An input is a shape (floats that require gradients), an
expression, or a value.
"""
from __future__ import annotations

ROW, IMAGE, VOLUME = (2, 4, 6), (2, 4, 5, 6), (2, 4, 4, 5, 3)
SIZES = {1: (7,), 2: (7, 6), 3: (5, 6, 4)}
CLASSES, SIGNS = "torch.tensor([0, 2, 1])", "torch.tensor([1., -1, 1])"
SIGNS_OF_ALL = "torch.tensor([[1., -1, 1, 1], [-1, 1, 1, -1], [1, 1, -1, -1]])"
YES_OR_NO, SHARES = f"(({SIGNS_OF_ALL} + 1) / 2)", "torch.linspace(.1, .9, 12).view(3, 4).requires_grad_()"
FUTURE, AWAY = "torch.ones(3, 3).triu(1) == 1", "torch.tensor([[False, False, True], [False, False, False]])"


def each(text, *inputs):
    """One case per constructor in `text`, separated by semicolons."""
    return [(f"n.{constructor.strip()}", *inputs) for constructor in text.split(";")]


def activations():
    yield from each("CELU(); CELU(.5); ELU(2.); GELU(); GELU('tanh'); GLU(1); Hardshrink(); Hardsigmoid(); Hardswish(); "
                    "Hardtanh(); Hardtanh(-.5, .7); LeakyReLU(.2); LogSigmoid(); LogSoftmax(1); Mish(); PReLU(); PReLU(4); "
                    "RReLU(); RReLU().eval(); ReLU(); ReLU6(); SELU(); SiLU(); Sigmoid(); Softmax(-1); Softmax2d(); Softmin(0); "
                    "Softplus(); Softplus(2, 1); Softshrink(); Softsign(); Tanh(); Tanhshrink(); Threshold(.1, 2); Threshold(.1, "
                    "2, False); Hardtanh(3, 1); CELU(1, 2, 3); PReLU(3); GELU('q')", ROW)
    yield from each("Softmax2d()", (3,))


def rearranging():
    yield from each("Dropout(); Dropout(.2); Dropout1d(); AlphaDropout(.3); FeatureAlphaDropout(); Dropout(2); Dropout(1.); "
                    "Dropout(0.); Dropout().eval(); Flatten(); Flatten(0, 1); Unflatten(1, (2, 2)); Unflatten(1, 2); "
                    "Unflatten(1, [2, 'a']); Upsample(size=7); Upsample(scale_factor=2); Upsample(size=5, scale_factor=3); "
                    "Upsample(scale_factor=1.5, mode='linear')", ROW)
    yield from each("Dropout2d(.4); Unfold(2, 1, 1, 2); PixelShuffle(2); ChannelShuffle(2); PixelShuffle(3); Upsample(size=(7, "
                    "5)); Upsample(scale_factor=(2, 1.5), mode='bilinear'); UpsamplingNearest2d(8); "
                    "UpsamplingBilinear2d(scale_factor=2); Upsample(scale_factor=2, mode='bicubic')", IMAGE)
    yield from each("Dropout3d(.4)", VOLUME)
    yield from each("PixelUnshuffle(2)", (2, 2, 4, 6))
    yield from each("Fold((4, 5), (2, 2)); Fold(output_size=(4, 5), kernel_size=3)", (2, 12, 12))
    yield from each("PairwiseDistance(); PairwiseDistance(1, keepdim=True); CosineSimilarity(); CosineSimilarity(0)",
                    (3, 4), (3, 4))
    for d, shape in SIZES.items():
        for kind in ("Reflection", "Replication", "Circular", "Zero"):
            yield from each(f"{kind}Pad{d}d(2); {kind}Pad{d}d({(1, 2) * d})", (2, 3, *shape))
        yield from each(f"ConstantPad{d}d(2, 3.5)", (3, *shape))
        yield from each(f"CircularPad{d}d(1)", (3,))


def linear():
    yield from each("Linear(6, 3); Linear(6, 3, bias=False); Linear(5, 3); Linear(6, 3, dtype=torch.float64); LazyLinear(3); "
                    "LazyLinear(3, bias=False); Identity(4, a=3)", ROW)
    yield from each("Bilinear(3, 4, 5); Bilinear(3, 4, 5, bias=False); Bilinear(0, 4, 5)", (2, 3), (2, 4))
    table = "torch.tensor([[1, 2, 1], [4, 0, 1]])"
    yield from each("Embedding(5, 3); Embedding(5, 3, padding_idx=1); Embedding(5, 3, padding_idx=-1); Embedding(5, 3, "
                    "max_norm=1.); Embedding(5, 3, scale_grad_by_freq=True); Embedding(5, 3, padding_idx=9); Embedding(5, 3, "
                    "_weight=torch.ones(5, 4)); Embedding.from_pretrained(torch.ones(5, 3), freeze=False); "
                    "Embedding.from_pretrained(torch.ones(3)); EmbeddingBag(5, 3); EmbeddingBag(5, 3, mode='sum'); "
                    "EmbeddingBag(5, 3, mode='max'); EmbeddingBag(5, 3, mode='q')", table)
    yield from each("EmbeddingBag(5, 3, padding_idx=1); EmbeddingBag(5, 3, max_norm=1., mode='sum', include_last_offset=True)",
                    "torch.tensor([1, 2, 1, 4, 0, 1])", "torch.tensor([0, 2, 6])")


def convolutions():
    for d, sizes in SIZES.items():
        shape = (2, 4, *sizes)
        for options in ("3", "3, 2", "3, 1, 1", "3, padding='same'", "3, dilation=2", "3, groups=2", "3, bias=False",
                        "3, padding=1, padding_mode='reflect'", "2, padding='same', padding_mode='circular'",
                        "3, stride=2, padding='same'", "3, groups=0", "3, groups=3"):
            yield from each(f"Conv{d}d(4, 6, {options})", shape)
        for options in ("3", "3, 2", "3, 2, 1, 1", "3, groups=2", "3, bias=False", "3, dilation=2", "3, padding_mode='reflect'"):
            yield from each(f"ConvTranspose{d}d(4, 6, {options})", shape)
        yield from each(f"LazyConv{d}d(6, 3); LazyConvTranspose{d}d(6, 3); LazyConv{d}d(6, 3, groups=3)", shape)
        yield from each(f"LazyConv{d}d(6, 3); Conv{d}d(4, 6, 3)", (3,))
        for output in ([2 * size + 2 for size in sizes], [30] * d, [3] * (d + 1)):
            yield from each(f"ConvTranspose{d}d(4, 6, 3, stride=2)", shape, output)


def normalizations():
    for shape in ((4, 3), (4, 3, 5), (4, 3, 5, 2), (4, 3, 2, 3, 2), (1, 3)):
        kind = f"{max(len(shape) - 2, 1)}d"
        for options in ("3", "3, momentum=None", "3, affine=False", "3, track_running_stats=False", "3, bias=False"):
            yield from each(f"BatchNorm{kind}({options}); BatchNorm{kind}({options}).eval()", shape)
        yield from each(f"LazyBatchNorm{kind}()", shape)
        if len(shape) > 2:
            yield from each(f"InstanceNorm{kind}(3); InstanceNorm{kind}(3, affine=True, track_running_stats=True); "
                            f"InstanceNorm{kind}(5, affine=True); LazyInstanceNorm{kind}(affine=True)", shape)
    yield from each("InstanceNorm1d(3)", (3, 4))
    yield from each("SyncBatchNorm(3); SyncBatchNorm.convert_sync_batchnorm(n.Sequential(n.BatchNorm1d(3), n.Linear(5, 2)))",
                    (4, 3, 5))
    yield from each("LayerNorm(6); LayerNorm((4, 6)); LayerNorm([4, 6], elementwise_affine=False); LayerNorm(6, bias=False); "
                    "LayerNorm(5); RMSNorm(6); RMSNorm((4, 6), eps=.1); GroupNorm(2, 4); GroupNorm(4, 4, affine=False); "
                    "GroupNorm(2, 5); LocalResponseNorm(3)", ROW)


def poolings():
    for d in (1, 2, 3):
        shape = (2, 3, 8, 7, 9)[:d + 2]
        for options in ("2", "3, 2", "3, 2, 1", "2, return_indices=True", "3, 2, 1, 2, ceil_mode=True"):
            yield from each(f"MaxPool{d}d({options})", shape)
        for options in ("2", "3, 2", "3, 2, 1", "3, 2, ceil_mode=True", "3, 2, 1, count_include_pad=False"):
            yield from each(f"AvgPool{d}d({options})", shape)
        yield from each(f"LPPool{d}d(1, 3, 2, True); AdaptiveAvgPool{d}d(3); AdaptiveMaxPool{d}d(3, return_indices=True)", shape)
        if d > 1:
            yield from each(f"FractionalMaxPool{d}d(2, 3); FractionalMaxPool{d}d(2, output_ratio=.5); FractionalMaxPool{d}d(2); "
                            f"FractionalMaxPool{d}d(2, 3, .5); FractionalMaxPool{d}d(2, output_ratio=2)", shape)
        places = f"(torch.arange({2 ** d}) * 2).view(1, 1, {', '.join('2' * d)})"
        yield from each(f"MaxUnpool{d}d(2)", (1, 1, *[2] * d), places)


def losses():
    for kind in ("L1Loss", "MSELoss", "SmoothL1Loss", "HuberLoss"):
        yield from each(f"{kind}(); {kind}(reduction='sum'); {kind}(reduction='none')", (3, 4), (3, 4))
    for kind in ("NLLLoss", "CrossEntropyLoss"):
        yield from each(f"{kind}(); {kind}(reduction='none'); {kind}(ignore_index=2); {kind}(torch.tensor([1., 2, 3, 4]))",
                        (3, 4), CLASSES)
    yield from each("CrossEntropyLoss(label_smoothing=.1); LinearCrossEntropyLoss(4, 5, bias=True); MultiMarginLoss(); "
                    "MultiMarginLoss(2, .5); MultiMarginLoss(3); MultiMarginLoss(weight=torch.ones(2, 2))", (3, 4), CLASSES)
    yield from each("LinearCrossEntropyLoss(4, 5, out_features=(2,))", (3, 4), "torch.ones(3, 2).long()")
    yield from each("BCEWithLogitsLoss(); BCEWithLogitsLoss(pos_weight=torch.ones(4) * 3); MultiLabelSoftMarginLoss()",
                    (3, 4), YES_OR_NO)
    yield from each("BCELoss(); BCELoss(reduction='none'); PoissonNLLLoss(); PoissonNLLLoss(False, True)", SHARES, SHARES)
    yield from each("KLDivLoss(); KLDivLoss(reduction='batchmean'); KLDivLoss(log_target=True)", (3, 4), SHARES)
    yield from each("GaussianNLLLoss(); GaussianNLLLoss(full=True); GaussianNLLLoss(1)", (3, 4), (3, 4), SHARES)
    yield from each("SoftMarginLoss(); HingeEmbeddingLoss(2.)", (3, 4), SIGNS_OF_ALL)
    yield from each("MarginRankingLoss(2.)", (3,), (3,), SIGNS)
    yield from each("CosineEmbeddingLoss(.1)", (3, 4), (3, 4), SIGNS)
    yield from each("TripletMarginLoss(); TripletMarginLoss(margin=0); TripletMarginLoss(2., 1, swap=True); "
                    "TripletMarginWithDistanceLoss(); TripletMarginWithDistanceLoss(margin=0)", (3, 4), (3, 4), (3, 4))
    yield from each("MultiLabelMarginLoss()", (3, 4), "torch.tensor([[3, 0, -1, 1], [0, 1, 2, -1], [-1, 0, 0, 0]])")
    yield from each("AdaptiveLogSoftmaxWithLoss(8, 10, [2, 5], div_value=2.); AdaptiveLogSoftmaxWithLoss(8, 10, [5, 2])",
                    (3, 8), "torch.tensor([0, 3, 7])")


def recurrent():
    for kind in ("RNN", "GRU", "LSTM"):
        for options in ("3, 4", "3, 4, 2, bias=False", "3, 4, batch_first=True", "3, 4, 2, bidirectional=True",
                        "3, 4, 2, dropout=.3", "3, 4, dropout=2", "3, 0", "3, 4, 0", "3, 4., 1", "3, 4, proj_size=2",
                        "3, 4, proj_size=4"):
            yield from each(f"{kind}({options})", (5, 2, 3))
        for shape in ((5, 3), (5, 2, 4), (0, 2, 3), (5,)):
            yield from each(f"{kind}(3, 4)", shape)
        states = [text.format("2, 2, 4", "2, 2, 4") for text in ("(torch.ones({}), torch.zeros({}))", "torch.ones({})")]
        for wrong in ("2, 2, 4", "2, 4", "2, 3, 4"):
            yield from each(f"{kind}(3, 4, 2)", (5, 2, 3), states[kind != "LSTM"].replace("2, 2, 4", wrong))
        yield from each(f"{kind}Cell(3, 4); {kind}Cell(3, 4, bias=False)", (2, 3))
        for shape in ((3,), (2, 4), (2, 2, 3)):
            yield from each(f"{kind}Cell(3, 4)", shape)
    yield from each("RNN(3, 4, nonlinearity='relu'); RNN(3, 4, nonlinearity='x')", (5, 2, 3))


def attention():
    whole = (3, 2, 4)
    yield from each("MultiheadAttention(4, 2); MultiheadAttention(4, 2, bias=False); MultiheadAttention(4, 2, add_bias_kv=True); "
                    "MultiheadAttention(4, 2, add_zero_attn=True); MultiheadAttention(4, 2, batch_first=True); "
                    "MultiheadAttention(4, 2, .3); MultiheadAttention(5, 2); MultiheadAttention(0, 2)", whole, whole, whole)
    yield from each("MultiheadAttention(4, 2, kdim=3, vdim=5)", whole, (3, 2, 3), (3, 2, 5))
    for options in ((AWAY,), (AWAY, True, FUTURE), (AWAY, False, FUTURE, True, True), (None, False, FUTURE, True, True),
                    (None, True, FUTURE, False), (None, False)):
        yield from each("MultiheadAttention(4, 2)", whole, whole, whole, *options)
    for options in ("", ", 0., 'gelu'", ", norm_first=True", ", batch_first=True", ", bias=False", ", activation='x'"):
        yield from each(f"TransformerEncoderLayer(4, 2, 8{options}); TransformerEncoderLayer(4, 2, 8{options}).eval()", whole)
        yield from each(f"TransformerDecoderLayer(4, 2, 8{options})", whole, whole)
    encoder = "TransformerEncoder(n.TransformerEncoderLayer(4, 2, 8, batch_first=True), 2)"
    yield from each(encoder, (2, 3, 4), FUTURE)
    yield from each(encoder, (2, 3, 4), None, AWAY)
    yield from each("Transformer(4, 2, 1, 1, 8, batch_first=True)", (2, 3, 4), (2, 5, 4))
    yield from each("Transformer(4, 2, 1, 1, 8, batch_first=True)", (3, 3, 4), (2, 5, 4))


TOPICS = (activations, rearranging, linear, convolutions, normalizations, poolings, losses, recurrent, attention)


def cases_of(topic):
    """{what is tested, as text: (constructor, inputs)}"""
    return {f"{case[0]} {case[1:]}": case for case in topic()}
