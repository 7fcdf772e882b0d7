"""Resilient propagation (Riedmiller and Braun, 1993)."""
from __future__ import annotations

from rushlight.optim.checks import check
from rushlight.optim.descent import Descent, count_step, filled, moments, prepared, scalar


class Rprop(Descent):
    """Steps by the sign of the gradient: further while it stays the same, less far when it turns."""
    arrays = ("prev", "step_size")

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        check(lr=lr, etas=etas)
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))

    def new_state(self, group, param):
        lr = float(group["lr"])
        size = filled(param, complex(lr, lr) if param.is_complex() else lr)
        return {"step": scalar(0, group), **moments(param, "prev"), "step_size": size}

    def rule(self, F, group, state):
        count_step(state)
        (shrink, grow), (low, high) = group["etas"], group["step_sizes"]

        def change(param, grad, prev, step_size):
            grad = prepared(F, group, param, grad)
            agreement = F.constant(grad) * F.constant(prev)
            F.mul_(step_size, F.by_sign(agreement, grow, shrink))
            F.clamp_(step_size, low, high)
            grad = F.where(agreement < 0, 0, grad)
            F.addcmul_(param, F.sign(grad), step_size, -1)
            F.copy_(prev, grad)
        return change
