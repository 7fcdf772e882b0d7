"""Elementwise ops in one row: a name, a derivative, a dtype rule, a domain, a sentence."""
from __future__ import annotations

from rushlight.dispatch.families import unary
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import Rule, op

# Where tests may draw inputs from: (low, high).
ANYWHERE, POSITIVE, UNIT, ABOVE_ONE = (-3.0, 3.0), (0.1, 4.0), (-0.95, 0.95), (1.05, 4.0)


def ZERO(F):
    """The derivative of a step function."""
    return 0


def elementwise(name, derivative, promotes, domain, says, **facts):
    """Declares a unary op. `derivative(F, ...)` names `input` or `out`; None: the op is not differentiable. With `divides`, it
    is one over the derivative."""
    def forward(xp, input: Tensor) -> Tensor: ...
    forward.__name__, forward.__doc__ = name, says
    kernel, divides = facts.pop("kernel", name), facts.pop("divides", False)
    function = op(unary, promotes=promotes, domain=domain, kernel=kernel, **facts)(forward)
    if derivative is not None:
        wants = derivative.__code__.co_varnames[1:derivative.__code__.co_argcount]
        rule = Rule(_divided(derivative) if divides else _scaled(derivative, wants), wants)
        function.op.vjps["input"] = function.op.jvps["input"] = rule
    return function


def _divided(divisor):
    return lambda F, grad, value: grad / divisor(F, value)


def _scaled(derivative, wants):
    """grad * derivative, with a fixed arity."""
    if derivative is ZERO:
        return lambda F, grad: F.zeros_like(grad)
    if not wants:
        return lambda F, grad: grad * derivative(F)
    if len(wants) == 1:
        return lambda F, grad, value: grad * derivative(F, value)
    return lambda F, grad, first, second: grad * derivative(F, first, second)
