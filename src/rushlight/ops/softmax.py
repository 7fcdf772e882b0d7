"""Softmax and its relatives."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op

# ---------------------------------------------------------------- the ops on the tape


@op(families.general, method=False, function=False, node="SoftmaxBackward0", kernel="softmax")
def _softmax(xp, input: Tensor, dim) -> Tensor:
    """Returns e**x, scaled to add up to 1 along `dim`."""
    return xp.softmax(input, dim)

@_softmax.vjp("input")
@_softmax.jvp("input")
def _softmax_grad(F, grad, out, dim):
    return F.softmax_grad(grad, out, dim)


@op(families.general, method=False, function=False, out=False, node="SoftmaxBackwardDataBackward0", kernel="softmax_grad")
def softmax_grad(xp, given: Tensor, soft: Tensor, dim) -> Tensor:
    """Returns what reaches the input of a softmax."""
    return xp.softmax_grad(given, soft, dim)

@softmax_grad.vjp("given")
def softmax_grad_grad(F, grad, soft, dim):
    return F.softmax_grad(grad, soft, dim)

@softmax_grad.vjp("soft")
def softmax_grad_grad_soft(F, grad, given, soft, dim):
    total = F.sum(given * soft, dim, True)
    return grad * (given - total) - given * F.sum(grad * soft, dim, True)


@op(families.general, method=False, function=False, node="LogSoftmaxBackward0", kernel="log_softmax")
def _log_softmax(xp, input: Tensor, dim) -> Tensor:
    """Returns the logarithm of the softmax along `dim`."""
    return xp.log_softmax(input, dim)

@_log_softmax.vjp("input")
def _log_softmax_grad(F, grad, out, dim):
    return F.log_softmax_grad(grad, out, dim)

@_log_softmax.jvp("input")
def _log_softmax_tangent(F, tangent, out, dim):
    return tangent - F.sum(F.exp(out) * tangent, dim, True)


@op(families.general, method=False, function=False, out=False, node="LogSoftmaxBackwardDataBackward0", kernel="log_softmax_grad")
def log_softmax_grad(xp, given: Tensor, soft: Tensor, dim) -> Tensor:
    """Returns what reaches the input of a log_softmax."""
    return xp.log_softmax_grad(given, soft, dim)

@log_softmax_grad.vjp("given")
def log_softmax_grad_grad(F, grad, soft, dim):
    return grad - F.sum(F.exp(soft) * grad, dim, True)

@log_softmax_grad.vjp("soft")
def log_softmax_grad_grad_soft(F, grad, given, soft, dim):
    return -(grad * F.exp(soft) * F.sum(given, dim, True))

# ---------------------------------------------------------------- what people call


@op(families.composite, plainly=("_softmax", "dtype is None and out is None"))
def softmax(F, input: Tensor, dim, dtype=None, *, out=None) -> Tensor:
    """Returns e**x, scaled to add up to 1 along `dim`; computed in `dtype` if that is given."""
    if dtype is None and out is None:
        return F._softmax(input, dim)
    return F._softmax(in_dtype(F, input, dtype), dim, **into(out))


@op(families.composite, plainly=("_log_softmax", "dtype is None and out is None"))
def log_softmax(F, input: Tensor, dim, dtype=None, *, out=None) -> Tensor:
    """Returns the logarithm of the softmax along `dim`; computed in `dtype` if that is given."""
    if dtype is None and out is None:
        return F._log_softmax(input, dim)
    return F._log_softmax(in_dtype(F, input, dtype), dim, **into(out))


def in_dtype(F, input, dtype):
    return input if dtype is None or input.dtype is dtype else F.to_copy(input, dtype)


def into(out):
    return {} if out is None else {"out": out}
