"""Adadelta (Zeiler, 2012)."""
from __future__ import annotations

from rushlight.optim.checks import check
from rushlight.optim.descent import Descent, count_step, moments, prepared, scalar


class Adadelta(Descent):
    """Steps by the gradient, times the root of the mean square of the steps over that of the gradients."""
    arrays = ("square_avg", "acc_delta")

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False,
                 differentiable=False):
        check(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize,
                                      capturable=capturable, foreach=foreach, differentiable=differentiable))

    def new_state(self, group, param):
        return {"step": scalar(0, group), **moments(param, "square_avg", "acc_delta")}

    def rule(self, F, group, state):
        count_step(state)
        lr, rho, eps = F.number(group["lr"]), group["rho"], group["eps"]

        def change(param, grad, square_avg, acc_delta):
            grad = prepared(F, group, param, grad)
            F.mul_(square_avg, rho)
            F.addcmul_(square_avg, grad, grad, 1 - rho)
            delta = F.sqrt(acc_delta + eps) / F.sqrt(square_avg + eps) * grad
            F.mul_(acc_delta, rho)
            F.addcmul_(acc_delta, delta, delta, 1 - rho)
            F.add_(param, delta, -lr)
        return change
