"""Losses that compare numbers with numbers. Each reduces its terms: "mean", "sum" or "none"."""
from __future__ import annotations

import math
import warnings

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import check_constant
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.op import op
from rushlight.dispatch.promotion import result_dtype

# ---------------------------------------------------------------- reduction


def reduction_of(size_average, reduce, reduction):
    """The reduction that the arguments ask for: the first two are torch's old way to say it."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
        warnings.warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.",
                      stacklevel=3)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def reduced(F, values, reduction):
    return F.mean(values) if reduction == "mean" else F.sum(values) if reduction == "sum" else values


def per_term(F, grad, slope, reduction):
    """`grad` of the reduced loss times the slope of its terms."""
    return grad * slope if reduction != "mean" else grad * (slope / math.prod(slope.shape))


def loss(node):
    """Declares a loss that is one node on the tape; people call the function without the underscore."""
    return op(families.general, method=False, function=False, out=False, node=node)


def public():
    return op(families.composite, method=False, function=False)


def check_floating(kernel, array):
    kind = dtypes.dtype_of(array)
    if kind.category != dtypes.FLOATING:
        raise NotImplementedError(f'"{kernel}" not implemented for \'{kind.scalar_name}\'')


def warn_of_broadcast(input, target):
    if input.shape != target.shape:
        warnings.warn(f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will "
                      f"likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
                      stacklevel=4)


def common(F, input, target):
    """Both in their common dtype and shape."""
    if input.dtype is target.dtype and input.shape == target.shape:
        return input, target
    kind = result_dtype([input._data, target._data])
    return F.broadcast_tensors(*[t if t.dtype is kind else F.to_copy(t, kind) for t in (input, target)])


def like_input(F, input, target):
    """Both in their common shape and the dtype of the input, which the loss has."""
    kind = result_dtype([input._data, target._data])
    if kind.category > input.dtype.category:
        raise RuntimeError(f"result type {kind.scalar_name} can't be cast to the desired output type {input.dtype.scalar_name}")
    return common(F, input, target if target.dtype is input.dtype else F.to_copy(target, input.dtype))

# ---------------------------------------------------------------- squares and absolute values


@public()
def mse_loss(F, input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean",
             weight: Tensor | None = None) -> Tensor:
    """Returns the squared differences, reduced; `weight` weighs the terms, and their mean."""
    reduction = reduction_of(size_average, reduce, reduction)
    warn_of_broadcast(input, target)
    if weight is None:
        return F._mse_loss(*common(F, input, target), reduction)
    return weighted(F, F._mse_loss(*common(F, input, target), "none"), weight, reduction)


def weighted(F, values, weight, reduction):
    if weight.shape != values.shape:
        raise ValueError("Weights and input must have the same size.")
    if reduction == "none":
        return values * weight
    total = F.sum(values * weight)
    return total if reduction == "sum" else total / F.sum(weight)


@loss("MseLossBackward0")
def _mse_loss(xp, input: Tensor, target: Tensor, reduction) -> Tensor:
    """Returns the squared differences, reduced."""
    difference = input - target
    check_floating("mse_cpu", difference)
    return reduced(xp, difference * difference, reduction)

@_mse_loss.vjp("input")
def _mse_loss_grad_input(F, grad, input, target, reduction):
    return per_term(F, grad, 2 * (input - target), reduction)

@_mse_loss.vjp("target")
def _mse_loss_grad_target(F, grad, input, target, reduction):
    return per_term(F, grad, 2 * (target - input), reduction)


@public()
def l1_loss(F, input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean",
            weight: Tensor | None = None) -> Tensor:
    """Returns the absolute differences, reduced; `weight` weighs the terms, and their mean."""
    reduction = reduction_of(size_average, reduce, reduction)
    warn_of_broadcast(input, target)
    values = F.abs(input - target)
    return reduced(F, values, reduction) if weight is None else weighted(F, values, weight, reduction)


@public()
def smooth_l1_loss(F, input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", beta=1.0) -> Tensor:
    """Returns the absolute differences minus beta / 2, rounded off to a parabola below `beta`, reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    warn_of_broadcast(input, target)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduced(F, F.abs(input - target), reduction)
    return F._smooth_l1_loss(*common(F, input, target), reduction, beta)


@loss("SmoothL1LossBackward0")
def _smooth_l1_loss(xp, input: Tensor, target: Tensor, reduction, beta) -> Tensor:
    """Returns the rounded absolute differences, reduced."""
    size = abs(input - target)
    check_floating("smooth_l1_cpu", input)
    return reduced(xp, xp.where(size < beta, size * size * (0.5 / beta), size - 0.5 * beta), reduction)

@_smooth_l1_loss.vjp("input")
def _smooth_l1_loss_grad_input(F, grad, input, target, reduction, beta):
    return per_term(F, grad, clamped(F, (input - target) / beta, 1.0), reduction)

@_smooth_l1_loss.vjp("target")
def _smooth_l1_loss_grad_target(F, grad, input, target, reduction, beta):
    return per_term(F, grad, clamped(F, (target - input) / beta, 1.0), reduction)


def clamped(F, x, limit):
    return F.where(x < -limit, -limit, F.where(x > limit, limit, x))


@public()
def huber_loss(F, input: Tensor, target: Tensor, reduction="mean", delta=1.0, weight: Tensor | None = None) -> Tensor:
    """Returns half the squared differences, which go on as straight lines above `delta`, reduced."""
    reduction = reduction_of(None, None, reduction)
    warn_of_broadcast(input, target)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    if input.dtype.is_complex:
        raise NotImplementedError(f'"huber_cpu" not implemented for \'{input.dtype.scalar_name}\'')
    input, target = like_input(F, input, target)
    if weight is None:
        return F._huber_loss(input, target, reduction, delta)
    if weight.shape != input.shape:
        raise ValueError("Weights and input must have the same size.")
    return reduced(F, F._huber_loss(input, target, "none", delta) * weight, reduction)


@loss("HuberLossBackward0")
def _huber_loss(xp, input: Tensor, target: Tensor, reduction, delta) -> Tensor:
    """Returns Huber's function of the differences, reduced."""
    size = abs(input - target)
    check_floating("huber_cpu", input)
    return reduced(xp, xp.where(size <= delta, size * size * 0.5, (size - 0.5 * delta) * delta), reduction)

@_huber_loss.vjp("input")
def _huber_loss_grad_input(F, grad, input, target, reduction, delta):
    return per_term(F, grad, clamped(F, input - target, delta), reduction)

@_huber_loss.vjp("target")
def _huber_loss_grad_target(F, grad, input, target, reduction, delta):
    return per_term(F, grad, clamped(F, target - input, delta), reduction)


@public()
def soft_margin_loss(F, input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean") -> Tensor:
    """Returns log(1 + e**(-target * input)), reduced."""
    check_constant("soft_margin_loss", target=target)
    if not input.is_floating_point() and not input.is_complex() and not target.is_floating_point():
        raise RuntimeError(f"result type Float can't be cast to the desired output type {input.dtype.scalar_name}")
    return F._soft_margin_loss(*like_input(F, input, target), reduction_of(size_average, reduce, reduction))


@loss("SoftMarginLossBackward0")
def _soft_margin_loss(xp, input: Tensor, target: Tensor, reduction) -> Tensor:
    """Returns log(1 + e**(-target * input)), reduced."""
    return reduced(xp, xp.log1p(xp.exp(-target * input)), reduction)

@_soft_margin_loss.vjp("input")
def _soft_margin_loss_grad_input(F, grad, input, target, reduction):
    z = F.exp(-target * input)
    return per_term(F, grad, -target * z / (1 + z), reduction)

# ---------------------------------------------------------------- likelihoods


@public()
def kl_div(F, input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", log_target=False) -> Tensor:
    """Returns target * (log(target) - input), reduced; "batchmean" divides the sum by the first size."""
    if size_average is None and reduce is None and reduction == "batchmean":
        total = kl_terms(F, input, target, log_target)
        return F.sum(total) / input.shape[0] if input.ndim else F.sum(total)
    if reduction == "mean" and size_average is None and reduce is None:
        warnings.warn("reduction: 'mean' divides the total loss by both the batch size and the support size."
                      "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
                      "'mean' will be changed to behave the same as 'batchmean' in the next major release.", stacklevel=3)
    reduction = reduction_of(size_average, reduce, reduction)
    return reduced(F, kl_terms(F, input, target, log_target), reduction)


def kl_terms(F, input, target, log_target):
    if input.dtype.category < dtypes.FLOATING or target.dtype.category < dtypes.FLOATING:
        raise RuntimeError("kl_div: Integral inputs not supported.")
    return F.exp(target) * (target - input) if log_target else F.xlogy(target, target) - target * input


@public()
def gaussian_nll_loss(F, input: Tensor, target: Tensor, var: Tensor | Number, full=False, eps=1e-6, reduction="mean") -> Tensor:
    """Returns minus the log-likelihood of `target` under a normal distribution of mean `input` and variance `var`, reduced."""
    if not hasattr(var, "shape"):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = F.full_like(input, var)
    if var.shape != input.shape:
        if input.shape[:-1] == var.shape:
            var = F.unsqueeze(var, -1)
        elif var.ndim != input.ndim or any(v not in (1, n) for v, n in zip(var.shape, input.shape)):
            raise ValueError("var is of incorrect size")
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not valid")
    if (var < 0).any():
        raise ValueError("var has negative entry/entries")
    floor = F.clamp_min(var.detach(), eps)
    var = F.where(var.detach() < eps, floor, var) if not var.requires_grad else var + (floor - var).detach()
    terms = (F.log(var) + (input - target) ** 2 / var) * 0.5
    return reduced(F, terms + 0.5 * math.log(2 * math.pi) if full else terms, reduction)


@public()
def poisson_nll_loss(F, input: Tensor, target: Tensor, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None,
                     reduction="mean") -> Tensor:
    """Returns minus the log-likelihood of counts `target` under Poisson rates `input` (or their logarithms), reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    terms = F.exp(input) - target * input if log_input else input - target * F.log(input + eps)
    if full:
        stirling = target * F.log(target) - target + 0.5 * F.log(2 * math.pi * target)
        terms = terms + F.masked_fill(stirling, target <= 1, 0)
    return reduced(F, terms, reduction)

# ---------------------------------------------------------------- margins


@public()
def margin_ranking_loss(F, input1: Tensor, input2: Tensor, target: Tensor, margin=0, size_average=None, reduce=None,
                        reduction="mean") -> Tensor:
    """Returns max(0, -target * (input1 - input2) + margin), reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError(f"margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: "
                           f"{input1.shape}, input2: {input2.shape}, target: {target.shape} ")
    return reduced(F, F.clamp_min(-target * (input1 - input2) + margin, 0), reduction)


@public()
def hinge_embedding_loss(F, input: Tensor, target: Tensor, margin=1.0, size_average=None, reduce=None,
                         reduction="mean") -> Tensor:
    """Returns the input where the target is 1, and max(0, margin - input) where it is -1, reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    beside = F.where(target != 1, F.clamp_min(margin - input, 0), 0)
    return reduced(F, beside + F.where(target != -1, input, 0), reduction)


@public()
def cosine_embedding_loss(F, input1: Tensor, input2: Tensor, target: Tensor, margin=0, size_average=None, reduce=None,
                          reduction="mean") -> Tensor:
    """Returns 1 - cosine where the target is 1, and max(0, cosine - margin) where it is -1, reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    if target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if input1.ndim != target.ndim + 1 or input2.ndim != target.ndim + 1:
        raise RuntimeError(f"{target.ndim}D target tensor expects {target.ndim + 1}D input tensors, but found inputs with sizes "
                           f"{list(input1.shape)} and {list(input2.shape)}.")
    product, eps = F.sum(input1 * input2, target.ndim), 1e-12
    lengths = (F.sum(input1 * input1, target.ndim) + eps) * (F.sum(input2 * input2, target.ndim) + eps)
    cosine = product / F.sqrt(lengths)
    alike = F.where(target == 1, 1 - cosine, 0)
    return reduced(F, alike + F.where(target == -1, F.clamp_min(cosine - margin, 0), 0), reduction)


@public()
def triplet_margin_loss(F, anchor: Tensor, positive: Tensor, negative: Tensor, margin=1.0, p=2, eps=1e-6, swap=False,
                        size_average=None, reduce=None, reduction="mean") -> Tensor:
    """Returns max(0, |anchor - positive| - |anchor - negative| + margin) in the p-norm, reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return triplet(F, anchor, positive, negative, lambda a, b: F.pairwise_distance(a, b, p, eps), margin, swap, reduction)


@public()
def triplet_margin_with_distance_loss(F, anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function=None,
                                      margin=1.0, swap=False, reduction="mean") -> Tensor:
    """As triplet_margin_loss, with the caller's own distance."""
    reduction = reduction_of(None, None, reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return triplet(F, anchor, positive, negative, distance_function or F.pairwise_distance, margin, swap, reduction)


def triplet(F, anchor, positive, negative, distance, margin, swap, reduction):
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(f"The anchor, positive, and negative tensors are expected to have the same number of dimensions, but "
                           f"got: anchor {anchor.ndim}D, positive {positive.ndim}D, and negative {negative.ndim}D inputs")
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = F.minimum(far, distance(positive, negative))
    return reduced(F, F.clamp_min(margin + near - far, 0), reduction)
