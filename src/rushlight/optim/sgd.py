"""Stochastic gradient descent."""
from __future__ import annotations

from rushlight.optim.checks import check, check_fused
from rushlight.optim.descent import Descent, prepared


class SGD(Descent):
    """Gradient descent, with momentum (Sutskever et al., 2013). The first momentum is the first gradient, undampened."""
    arrays = ("momentum_buffer",)

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
                 differentiable=False, fused=None):
        check(lr=lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        check_fused(fused, foreach, differentiable)
        super().__init__(params, dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov, maximize=maximize,
            foreach=foreach, differentiable=differentiable, fused=fused))

    def new_state(self, group, param):
        return {"momentum_buffer": param.detach().clone(), "is_first": True} if group["momentum"] != 0 else {}

    def rule(self, F, group, state):
        lr, momentum, is_first = F.number(group["lr"]), group["momentum"], state.pop("is_first", False)

        def change(param, grad, momentum_buffer):
            grad = prepared(F, group, param, grad)
            if momentum_buffer is not None and momentum != 0:
                if is_first:
                    F.copy_(momentum_buffer, grad)
                else:
                    F.mul_(momentum_buffer, momentum)
                    F.add_(momentum_buffer, grad, 1 - group["dampening"])
                grad = grad + momentum_buffer * momentum if group["nesterov"] else momentum_buffer
            F.add_(param, grad, -lr)
        return change
