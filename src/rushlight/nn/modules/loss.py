"""Losses as layers."""
from __future__ import annotations

import math
import warnings
from dataclasses import KW_ONLY

from rushlight.nn import functional as F
from rushlight.nn.modules.distance import PairwiseDistance
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.linear import Linear
from rushlight.nn.modules.module import Module
from rushlight.ops.loss import reduction_of

__all__ = [
    "BCELoss", "BCEWithLogitsLoss", "CTCLoss", "CosineEmbeddingLoss", "CrossEntropyLoss", "GaussianNLLLoss", "HingeEmbeddingLoss",
    "HuberLoss", "KLDivLoss", "L1Loss", "LinearCrossEntropyLoss", "MSELoss", "MarginRankingLoss", "MultiLabelMarginLoss",
    "MultiLabelSoftMarginLoss", "MultiMarginLoss", "NLLLoss", "NLLLoss2d", "PoissonNLLLoss", "SmoothL1Loss", "SoftMarginLoss",
    "TripletMarginLoss", "TripletMarginWithDistanceLoss"]


class _Loss(Module):
    """How the terms are put together: "mean", "sum" or "none"; `size_average` and `reduce` are the old way to say it."""
    __constants__ = ["reduction"]

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        old = size_average is not None or reduce is not None
        self.reduction = reduction_of(size_average, reduce, reduction) if old else reduction


class _WeightedLoss(_Loss):
    """A loss with a weight for each class, or each term."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)

# ---------------------------------------------------------------- differences


class L1Loss(_Loss):
    """The absolute differences."""

    def forward(self, input, target):
        return F.l1_loss(input, target, reduction=self.reduction)


class MSELoss(_Loss):
    """The squared differences."""

    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


@layer()
class SmoothL1Loss(_Loss):
    """The absolute differences minus beta / 2, rounded off to a parabola below `beta`."""
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    beta: float = 1.0

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


@layer()
class HuberLoss(_Loss):
    """Half the squared differences, which go on as straight lines above `delta`."""
    reduction: str = "mean"
    delta: float = 1.0

    def forward(self, input, target):
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)

# ---------------------------------------------------------------- likelihoods of classes


@layer()
class NLLLoss(_WeightedLoss):
    """Minus the log-probability that the input gives the target."""
    weight: object = None
    size_average: bool | None = None
    ignore_index: int = -100
    reduce: bool | None = None
    reduction: str = "mean"

    def forward(self, input, target):
        return F.nll_loss(input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class NLLLoss2d(NLLLoss):
    """The old name of NLLLoss."""

    def __init__(self, *args, **kwargs):
        warnings.warn("`NLLLoss2d` has been deprecated. Please use `NLLLoss` instead as a drop-in replacement and see "
                      "https://pytorch.org/docs/main/nn.html#torch.nn.NLLLoss for more details.", FutureWarning, stacklevel=2)
        super().__init__(*args, **kwargs)


@layer()
class CrossEntropyLoss(_WeightedLoss):
    """Minus the log-probability of the target under the softmax of the input."""
    weight: object = None
    size_average: bool | None = None
    ignore_index: int = -100
    reduce: bool | None = None
    reduction: str = "mean"
    label_smoothing: float = 0.0

    def forward(self, input, target):
        return F.cross_entropy(input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction,
                               label_smoothing=self.label_smoothing)


class LinearCrossEntropyLoss(_WeightedLoss):
    """The CrossEntropyLoss of a linear layer of its own."""
    __constants__ = ["num_classes", "out_features", "reduction", "ignore_index", "label_smoothing"]

    def __init__(self, in_features, num_classes, *, out_features=(), bias=False, device=None, dtype=None, reduction="mean",
                 weight=None, ignore_index=None, label_smoothing=0.0, options=None):
        super().__init__(weight=weight, reduction=reduction)
        self.num_classes, self.out_features = num_classes, tuple(out_features)
        self.ignore_index, self.label_smoothing, self.options = ignore_index, label_smoothing, options
        self.linear = Linear(in_features, num_classes * math.prod(self.out_features), bias=bias, device=device, dtype=dtype)

    def forward(self, input, target):
        outputs, linear = (self.num_classes, *self.out_features), self.linear
        return F.linear_cross_entropy(
            input, linear.weight.view(*outputs, linear.in_features), target,
            linear_bias=None if linear.bias is None else linear.bias.view(outputs), weight=self.weight, reduction=self.reduction,
            ignore_index=self.ignore_index, label_smoothing=self.label_smoothing, options=self.options)

    def extra_repr(self):
        return (f"in_features={self.linear.in_features}, num_classes={self.num_classes}, out_features={self.out_features}, "
                f"bias={self.linear.bias is not None}, reduction={self.reduction}, ignore_index={self.ignore_index}, "
                f"label_smoothing={self.label_smoothing}, options={self.options}")


class BCELoss(_WeightedLoss):
    """Minus the log-probability that probabilities give yes-or-no targets."""

    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """The BCELoss of the sigmoid of the input."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(input, target, self.weight, pos_weight=self.pos_weight,
                                                  reduction=self.reduction)


@layer()
class CTCLoss(_Loss):
    """Minus the log-probability of the target under all its alignments with the input (Graves and others, 2006)."""
    blank: int = 0
    reduction: str = "mean"
    zero_infinity: bool = False

    def forward(self, log_probs, targets, input_lengths, target_lengths):
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction, self.zero_infinity)

# ---------------------------------------------------------------- likelihoods under other distributions


@layer()
class KLDivLoss(_Loss):
    """The divergence of a distribution `target` from the log-probabilities `input`."""
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    log_target: bool = False

    def forward(self, input, target):
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


@layer()
class PoissonNLLLoss(_Loss):
    """Minus the log-likelihood of counts under Poisson rates, or their logarithms."""
    log_input: bool = True
    full: bool = False
    size_average: bool | None = None
    eps: float = 1e-8
    reduce: bool | None = None
    reduction: str = "mean"

    def forward(self, log_input, target):
        return F.poisson_nll_loss(log_input, target, log_input=self.log_input, full=self.full, eps=self.eps,
                                  reduction=self.reduction)


@layer()
class GaussianNLLLoss(_Loss):
    """Minus the log-likelihood of the target under a normal distribution of mean `input` and variance `var`."""
    _: KW_ONLY
    full: bool = False
    eps: float = 1e-6
    reduction: str = "mean"

    def forward(self, input, target, var):
        return F.gaussian_nll_loss(input, target, var, full=self.full, eps=self.eps, reduction=self.reduction)

# ---------------------------------------------------------------- margins


class SoftMarginLoss(_Loss):
    """log(1 + e**(-target * input))."""

    def forward(self, input, target):
        return F.soft_margin_loss(input, target, reduction=self.reduction)


@layer()
class HingeEmbeddingLoss(_Loss):
    """The input where the target is 1, and max(0, margin - input) where it is -1."""
    margin: float = 1.0
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"

    def forward(self, input, target):
        return F.hinge_embedding_loss(input, target, margin=self.margin, reduction=self.reduction)


@layer()
class MarginRankingLoss(_Loss):
    """max(0, -target * (input1 - input2) + margin)."""
    margin: float = 0.0
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"

    def forward(self, input1, input2, target):
        return F.margin_ranking_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


@layer()
class CosineEmbeddingLoss(_Loss):
    """1 - cosine where the target is 1, and max(0, cosine - margin) where it is -1."""
    margin: float = 0.0
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"

    def forward(self, input1, input2, target):
        return F.cosine_embedding_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class TripletMarginLoss(_Loss):
    """max(0, |anchor - positive| - |anchor - negative| + margin) in the p-norm."""
    __constants__ = ["margin", "p", "eps", "swap", "reduction"]

    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        _check_margin(self, margin)
        self.margin, self.p, self.eps, self.swap = margin, p, eps, swap

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_loss(anchor, positive, negative, margin=self.margin, p=self.p, eps=self.eps, swap=self.swap,
                                     reduction=self.reduction)


class TripletMarginWithDistanceLoss(_Loss):
    """As TripletMarginLoss, with the caller's own distance."""
    __constants__ = ["margin", "swap", "reduction"]

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        super().__init__(reduction=reduction)
        _check_margin(self, margin)
        self.distance_function = PairwiseDistance() if distance_function is None else distance_function
        self.margin, self.swap = margin, swap

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=self.distance_function,
                                                   margin=self.margin, swap=self.swap, reduction=self.reduction)


def _check_margin(loss, margin):
    if margin <= 0:
        raise ValueError(f"{type(loss).__name__}: expected margin to be greater than 0, got {margin} instead")


class MultiLabelMarginLoss(_Loss):
    """max(0, 1 - (input of a class in the target - input of one that is not))."""

    def forward(self, input, target):
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """The mean over the classes of the BCELoss of the sigmoid of the input."""

    def forward(self, input, target):
        return F.multilabel_soft_margin_loss(input, target, weight=self.weight, reduction=self.reduction)


class MultiMarginLoss(_WeightedLoss):
    """max(0, margin - input of the target + input of another class)**p."""
    __constants__ = ["p", "margin", "reduction"]

    def __init__(self, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        if p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        if weight is not None and weight.dim() != 1:
            raise ValueError(f"MultiMarginLoss: expected weight to be None or 1D tensor, got {weight.dim()}D instead")
        self.p, self.margin = p, margin

    def forward(self, input, target):
        return F.multi_margin_loss(input, target, p=self.p, margin=self.margin, weight=self.weight, reduction=self.reduction)
