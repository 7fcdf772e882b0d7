"""Muon (Jordan et al., 2024): momentum made orthogonal, for the matrices of a network."""
from __future__ import annotations

from rushlight.optim.descent import TensorDescent
from rushlight.dtypes import bfloat16
from rushlight.tensor import Tensor


class Muon(TensorDescent):
    """Steps by the nearest orthogonal matrix to the momentum, found by a Newton-Schulz iteration in bfloat16."""

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, ns_coefficients=(3.4445, -4.775, 2.0315),
                 eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for what, value in (("Learning rate", lr), ("momentum", momentum), ("weight decay", weight_decay)):
            if not 0.0 <= value:
                raise ValueError(f"{what} should be >= 0 but is: {value}")
        if adjust_lr_fn not in _RATE_FACTORS:
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov,
                                      ns_coefficients=ns_coefficients, eps=eps, ns_steps=ns_steps, adjust_lr_fn=adjust_lr_fn))
        for group in self.param_groups:
            for param in group["params"]:
                if param.ndim != 2:
                    raise ValueError(f"Muon only supports 2D parameters whereas we found a parameter with size: {param.size()}")

    def new_state(self, group, param):
        if param.is_complex():
            raise RuntimeError("Muon does not support complex parameters")
        return {"momentum_buffer": param.detach().clone().zero_()}

    def update(self, group, param, grad, state):
        lr, momentum, buffer = float(group["lr"]), group["momentum"], state["momentum_buffer"]
        buffer.lerp_(grad, 1 - momentum)
        way = grad.lerp(buffer, momentum) if group["nesterov"] else buffer
        way = _orthogonal(way, group["ns_coefficients"], group["ns_steps"], group["eps"])
        param.mul_(1 - lr * group["weight_decay"])
        param.add_(way, alpha=-lr * _RATE_FACTORS[group["adjust_lr_fn"]](*param.shape))


_RATE_FACTORS = {"original": lambda rows, columns: max(1, rows / columns) ** 0.5,
                 "match_rms_adamw": lambda rows, columns: 0.2 * max(rows, columns) ** 0.5}
_RATE_FACTORS[None] = _RATE_FACTORS["original"]


def _orthogonal(matrix, coefficients, steps, eps):
    """Roughly the matrix with its singular values made 1, in bfloat16."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    x = matrix.to(bfloat16)
    is_tall = x.size(0) > x.size(1)
    x = x.T if is_tall else x
    x = x / x.norm().clamp(min=eps)
    for _ in range(steps):
        gram = x @ x.T
        x = x.addmm(gram.addmm(gram, gram, beta=b, alpha=c), x, beta=a)
    return x.T if is_tall else x
