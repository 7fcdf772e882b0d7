"""Losses that compare scores or probabilities with classes."""
from __future__ import annotations

import math

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import broadcast_shape, check_constant
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.dispatch.out_dtypes import castable
from rushlight.dispatch.promotion import promote_types
from rushlight.ops.activation import flat
from rushlight.ops.loss import loss, per_term, public, reduced, reduction_of

# ---------------------------------------------------------------- one class of many


@public()
def nll_loss(F, input: Tensor, target: Tensor, weight: Tensor | None = None, size_average=None, ignore_index=-100, reduce=None,
             reduction="mean") -> Tensor:
    """Returns minus the log-probability `input` of each class `target` (dimension 1), weighted by class, reduced."""
    return nll_of(F, input, target, weight, reduction_of(size_average, reduce, reduction), ignore_index)


def nll_of(F, input, target, weight, reduction, ignore_index):
    shape, target_shape = input._data.shape, target._data.shape
    check_classes(shape, target_shape)
    if weight is not None:
        check_constant("nll_loss_forward" if len(shape) < 3 else "nll_loss2d_forward", weight=weight)
    if len(shape) == 1 and target_shape:
        target = F.reshape(target, ())
    if len(shape) in (1, 2, 4):
        return F._nll_loss(input, target, weight, reduction, ignore_index)
    batch, classes, *rest = shape
    flat_shape = (1, math.prod(rest)) if len(shape) == 3 else (rest[0], math.prod(rest[1:]))
    out = F._nll_loss(F.reshape(input, (batch, classes, *flat_shape)), F.reshape(target, (batch, *flat_shape)), weight, reduction,
                      ignore_index)
    return F.view(out, target_shape) if reduction == "none" else out


def check_classes(shape, target_shape):
    rank, target_rank = len(shape), len(target_shape)
    if rank == 2 and target_rank == 1 and shape[0] == target_shape[0]:
        return                                          # the usual case
    if rank < 1:
        raise ValueError(f"Expected 1 or more dimensions (got {rank})")
    batch = target_shape[0] if target_rank else 0
    if rank > 1 and shape[0] != batch:
        raise ValueError(f"Expected input batch_size ({shape[0]}) to match target batch_size ({batch}).")
    if rank == 1 and target_rank > 1 or rank == 2 and target_rank != 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if rank == 1 and target_shape not in ((), (1,)):
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {batch}")
    if rank == 4 and target_rank != 3:
        raise RuntimeError(f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {target_rank}")
    if rank == 4 and shape[2:] != target_shape[1:]:
        raise RuntimeError(f"size mismatch (got input: {list(shape)} , target: {list(target_shape)}")
    if rank > 2 and shape[2:] != target_shape[1:]:
        raise RuntimeError(f"Expected target size {[shape[0], *shape[2:]]}, got {list(target_shape)}")


@op(families.general, method=False, function=False, out=False,
    node="NllLossBackward0 if input._data.ndim < 3 else NllLoss2DBackward0")
def _nll_loss(xp, input: Tensor, target: Tensor, weight: Tensor | None, reduction, ignore_index) -> Tensor:
    """Returns minus the input at each target class, weighted, reduced."""
    return xp.nll_loss(input, target, weight, reduction, ignore_index)

@_nll_loss.vjp("input")
def _nll_loss_grad(F, grad, input, target, weight, reduction, ignore_index):
    return flat(F, F.nll_loss_grad(grad, target, weight, tuple(input.shape), reduction, ignore_index), input)

@_nll_loss.jvp("input")
def _nll_loss_tangent(F, tangent, target, weight, reduction, ignore_index):
    return F._nll_loss(tangent, target, weight, reduction, ignore_index)


@op(families.general, method=False, function=False, out=False)
def nll_loss_grad(xp, grad: Tensor, target: Tensor, weight: Tensor | None, shape, reduction, ignore_index) -> Tensor:
    """Returns what reaches the input of nll_loss."""
    return xp.nll_loss_grad(grad, target, weight, shape, reduction, ignore_index)

@nll_loss_grad.vjp("grad")
def nll_loss_grad_grad(F, gradgrad, target, weight, reduction, ignore_index):
    return F._nll_loss(gradgrad, target, weight, reduction, ignore_index)      # the transpose of a linear map's transpose


@op(families.general, method=False, function=False, out=False, differentiable=0, kernel="cross_entropy")
def _cross_entropy(xp, input: Tensor, target: Tensor, ignore_index, reduction) -> Tensor:
    """Returns the cross entropy of few scores with one class for each row, or None if it is not so simple."""
    return xp.cross_entropy(input, target, ignore_index, reduction)


@op(families.composite, method=False, function=False, plainly=(
    "_cross_entropy", "weight is None and size_average is None and reduce is None and not label_smoothing"))
def cross_entropy(F, input: Tensor, target: Tensor, weight: Tensor | None = None, size_average=None, ignore_index=-100,
                  reduce=None, reduction="mean", label_smoothing=0.0) -> Tensor:
    """Returns minus the log-probability of the target under the softmax of the scores `input`, reduced.

    The target is a class for each row, or a probability for each score; classes lie along dimension 1 (0 of a vector).
    """
    reduction = reduction_of(size_average, reduce, reduction)
    shape = input._data.shape
    dim = 0 if len(shape) == 1 else 1
    if label_smoothing > 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    label_smoothing = label_smoothing if label_smoothing > 0.0 else 0.0
    if target._data.shape == shape:
        check_probabilities(input, target, weight, ignore_index)
        return expected_nll(F, F._log_softmax(input, dim), target, weight, dim, reduction, label_smoothing)
    logs = F._log_softmax(input, dim)
    nll = nll_of(F, logs, target, weight, reduction, ignore_index)
    return nll if not label_smoothing else smoothed(F, logs, target, weight, dim, reduction, ignore_index, label_smoothing, nll)


def smoothed(F, logs, target, weight, dim, reduction, ignore_index, label_smoothing, nll):
    """A share `label_smoothing` of the loss spread evenly over all classes."""
    classes = logs.shape[dim]
    terms = -F.sum(logs if weight is None else logs * F.reshape(weight, (-1, *[1] * (logs.ndim - 1 - dim))), dim)
    ignored = target == ignore_index
    terms = F.where(ignored, 0.0, terms)
    if reduction == "mean":
        counted = F.sum(~ignored) if weight is None else F.sum(F.where(ignored, 0.0, weight[F.where(ignored, 0, target)]))
        terms = F.sum(terms) / counted
    elif reduction == "sum":
        terms = F.sum(terms)
    return nll * (1 - label_smoothing) + terms * (label_smoothing / classes)


def check_probabilities(input, target, weight, ignore_index):
    if target.dtype.category < dtypes.FLOATING:
        raise RuntimeError(f"Expected floating point type for target with class probabilities, got {target.dtype.scalar_name}")
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    classes = input.shape[0 if input.ndim == 1 else 1]
    if weight is not None and tuple(weight.shape) != (classes,):
        raise RuntimeError(f"cross_entropy: weight tensor should be defined either for all {classes} classes or no classes but "
                           f"got weight tensor of shape: {list(weight.shape)}")


def expected_nll(F, logs, target, weight, dim, reduction, label_smoothing):
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / logs.shape[dim]
    terms = logs * target
    if weight is not None:
        terms = terms * F.reshape(weight, (-1, *[1] * (logs.ndim - 1 - dim)))
    if reduction == "none":
        return -F.sum(terms, dim)
    rows = math.prod(logs.shape) // max(logs.shape[dim], 1)
    return -F.sum(terms) / rows if reduction == "mean" else -F.sum(terms)

# ---------------------------------------------------------------- yes or no


@public()
def binary_cross_entropy(F, input: Tensor, target: Tensor, weight: Tensor | None = None, size_average=None, reduce=None,
                         reduction="mean") -> Tensor:
    """Returns minus the log-likelihood of `target` under the probabilities `input`, weighted, reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    if input.shape != target.shape:
        raise ValueError(f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is "
                         "deprecated. Please ensure they have the same size.")
    if weight is not None:
        weight = F.expand(weight, tuple(input.shape))
    for other in (target, weight):
        if other is not None and other.dtype is not input.dtype:
            raise RuntimeError(f"Found dtype {other.dtype.scalar_name} but expected {input.dtype.scalar_name}")
    check_constant("binary_cross_entropy", weight=weight)
    if not input.is_floating_point():
        raise NotImplementedError(f'"binary_cross_entropy" not implemented for \'{input.dtype.scalar_name}\'')
    return F._binary_cross_entropy(input, target, weight, reduction)


@loss("BinaryCrossEntropyBackward0")
def _binary_cross_entropy(xp, input: Tensor, target: Tensor, weight: Tensor | None, reduction) -> Tensor:
    """Returns binary_cross_entropy; logarithms are cut at -100."""
    for name, values in (("input", input), ("target", target)):
        if not ((values >= 0) & (values <= 1)).all():
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    terms = (target - 1) * xp.maximum(xp.log1p(-input), -100) - target * xp.maximum(xp.log(input), -100)
    return reduced(xp, terms if weight is None else terms * weight, reduction)

@_binary_cross_entropy.vjp("input")
def _binary_cross_entropy_grad_input(F, grad, input, target, weight, reduction):
    spread = (1 - input) * input
    slope = (input - target) / F.where(spread < 1e-12, 1e-12, spread)
    return per_term(F, grad, slope if weight is None else slope * weight, reduction)

@_binary_cross_entropy.vjp("target")
def _binary_cross_entropy_grad_target(F, grad, input, weight, reduction):
    slope = at_least(F, F.log1p(-input), -100) - at_least(F, F.log(input), -100)
    return per_term(F, grad, slope if weight is None else slope * weight, reduction)


def at_least(F, x, low):
    return F.where(x < low, low, x)


@public()
def binary_cross_entropy_with_logits(F, input: Tensor, target: Tensor, weight: Tensor | None = None, size_average=None,
                                     reduce=None, reduction="mean", pos_weight: Tensor | None = None) -> Tensor:
    """Returns minus the log-likelihood of `target` under the probabilities sigmoid(input), reduced.

    `weight` weighs the terms, `pos_weight` those of positive answers.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    if input.shape != target.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    check_constant("binary_cross_entropy_with_logits", weight=weight, pos_weight=pos_weight)
    if target.dtype is not input.dtype:
        _check_answers(input.dtype, target.dtype)
    if pos_weight is not None:
        broadcast_shape((pos_weight.shape, target.shape))
    return F._binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


def _check_answers(input, target):
    """The losses of answers are computed in their type."""
    if target is dtypes.bool:
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
                           "`logical_xor()` operator instead.")
    castable(promote_types(input, target), target)


@loss("BinaryCrossEntropyWithLogitsBackward0")
def _binary_cross_entropy_with_logits(xp, input: Tensor, target: Tensor, weight: Tensor | None, pos_weight: Tensor | None,
                                      reduction) -> Tensor:
    """Returns binary_cross_entropy_with_logits."""
    logs = xp.logsigmoid(input)
    if pos_weight is not None:
        logs = logs * (1 + (pos_weight - 1) * target)
    terms = (1 - target) * input - logs
    return reduced(xp, terms if weight is None else terms * weight, reduction)

@_binary_cross_entropy_with_logits.vjp("input")
def _binary_cross_entropy_with_logits_grad_input(F, grad, input, target, weight, pos_weight, reduction):
    if pos_weight is None:
        slope = F.sigmoid(input) - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * F.sigmoid(input) - positive
    return per_term(F, grad, slope if weight is None else slope * weight, reduction)

@_binary_cross_entropy_with_logits.vjp("target")
def _binary_cross_entropy_with_logits_grad_target(F, grad, input, weight, pos_weight, reduction):
    slope = -input if pos_weight is None else -input - (pos_weight - 1) * F.logsigmoid(input)
    return per_term(F, grad, slope if weight is None else slope * weight, reduction)


@public()
def multilabel_soft_margin_loss(F, input: Tensor, target: Tensor, weight: Tensor | None = None, size_average=None, reduce=None,
                                reduction="mean") -> Tensor:
    """Returns the mean over classes (the last dimension) of the binary cross entropy of each, reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    terms = -(target * F.logsigmoid(input) + (1 - target) * F.logsigmoid(-input))
    terms = terms if weight is None else terms * weight
    return reduced(F, F.sum(terms, input.ndim - 1) / input.shape[-1], reduction)
