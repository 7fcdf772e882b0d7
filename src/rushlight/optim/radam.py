"""RAdam (Liu et al., 2019): Adam that waits until the mean of the squares is worth dividing by."""
from __future__ import annotations

from rushlight.optim.checks import check
from rushlight.optim.descent import Descent, count_step, decayed, moments, scalar


class RAdam(Descent):
    """Adam, rectified by the variance that its divisor has after so few steps; plain momentum in the first ones."""
    arrays = ("exp_avg", "exp_avg_sq")

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        check(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
            decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable))

    def new_state(self, group, param):
        return {"step": scalar(0, group), **moments(param, "exp_avg", "exp_avg_sq")}

    def rule(self, F, group, state):
        step, lr, eps, (beta1, beta2) = count_step(state), F.number(group["lr"]), group["eps"], map(F.number, group["betas"])
        correction1, correction2 = 1 - beta1 ** step, 1 - beta2 ** step
        rectification = _rectification(beta2, step, correction2)

        def change(param, grad, exp_avg, exp_avg_sq):
            grad = decayed(F, group, param, grad)
            F.lerp_(exp_avg, grad, 1 - beta1)
            F.mul_(exp_avg_sq, beta2)
            F.addcmul_(exp_avg_sq, grad, grad, 1 - beta2)
            way = exp_avg / correction1 * lr
            if rectification is not None:
                way = way * (correction2 ** 0.5 / (F.sqrt(exp_avg_sq) + eps)) * rectification
            F.add_(param, way, -1)
        return change


def _rectification(beta2, step, correction):
    """The paper's r_t; None while the length rho_t of the average is 5 or less."""
    longest = 2 / (1 - beta2) - 1
    rho = longest - 2 * step * beta2 ** step / correction
    return ((rho - 4) * (rho - 2) * longest / ((longest - 4) * (longest - 2) * rho)) ** 0.5 if rho > 5 else None
