"""Losses that pick elements by class."""
from __future__ import annotations

import functools
import math

import numpy as np

from rushlight.backends.numpy.few import FEW, NEARLY_CERTAIN, ROWS
from rushlight.backends.numpy.folding import add_up
from rushlight.backends.numpy.precision import SMALL, narrowed, widened
from rushlight.dtypes import dtype_of

FEW_ROWS = 256
_REDUCED = frozenset(("mean", "sum"))
float32, float64 = np.dtype(np.float32), np.dtype(np.float64)


@functools.lru_cache(64)
def _row_starts(shape):
    return np.arange(0, shape[0] * shape[1], shape[1])


def cross_entropy(x, target, ignore_index, reduction):
    """The cross entropy of few rows of float32 scores, with a class for each row; None for anything else.

    Exponentials in float64 need no shift unless they overflow, or all of a row vanish.
    """
    if x.dtype.char != "f" or not 0 < x.size <= SMALL or reduction not in _REDUCED:
        return None
    picked = _few_picked(x, target, ignore_index)
    if picked is None:
        return None
    if x.shape[1] == 1 and math.isfinite(picked):
        return np.zeros((), float32)
    totals = np.exp(x.astype(float64)).dot(ROWS["d"][x.shape[1]]).tolist()
    if not min(totals) > 1e-290:
        return None
    loss = sum(map(math.log, totals)) - picked
    if not -NEARLY_CERTAIN * len(totals) < loss < math.inf:
        return None
    return np.asarray(loss if reduction == "sum" else loss / len(totals), float32)


def _few_picked(x, target, ignore_index):
    """The sum of the elements of few rows at the classes `target`, None where one does not count: with Python's numbers in a
    third of the time that NumPy takes to find three."""
    shape = x.shape
    if len(shape) != 2 or not 0 < shape[0] <= FEW or target.shape != shape[:1] or target.dtype.char not in "lq":
        return None
    classes = target.tolist()
    if min(classes) < 0 or ignore_index in classes:
        return None
    try:
        return sum(map(x.item, range(shape[0]), classes))
    except IndexError:
        return None


def nll_loss(x, target, weight, reduction, ignore_index):
    """Minus the elements of `x` at the classes `target` (dimension 1 of x; 0 of a vector), weighted, and reduced."""
    if x.dtype.char not in "fd":
        wide = nll_loss(widened(x, "nll_loss_out_frame"), target, None if weight is None else widened(weight, ""), reduction,
                        ignore_index)
        return narrowed(np.asarray(wide), x)
    if weight is None and reduction in _REDUCED and (picked := _few_picked(x, target, ignore_index)) is not None:
        return np.asarray(0 - picked if reduction == "sum" else (0 - picked) / x.shape[0], x.dtype)
    if weight is None and x.ndim == 2 and reduction != "none" and x.flags.c_contiguous and \
            _all_count(target, x.shape[1], ignore_index):
        total = 0 - add_up(x.take(_positions(target, x.shape)), None, False)
        return total if reduction == "sum" else total / len(target)
    picked, weights = _pick(x, target, weight, ignore_index)
    loss = np.where(_counted(target, ignore_index), picked * -weights, 0)
    if reduction == "none":
        return loss.reshape(target.shape)
    total = np.add.reduce(loss, None) + 0           # no -0
    return total if reduction == "sum" else total / np.add.reduce(weights, None)


def nll_loss_grad(grad, target, weight, shape, reduction, ignore_index):
    """The gradient of nll_loss at an input of `shape`."""
    if grad.dtype.itemsize == 2:
        weight = None if weight is None else widened(weight, "")
        wide = nll_loss_grad(widened(grad, ""), target, weight, shape, reduction, ignore_index)
        return narrowed(wide, grad)
    out = np.zeros(shape, grad.dtype)
    if weight is None and out.ndim == 2 and reduction != "none" and _all_count(target, shape[1], ignore_index):
        places = _positions(target, shape).astype(np.intp, copy=False)
        out.put(places, -grad.item() if reduction == "sum" else -grad.item() / len(target))
        return out
    safe, weights = _weigh(out, target, weight, ignore_index)
    scale = grad / np.add.reduce(weights, None) if reduction == "mean" else grad.reshape(weights.shape) if grad.ndim else grad
    reached = np.where(_counted(target, ignore_index), -weights * scale, 0)
    np.put_along_axis(out[None] if out.ndim == 1 else out, safe[:, None], reached[:, None], 1)
    return out


def _counted(target, ignore_index):
    """Which of the targets, at least one, count."""
    return (target if target.ndim else target.reshape(1)) != ignore_index


def _all_count(target, classes, ignore_index):
    """Whether every target is a class that counts: the usual case, and five passes cheaper than what else can be."""
    if target.dtype.char not in "lq" or not target.size:
        return False
    lowest, highest = target.item(target.argmin()), target.item(target.argmax())
    return lowest >= 0 and highest < classes and not lowest <= ignore_index <= highest


def _positions(target, shape):
    """Where the targets of the rows of an array of `shape` stand in its memory: take and put cost a third of x[rows, target]."""
    return target + _row_starts(shape) if shape[0] <= FEW_ROWS else target + np.arange(0, shape[0] * shape[1], shape[1])


def _pick(x, target, weight, ignore_index):
    safe, weights = _weigh(x, target, weight, ignore_index)
    rows = x[None] if x.ndim == 1 else x
    picked = rows[np.arange(len(rows)), safe] if rows.ndim == 2 else np.take_along_axis(rows, safe[:, None], 1)[:, 0]
    return np.where(weights != 0, picked, 0) if weight is None and not weights.all() else picked, weights


def _weigh(x, target, weight, ignore_index):
    """The targets with 0 for what is ignored, and the weight of each."""
    if dtype_of(target).name not in ("int64", "uint8"):
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {dtype_of(target).scalar_name}")
    classes = x.shape[0] if x.ndim == 1 else x.shape[1]
    if weight is not None and weight.shape != (classes,):
        only = "or no classes" if x.ndim > 2 else \
            f"{classes} classes or no classes but got weight tensor of shape: {list(weight.shape)}"
        raise RuntimeError(f"weight tensor should be defined either for all {only}")
    if weight is not None and weight.dtype is not x.dtype:
        raise RuntimeError(f"expected scalar type {dtype_of(x).scalar_name} but found {dtype_of(weight).scalar_name}")
    targets = target.reshape(1) if x.ndim == 1 else target
    counted = targets != ignore_index
    safe = targets if counted.all() else np.where(counted, targets, 0)
    if safe.size and not 0 <= np.minimum.reduce(safe, None) <= np.maximum.reduce(safe, None) < classes:
        wrong = next(t for t in safe.reshape(-1).tolist() if not 0 <= t < classes)
        raise IndexError(f"Target {wrong} is out of bounds.")
    weights = counted.astype(x.dtype) if weight is None else np.where(counted, weight[safe], x.dtype.type(0))
    return safe, weights


def with_blanks(targets, lengths, blank):
    """The labels of each sequence with blanks between, before and after, for CTC: (batch, 2 * longest + 1) of int64.

    `targets` has a row for each sequence, or is one row of all.
    """
    longest = max(lengths, default=0)
    labels = np.full((len(lengths), 2 * longest + 1), blank, np.int64)
    start = 0
    for row, n in enumerate(lengths):
        labels[row, 1:2 * n:2] = targets[row, :n] if targets.ndim == 2 else targets[start:start + n]
        start += n
    return labels
