"""Averaged stochastic gradient descent (Polyak and Juditsky, 1992)."""
from __future__ import annotations

from rushlight.optim.checks import check
from rushlight.optim.descent import Descent, count_step, moments, prepared, scalar


class ASGD(Descent):
    """Gradient descent with a falling rate, that keeps the mean `ax` of the parameters from step `t0` on."""
    arrays = ("ax",)

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        check(lr=lr, weight_decay=weight_decay)
        super().__init__(params, dict(
            lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
            differentiable=differentiable, capturable=capturable))

    def new_state(self, group, param):
        return {"step": scalar(0, group), "eta": scalar(group["lr"], group), "mu": scalar(1, group), **moments(param, "ax")}

    def rule(self, F, group, state):
        step, lr, lambd = count_step(state), F.number(group["lr"]), group["lambd"]
        eta, mu = state["eta"].item(), state["mu"].item()
        state["eta"].fill_(F.number(lr / (1 + lambd * lr * step) ** group["alpha"]))
        state["mu"].fill_(1 / max(1, step - group["t0"]))

        def change(param, grad, ax):
            grad = prepared(F, group, param, grad)
            F.mul_(param, 1 - lambd * eta)
            F.add_(param, grad, -eta)
            if mu == 1:
                F.copy_(ax, param)
            else:
                F.add_(ax, (param - ax) * mu)
        return change
