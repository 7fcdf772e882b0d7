"""Adamax (Kingma and Ba, 2014): Adam with the largest gradient, decaying, instead of the mean square."""
from __future__ import annotations

from rushlight.optim.checks import check
from rushlight.optim.descent import Descent, count_step, moments, prepared, scalar


class Adamax(Descent):
    """Steps by the mean of the gradients over the largest, both decaying."""
    arrays = ("exp_avg", "exp_inf")

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False):
        check(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))

    def new_state(self, group, param):
        return {"step": scalar(0, group), **moments(param, "exp_avg", "exp_inf")}

    def rule(self, F, group, state):
        step, lr, eps, (beta1, beta2) = count_step(state), F.number(group["lr"]), group["eps"], map(F.number, group["betas"])

        def change(param, grad, exp_avg, exp_inf):
            grad = prepared(F, group, param, grad)
            F.lerp_(exp_avg, grad, 1 - beta1)
            F.mul_(exp_inf, beta2)
            F.maximum_(exp_inf, F.abs(grad) + eps)
            F.addcdiv_(param, exp_avg, exp_inf, -lr / (1 - beta1 ** step))
        return change
