"""Losses of classes that must stand out from the others by a margin."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.ops.loss import reduced, reduction_of


@op(families.composite, function=False, method=False)
def multi_margin_loss(F, input: Tensor, target: Tensor, p=1, margin=1.0, weight: Tensor | None = None, size_average=None,
                      reduce=None, reduction="mean") -> Tensor:
    """Returns the mean over classes of max(0, margin - input[target] + input[class]) ** p, for each row, reduced."""
    reduction = reduction_of(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise ValueError(f"weight must be one-dimensional, got {weight.ndim} dimensions.")
    rows = _rows(F, input, "multi_margin_loss_cpu_kernel")
    _check_target(target, input, rows)
    _check_weight(weight, rows)
    target = F.reshape(target, (-1, 1))
    others = F.ne(F.arange(rows.shape[1]), target)
    terms = F.relu(margin - F.gather(rows, 1, target) + rows)
    terms = F.where(others, terms * terms if p == 2 else terms, 0.0)
    if weight is not None:
        terms = terms * F.index_select(weight, 0, F.reshape(target, (-1,))).unsqueeze(1)
    values = F.sum(terms, 1) / rows.shape[1]
    return reduced(F, values if input.ndim == 2 or target.shape[0] != 1 else _of_one(F, values, reduction), reduction)


def _of_one(F, values, reduction):
    """The loss of a single row, which keeps its dimension only unreduced."""
    return values if reduction == "none" else F.reshape(values, ())


def _rows(F, input, kernel):
    if input.ndim > 2 or input.ndim and not input.shape[-1]:
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}")
    if input.dtype not in (dtypes.float32, dtypes.float64):
        raise NotImplementedError(f'"{kernel}" not implemented for \'{input.dtype.scalar_name}\'')
    return input if input.ndim == 2 else F.reshape(input, (1, -1))


def _check_target(target, input, rows):
    if target.ndim > 1 or target.numel() != rows.shape[0]:
        raise RuntimeError(f"multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples "
                           f"(batch size). Expected target size [{rows.shape[0]}], but got {list(target.shape)}. Input has shape "
                           f"{list(input.shape)}.")
    if target.dtype is not dtypes.int64:
        raise RuntimeError(f"expected scalar type Long but found {target.dtype.scalar_name}")
    if target.numel() and not 0 <= int(target.min()) <= int(target.max()) < rows.shape[1]:
        raise RuntimeError("target out of range")


def _check_weight(weight, rows):
    if weight is None:
        return
    if weight.shape[0] != rows.shape[1]:
        raise RuntimeError(f"inconsistent weight size, expected {rows.shape[1]} but got {list(weight.shape)}")
    if weight.dtype is not rows.dtype:
        raise RuntimeError(f"expected scalar type {rows.dtype.scalar_name} but found {weight.dtype.scalar_name}")


@op(families.composite, function=False, method=False)
def multilabel_margin_loss(F, input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean") -> Tensor:
    """Returns the mean over classes of max(0, 1 - input[label] + input[class]), summed over the labels of a row, reduced.

    The labels of a row are the numbers in `target` before its first -1; other classes are all those that are no label.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    rows = _rows(F, input, "multilabel_margin_loss_forward_out_frame")
    if target.shape != input.shape:
        raise RuntimeError(f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}")
    if target.dtype is not dtypes.int64:
        raise RuntimeError(f"expected scalar type Long but found {target.dtype.scalar_name}")
    if target.numel() and not -1 <= int(target.min()) <= int(target.max()) < rows.shape[1]:
        raise RuntimeError("argument #2 'target' is out of range")
    labels = F.reshape(target, rows.shape)
    given = F.eq(F.cumsum(F.lt(labels, 0), 1), 0)                       # before the first -1
    labels = F.where(given, labels, 0)
    is_label = F.gt(F.scatter_add(F.zeros(rows.shape, dtype=dtypes.int64), 1, labels, given.to(dtypes.int64)), 0)
    gaps = F.relu(1 - F.gather(rows, 1, labels).unsqueeze(2) + rows.unsqueeze(1))       # row, label, class
    counted = F.logical_and(given.unsqueeze(2), F.logical_not(is_label).unsqueeze(1))
    values = F.sum(F.where(counted, gaps, 0.0), (1, 2)) / rows.shape[1]
    return reduced(F, values if input.ndim == 2 else F.reshape(values, ()), reduction)
