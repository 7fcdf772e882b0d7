"""RMSprop (Hinton's lecture 6 of 2012; centered as in Graves, 2013)."""
from __future__ import annotations

from rushlight.optim.checks import check
from rushlight.optim.descent import Descent, count_step, moments, prepared, scalar


class RMSprop(Descent):
    """Steps by the gradient over the root of the mean of the squared gradients; `centered`: over their deviation."""
    arrays = ("square_avg", "momentum_buffer", "grad_avg")

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
                 foreach=None, maximize=False, differentiable=False):
        check(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, dict(
            lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay, capturable=capturable,
            foreach=foreach, maximize=maximize, differentiable=differentiable))

    def new_state(self, group, param):
        optional = ["momentum_buffer"] * (group["momentum"] > 0) + ["grad_avg"] * group["centered"]
        return {"step": scalar(0, group), **moments(param, "square_avg", *optional)}

    def rule(self, F, group, state):
        count_step(state)
        lr, alpha, eps, momentum = F.number(group["lr"]), group["alpha"], group["eps"], group["momentum"]

        def change(param, grad, square_avg, momentum_buffer, grad_avg):
            grad = prepared(F, group, param, grad)
            F.mul_(square_avg, alpha)
            F.addcmul_(square_avg, grad, grad, 1 - alpha)
            squares = square_avg
            if group["centered"]:
                F.lerp_(grad_avg, grad, 1 - alpha)
                squares = square_avg - grad_avg * grad_avg
            root = F.sqrt(squares) + eps
            if momentum > 0:
                F.mul_(momentum_buffer, momentum)
                F.addcdiv_(momentum_buffer, grad, root)
                F.add_(param, momentum_buffer, -lr)
            else:
                F.addcdiv_(param, grad, root, -lr)
        return change
