"""Samples: activations, normalizations, losses, tables of rows, borders, attention and pixels."""
from __future__ import annotations

from tests.ops.samples import call, samples, untested, values_of

REDUCTIONS = ("none", "mean", "sum")


def constant(make, *shape, low=-2.0, high=2.0):
    """Floats for an input that has no derivative: the tests hold it fixed."""
    made = make(*shape, low=low, high=high)
    made.held_fixed = True
    return made

# ---------------------------------------------------------------- activations


@samples("flat_in")
def _flat_in(make):
    yield call(make(2, 3), constant(make, 2, 3))


@samples("hardtanh")
def _hardtanh(make):
    yield call(make(2, 3))
    yield call(make(2, 3), -0.5, 1.5)


@samples("leaky_relu", "hardshrink", "softshrink", "elu", "celu")
def _with_a_slope(make):
    yield call(make(2, 3))
    yield call(make(2, 3), 0.75)
    yield call(make())


@samples("threshold")
def _threshold(make):
    yield call(make(2, 3), 0.5, 2.0)


@samples("softplus")
def _softplus(make):
    yield call(make(2, 3))
    yield call(make(2, 3), 2.0, 1.0)


@samples("gelu")
def _gelu(make):
    yield call(make(2, 3))
    yield call(make(2, 3), approximate="tanh")


@samples("gelu_grad")
def _gelu_grad(make):
    yield call(make(2, 3), make(2, 3), "none")
    yield call(make(2, 3), make(2, 3), "tanh")


@samples("prelu")
def _prelu(make):
    yield call(make(2, 3), make(3))
    yield call(make(2, 3, 2), make(1))
    yield call(make(), make())


@samples("selu", "softsign", "tanhshrink")
def _plain(make):
    yield call(make(2, 3))


@samples("glu")
def _glu(make):
    yield call(make(2, 4))
    yield call(make(4, 3), 0)


@samples("rrelu_with_noise")
def _rrelu_with_noise(make):
    yield call(make(2, 3), constant(make, 2, 3, low=0.1, high=0.3), 0.1, 0.3, True)
    yield call(make(2, 3), constant(make, 2, 3), 0.1, 0.3, False)

# ---------------------------------------------------------------- softmax


@samples("_softmax", "_log_softmax", "softmax", "log_softmax")
def _softmax(make):
    yield call(make(2, 3), 1)
    yield call(make(2, 3, 2), -2)
    yield call(make(), 0)
    yield call(make(0, 3), 0)


@samples("softmax_grad", "log_softmax_grad")
def _softmax_grad(make):
    yield call(make(2, 3), make(2, 3), 1)
    yield call(make(2, 3), make(2, 3), -2)


@samples("_safe_softmax")
def _safe_softmax(make):
    yield call(make(2, 3), 1)
    yield call(make(2, 3).masked_fill(make.bools(3), float("-inf")), -1)

# ---------------------------------------------------------------- normalization


@samples("layer_norm")
def _layer_norm(make):
    yield call(make(2, 3, 4), (4,))
    yield call(make(2, 3, 4), (3, 4), make(3, 4), make(3, 4), 1e-3)


@samples("native_layer_norm")
def _native_layer_norm(make):
    yield call(make(2, 3, 4), (4,), None, None, 1e-5)
    yield call(make(2, 3, 4), (3, 4), make(3, 4), make(3, 4), 1e-3)
    yield call(make(2, 4), (4,), make(4), None, 1e-5)


@samples("rms_norm")
def _rms_norm(make):
    yield call(make(2, 3, 4), (4,))
    yield call(make(2, 3, 4), (3, 4), make(3, 4), 1e-3)


@samples("group_norm")
def _group_norm(make):
    yield call(make(2, 4, 3), 2)
    yield call(make(2, 4), 1, make(4), make(4), 1e-3)


@samples("native_group_norm")
def _native_group_norm(make):
    yield call(make(2, 4, 3), make(4), make(4), 2, 4, 3, 2, 1e-5)
    yield call(make(2, 4, 3, 2), None, None, 2, 4, 6, 2, 1e-5)
    yield call(make(2, 4), make(4), None, 2, 4, 1, 1, 1e-5)


@samples("native_batch_norm")
def _native_batch_norm(make):
    yield call(make(4, 3), make(3), make(3), None, None, True, 0.1, 1e-5)
    yield call(make(2, 3, 4), None, None, None, None, True, 0.1, 1e-3)
    mean, var = constant(make, 3), constant(make, 3, low=0.5, high=2)
    yield call(make(2, 3, 2), make(3), make(3), mean, var, False, 0.1, 1e-5)


@samples("_add_relu")
def _add_relu(make):
    yield call(make(3, 4), make(3, 4))
    yield call(make(3, 4), make(4), alpha=2)


@samples("batch_norm_update_stats")
def _batch_norm_update_stats(make):
    yield call(make(4, 3), None, None, 0.1)
    yield call(make(2, 3, 4), None, None, 0.1)


@samples("instance_norm")
def _instance_norm(make):
    yield call(make(2, 3, 4), make(3), make(3), None, None, True, 0.1, 1e-5, False)
    mean, var = constant(make, 3), constant(make, 3, low=0.5, high=2)
    yield call(make(2, 3, 4), None, None, mean, var, False, 0.1, 1e-5, False)


@samples("local_response_norm")
def _local_response_norm(make):
    yield call(make(2, 4, 3), 2)
    yield call(make(2, 4, 3), 3, 0.1, 0.5, 2.0)


@samples("normalize")
def _normalize(make):
    yield call(make(2, 3))
    yield call(make(2, 3), 1.0, 0)
    yield call(make(2, 3), 3.0, -1, 10.0)


@samples("cosine_similarity")
def _cosine_similarity(make):
    yield call(make(2, 3), make(2, 3))
    yield call(make(2, 3), make(3), -1)


@samples("pairwise_distance")
def _pairwise_distance(make):
    yield call(make(2, 3), make(2, 3))
    yield call(make(2, 3), make(3), 1.0, 1e-3, True)

# ---------------------------------------------------------------- losses between numbers


@samples("_mse_loss")
def _mse_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3), make(2, 3), reduction)


@samples("_smooth_l1_loss", "_huber_loss")
def _huber_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3), make(2, 3), reduction, 0.75)


@samples("_soft_margin_loss")
def _soft_margin_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3), constant(make, 2, 3), reduction)


@samples("soft_margin_loss", "hinge_embedding_loss")
def _against_signs(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3), constant(make, 2, 3), reduction=reduction)


@samples("kl_div")
def _kl_div(make):
    for reduction in ("none", "batchmean", "sum"):
        yield call(make(2, 3), make(2, 3, low=0.2), reduction=reduction)
    yield call(make(2, 3), make(2, 3), reduction="sum", log_target=True)


@samples("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "poisson_nll_loss")
def _between_two(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3), make(2, 3, low=0.2), reduction=reduction)


@samples("gaussian_nll_loss")
def _gaussian_nll_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3), make(2, 3), make(2, 3, low=0.5), reduction=reduction)
    yield call(make(2, 3), make(2, 3), make(2, 1, low=0.5), full=True)


@samples("margin_ranking_loss")
def _margin_ranking_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(3), make(3), make(3), 0.5, reduction=reduction)


@samples("cosine_embedding_loss")
def _cosine_embedding_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(3, 2), make(3, 2), make.ints(3, low=0, high=2) * 2 - 1, 0.25, reduction=reduction)


@samples("triplet_margin_loss")
def _triplet_margin_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(3, 2), make(3, 2), make(3, 2), reduction=reduction)
    yield call(make(3, 2), make(3, 2), make(3, 2), 2.0, 1, swap=True)


@samples("triplet_margin_with_distance_loss")
def _triplet_margin_with_distance_loss(make):
    yield call(make(3, 2), make(3, 2), make(3, 2))
    yield call(make(3, 2), make(3, 2), make(3, 2), margin=2.0, swap=True, reduction="sum")

# ---------------------------------------------------------------- losses between scores and classes


@samples("_nll_loss")
def _nll_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(4, 3), make.ints(4, high=3), None, reduction, -100)
        yield call(make(2, 3, 2, 2), make.ints(2, 2, 2, high=3), constant(make, 3, low=0.5), reduction, 1)
    yield call(make(3), make.ints(high=3), constant(make, 3, low=0.5), "mean", -100)


@samples("nll_loss_grad")
def _nll_loss_grad(make):
    yield call(make(4), make.ints(4, high=3), None, (4, 3), "none", -100)
    yield call(make(), make.ints(4, high=3), constant(make, 3, low=0.5), (4, 3), "mean", 1)
    yield call(make(), make.ints(2, 2, 2, high=3), None, (2, 3, 2, 2), "sum", -100)


@samples("nll_loss")
def _nll(make):
    for reduction in REDUCTIONS:
        yield call(make(4, 3), make.ints(4, high=3), constant(make, 3, low=0.5), ignore_index=1, reduction=reduction)
    yield call(make(2, 3, 2), make.ints(2, 2, high=3))
    yield call(make(3), make.ints(high=3))


@samples("cross_entropy")
def _cross_entropy(make):
    for reduction in REDUCTIONS:
        weight = constant(make, 3, low=0.5)
        yield call(make(4, 3), make.ints(4, high=3), weight, ignore_index=1, reduction=reduction, label_smoothing=0.1)
        yield call(make(4, 3), make(4, 3, low=0.1), weight, reduction=reduction, label_smoothing=0.1)
    yield call(make(2, 3, 2), make.ints(2, 2, high=3))
    yield call(make(3), make.ints(high=3))


@samples("_binary_cross_entropy")
def _binary_cross_entropy(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3, low=0.1, high=0.9), make(2, 3, low=0.1, high=0.9), None, reduction)
    yield call(make(2, 3, low=0.1, high=0.9), make(2, 3, low=0.1, high=0.9), constant(make, 2, 3), "mean")


@samples("_binary_cross_entropy_with_logits")
def _binary_cross_entropy_with_logits(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3), make(2, 3, low=0.1, high=0.9), None, None, reduction)
    yield call(make(2, 3), make(2, 3, low=0.1, high=0.9), constant(make, 2, 3), constant(make, 3, low=0.5), "mean")


@samples("binary_cross_entropy", "binary_cross_entropy_with_logits", "multilabel_soft_margin_loss")
def _yes_or_no(make):
    for reduction in REDUCTIONS:
        yield call(make(2, 3, low=0.1, high=0.9), make(2, 3, low=0.1, high=0.9), constant(make, 3), reduction=reduction)

# ---------------------------------------------------------------- rows, borders, pixels


@samples("multi_margin_loss")
def _multi_margin_loss(make):
    for reduction in REDUCTIONS:
        yield call(make(3, 4), make.ints(3, low=0, high=3), reduction=reduction)
    yield call(make(3, 4), make.ints(3, low=0, high=3), 2, 0.5, constant(make, 4))
    yield call(make(4), make.ints(1, low=0, high=3))


@samples("multilabel_margin_loss")
def _multilabel_margin_loss(make):
    labels = make.ints(3, 4, low=-1, high=3)
    for reduction in REDUCTIONS:
        yield call(make(3, 4), labels, reduction=reduction)
    yield call(make(4), labels[0])


@samples("pdist")
def _pdist(make):
    for p in (1.0, 2.0, 3.0):
        yield call(make(4, 3), p)
    yield call(make(1, 3))


untested("it serves few elements only: tests/backends/test_few_elements.py", "_layer_norm", "_cross_entropy")
untested("its gradient is that of scores before a softmax, not of its input; tests/ops/test_ctc.py", "ctc_loss")


@samples("embedding_bag")
def _embedding_bag(make):
    for mode in ("sum", "mean", "max"):
        yield call(make.ints(2, 3, low=0, high=4), make(5, 2), mode=mode)
        yield call(make.ints(6, low=0, high=4), make(5, 2), make.ints(2, low=0, high=1) * 0, mode=mode, padding_idx=2)
    yield call(make.ints(2, 3, low=0, high=4), make(5, 2), mode="sum", per_sample_weights=make(2, 3))


@samples("embedding")
def _embedding(make):
    yield call(make(4, 3), make.ints(2, 3, high=4))
    yield call(make(4, 3), make.ints(5, low=1, high=4), 0)
    yield values_of(make(4, 3), make.ints(5, high=4), 1)            # the padding row gets no gradient, whatever differences say


@samples("embedding_grad")
def _embedding_grad(make):
    yield call(make(2, 3, 2), make.ints(2, 3, high=4), 4, -1, False)
    yield call(make(5, 2), make.ints(5, high=4), 4, 1, False)


@samples("one_hot")
def _one_hot(make):
    yield call(make.ints(2, 3))
    yield call(make.ints(4), 7)


@samples("pad")
def _pad(make):
    yield call(make(2, 3), (1, 2))
    yield call(make(2, 3), (1, 0, 0, 2), "constant", 1.5)
    for mode in ("reflect", "replicate", "circular"):
        yield call(make(1, 2, 4), (2, 1), mode)
        yield call(make(1, 2, 3, 4), (1, 2, 1, 0), mode)


@samples("constant_pad_nd")
def _constant_pad_nd(make):
    yield call(make(2, 3), (1, 2), 1.5)
    yield call(make(2, 3), (-1, 0, 0, 2))


@samples("pad_by_copying")
def _pad_by_copying(make):
    for mode in ("reflect", "replicate", "circular"):
        yield call(make(1, 2, 4), (2, 1), mode)
        yield call(make(1, 2, 3, 4), (1, 2, 1, 0), mode)


@samples("pad_by_copying_grad")
def _pad_by_copying_grad(make):
    for mode in ("reflect", "replicate", "circular"):
        yield call(make(1, 2, 7), (1, 2, 4), (2, 1), mode)


@samples("scaled_dot_product_attention")
def _attention(make):
    yield call(make(2, 3, 4), make(2, 5, 4), make(2, 5, 2))
    yield call(make(2, 3, 4), make(2, 3, 4), make(2, 3, 2), is_causal=True, scale=0.25)
    yield call(make(2, 3, 4), make(2, 5, 4), make(2, 5, 2), make(3, 5))
    yield call(make(1, 4, 3, 2), make(1, 2, 5, 2), make(1, 2, 5, 2), enable_gqa=True)


@samples("pixel_shuffle")
def _pixel_shuffle(make):
    yield call(make(1, 8, 2, 3), 2)
    yield call(make(4, 1, 2), 2)


@samples("pixel_unshuffle")
def _pixel_unshuffle(make):
    yield call(make(1, 2, 4, 6), 2)


@samples("channel_shuffle")
def _channel_shuffle(make):
    yield call(make(2, 6, 2), 3)


untested("it is what layer_norm's gradient computes over arrays", "normalized_grad")


@samples("linear_cross_entropy")
def _linear_cross_entropy(make):
    target = make.ints(3, high=4)
    yield call(make(3, 5), make(4, 5), target)
    yield call(make(3, 5), make(4, 5), target, linear_bias=make(4), label_smoothing=0.1, reduction="sum")
    yield call(make(3, 5), make(4, 2, 5), make.ints(3, 2, high=4), linear_bias=make(4, 2), ignore_index=1)


@samples("norm_except_dim")
def _norm_except_dim(make):
    yield call(make(3, 2))
    yield call(make(3, 2, 2), 2, 1)
    yield call(make(3, 2), 2, -1)


@samples("_weight_norm")
def _weight_norm(make):
    yield call(make(3, 2), make(3, 1))
    yield call(make(3, 2, 2), make(1, 2, 1), 1)
    yield call(make(3, 2), make(), -1)


@samples("weight_norm_interface")
def _weight_norm_interface(make):
    yield call(make(3, 2), make(3, 1), 0)
    yield call(make(3, 2, 2), make(1, 1, 2), 2)
