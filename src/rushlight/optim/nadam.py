"""NAdam (Dozat, 2016): Adam with Nesterov's momentum."""
from __future__ import annotations

from rushlight.optim.checks import check
from rushlight.optim.descent import Descent, count_step, decayed, moments, scalar


class NAdam(Descent):
    """Adam that looks ahead: the gradient and the mean of the gradients each take their share of the step."""
    arrays = ("exp_avg", "exp_avg_sq")

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False):
        check(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay, momentum_decay=momentum_decay)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay,
            decoupled_weight_decay=decoupled_weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable))

    def new_state(self, group, param):
        return {"step": scalar(0, group), "mu_product": scalar(1, group), **moments(param, "exp_avg", "exp_avg_sq")}

    def rule(self, F, group, state):
        step, lr, (beta1, beta2) = count_step(state), F.number(group["lr"]), map(F.number, group["betas"])
        mu, mu_next = [beta1 * (1 - 0.5 * 0.96 ** (t * group["momentum_decay"])) for t in (step, step + 1)]
        state["mu_product"] *= mu
        mu_product = F.number(state["mu_product"])
        correction, eps = 1 - beta2 ** step, group["eps"]

        def change(param, grad, exp_avg, exp_avg_sq):
            grad = decayed(F, group, param, grad)
            F.lerp_(exp_avg, grad, 1 - beta1)
            F.mul_(exp_avg_sq, beta2)
            F.addcmul_(exp_avg_sq, grad, grad, 1 - beta2)
            root = F.sqrt(exp_avg_sq / correction) + eps
            F.addcdiv_(param, grad, root, -lr * (1 - mu) / (1 - mu_product))
            F.addcdiv_(param, exp_avg, root, -lr * mu_next / (1 - mu_product * mu_next))
        return change
