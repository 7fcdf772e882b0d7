"""Connectionist temporal classification: how likely a sequence is to spell its target, with blanks and repetitions.

Alex Graves et al., "Connectionist Temporal Classification", ICML 2006: equations 6 and 7 give the forward variables, here as
logarithms over the target with a blank between, before and after its labels.
"""
from __future__ import annotations

import operator
from array import array

from rushlight import dtypes
from rushlight.backends import numpy as xp
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.dispatch.wrapping import wrap
from rushlight.ops.loss import reduction_of

NEVER = -1e30               # the logarithm of an impossible event: finite, so that gradients do not become nan


@op(families.composite, function=False, method=False)
def ctc_loss(F, log_probs: Tensor, targets: Tensor, input_lengths, target_lengths, blank=0, reduction="mean",
             zero_infinity=False) -> Tensor:
    """Returns minus the logarithms of the probabilities of the targets; their mean is taken per label.

    `log_probs` is (time, batch, class), or without batch; `targets` is (batch, position), or all in one row.
    """
    reduction_of(None, None, reduction)
    batched = log_probs.ndim == 3
    if not batched:
        log_probs, targets = F.unsqueeze(log_probs, 1), F.reshape(targets, (1, -1)) if targets.ndim else targets
    if log_probs.dtype not in (dtypes.float32, dtypes.float64):
        raise NotImplementedError(f'"ctc_loss_cpu" not implemented for \'{log_probs.dtype.scalar_name}\'')
    steps, batch, classes = log_probs.shape
    times, lengths = _lengths(input_lengths, "input_lengths"), _lengths(target_lengths, "target_lengths")
    if not log_probs.numel():
        raise RuntimeError("log_probs tensor must not be empty")
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    _check_lengths(times, lengths, batch, steps)
    _check_targets(tuple(targets.shape), lengths)
    labels = wrap(xp.with_blanks(targets._data, lengths, blank))
    times, lengths = [wrap(xp.ndarray((batch,), xp.int64, array('q', numbers))) for numbers in (times, lengths)]
    losses = _losses(F, log_probs, labels, times, lengths, blank, zero_infinity)
    if reduction == "mean":
        return F.mean(losses / F.clamp_min(lengths, 1).to(losses.dtype))
    return F.sum(losses) if reduction == "sum" else losses if batched else F.reshape(losses, ())


def _lengths(given, name):
    if not hasattr(given, "tolist"):
        return [operator.index(n) for n in given]
    if given.dtype.category != dtypes.INTEGRAL:
        raise RuntimeError(f"{name} must be integral")
    return given.reshape(-1).tolist()


def _check_lengths(times, lengths, batch, steps):
    for name, numbers in (("input_lengths", times), ("target_lengths", lengths)):
        if len(numbers) != batch:
            raise RuntimeError(f"{name} must be of size batch_size")
        if min(numbers) < 0:
            raise RuntimeError(f"Expected {name} to have value at least 0, but got value {min(numbers)}{_WHILE}")
    if max(times) > steps:
        raise RuntimeError(f"Expected input_lengths to have value at most {steps}, but got value {max(times)}{_WHILE}")


def _check_targets(shape, lengths):
    """`targets` holds a row for each sequence, or is one row of all: of just the sizes that the lengths say."""
    if len(shape) not in (1, 2):
        raise RuntimeError(f"Expected 1 to 2 dimensions, but got {len(shape)}-dimensional tensor for {_TARGETS}")
    wanted = sum(lengths) if len(shape) == 1 else len(lengths)
    if shape[0] != wanted:
        raise RuntimeError(f"Expected tensor to have size {wanted} at dimension 0, but got size {shape[0]} for {_TARGETS}")
    if len(shape) == 2 and shape[1] < max(lengths):
        raise RuntimeError(f"Expected tensor to have size at least {max(lengths)} at dimension 1, but got size {shape[1]} for "
                           f"{_TARGETS}")


_WHILE = " (while checking arguments for ctc_loss_allocate_outputs)"
_TARGETS = f"argument #2 'targets'{_WHILE}"


def _losses(F, log_probs, labels, times, lengths, blank, zero_infinity):
    """The loss of each sequence; inf, or 0 with `zero_infinity`, where its time is too short for its target."""
    steps = log_probs.shape[0]
    at_labels = [F.gather(F.select(log_probs, 0, t), 1, labels) for t in range(steps)]         # batch, position
    may_skip = F.logical_and(F.ne(labels, blank), F.ne(labels, _moved(F, labels, 2, blank)))
    position = F.arange(labels.shape[1])
    alpha = F.where(F.eq(position, 0), 0.0, F.full_like(at_labels[0] if steps else labels.to(log_probs.dtype), NEVER))
    for t, here in enumerate(at_labels):
        stay, step = alpha, _moved(F, alpha, 1, NEVER)
        skip = F.where(may_skip, _moved(F, alpha, 2, NEVER), NEVER)
        moved = F.logsumexp(F.stack([stay, step, skip]), 0) if t else F.where(F.le(position, 1), 0.0, alpha)
        alpha = F.where(F.unsqueeze(F.lt(times * 0 + t, times), 1), moved + here, alpha)
    last = F.unsqueeze(2 * lengths, 1)
    with_blank = F.gather(alpha, 1, last)
    without = F.where(F.eq(last, 0), NEVER, F.gather(alpha, 1, F.clamp_min(last - 1, 0)))
    losses = -F.reshape(F.logaddexp(with_blank, without), (-1,))
    impossible, nothing = F.gt(losses, -NEVER / 2), _normalization(F, log_probs, times)
    return F.where(impossible, 0.0 if zero_infinity else _infinite(F, nothing, impossible), losses + nothing)


def _infinite(F, nothing, where):
    """inf, whose gradient is nan: 0 times that of exp at infinity."""
    return F.exp(nothing * 0.0 + F.where(where, -NEVER, 0.0))


def _moved(F, x, by, fill):
    """`x` moved by some positions, with `fill` in front."""
    return F.narrow(F.constant_pad_nd(x, (by, 0), fill), 1, 0, x.shape[1])


def _normalization(F, log_probs, times):
    """Zero, with the gradient that torch adds: that of probabilities which a softmax keeps summing to 1."""
    running = F.lt(F.unsqueeze(F.arange(log_probs.shape[0]), 1), times)
    mass = F.sum(F.where(F.unsqueeze(running, 2), F.exp(log_probs), 0.0), (0, 2))
    return mass - mass.detach()
