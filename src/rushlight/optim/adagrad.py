"""Adagrad (Duchi, Hazan and Singer, 2011)."""
from __future__ import annotations

from rushlight.optim.checks import check, check_fused
from rushlight.optim.descent import Descent, count_step, filled, prepared, scalar


class Adagrad(Descent):
    """Steps by the gradient over the root of the sum of all squared gradients."""
    arrays = ("sum",)

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
                 maximize=False, differentiable=False, fused=None):
        check(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value, eps=eps)
        super().__init__(params, dict(
            lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value,
            foreach=foreach, maximize=maximize, differentiable=differentiable, fused=fused))
        check_fused(fused, foreach, differentiable)
        for group in self.param_groups:
            for param in group["params"]:
                self.state[param] = self.new_state(group, param)

    def new_state(self, group, param):
        start = group["initial_accumulator_value"]
        return {"step": scalar(0, group), "sum": filled(param, complex(start, start) if param.is_complex() else start)}

    def rule(self, F, group, state):
        step, eps = count_step(state), group["eps"]
        rate = F.number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])

        def change(param, grad, sum):
            grad = prepared(F, group, param, grad)
            F.addcmul_(sum, grad, grad)
            F.addcdiv_(param, grad, F.sqrt(sum) + eps, -rate)
        return change
