"""Adam (Kingma and Ba, 2014), and AdamW (Loshchilov and Hutter, 2017)."""
from __future__ import annotations

from rushlight.optim.checks import check, check_fused
from rushlight.optim.descent import Descent, count_step, decayed, moments, scalar
from rushlight.tensor import Tensor


class Adam(Descent):
    """Steps by the mean of the gradients over the root of the mean of their squares, both decaying."""
    arrays = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        _check_tensor_options(lr, betas, foreach and not capturable)
        check(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay)
        check_fused(fused, foreach, differentiable)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=foreach,
            capturable=capturable, differentiable=differentiable, fused=fused, decoupled_weight_decay=decoupled_weight_decay))

    def new_state(self, group, param):
        largest = moments(param, "max_exp_avg_sq") if group["amsgrad"] else {}
        return {"step": scalar(0, group), **moments(param, "exp_avg", "exp_avg_sq"), **largest}

    def rule(self, F, group, state):
        step, lr, eps, (beta1, beta2) = count_step(state), F.number(group["lr"]), group["eps"], map(F.number, group["betas"])
        step_size, root = lr / (1 - beta1 ** step), (1 - beta2 ** step) ** 0.5

        def change(param, grad, exp_avg, exp_avg_sq, max_exp_avg_sq):
            grad = decayed(F, group, param, grad)
            F.lerp_(exp_avg, grad, 1 - beta1)
            F.mul_(exp_avg_sq, beta2)
            F.addcmul_(exp_avg_sq, grad, grad, 1 - beta2)
            if group["amsgrad"]:
                F.maximum_(max_exp_avg_sq, exp_avg_sq)
            squares = max_exp_avg_sq if group["amsgrad"] else exp_avg_sq
            F.addcdiv_(param, exp_avg, F.sqrt(squares) / root + eps, -step_size)
        return change


def _check_tensor_options(lr, betas, is_foreach):
    if is_foreach and isinstance(lr, Tensor):
        raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
    are_tensors = [isinstance(beta, Tensor) for beta in betas]
    if any(are_tensors) and not all(are_tensors):
        raise ValueError("betas must be either both floats or both Tensors")
    if is_foreach and any(are_tensors):
        raise ValueError("betas[0] as a Tensor is not supported for capturable=False and foreach=True")


class AdamW(Adam):
    """Adam whose weight decay does not go through the moments."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False,
                 foreach=None, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
                         differentiable=differentiable, fused=fused, decoupled_weight_decay=True)
