"""Adafactor (Shazeer and Stern, 2018): the second moments of a matrix from those of its rows and columns."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.optim.descent import TensorDescent, scalar
from rushlight.tensor import Tensor


class Adafactor(TensorDescent):
    """Steps relative to the size of the parameter, clipped, with the state of a vector for each matrix."""

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None,
                 maximize=False):
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for is_right, what, value in (
                (0.0 <= lr, "Learning rate should be >= 0", lr),
                (beta2_decay <= 0.0, "beta2_decay should be <= 0", beta2_decay),
                (eps[0] is None or 0.0 <= eps[0], "epsilon1 should be >= 0", eps[0]),
                (0.0 <= eps[1], "epsilon2 should be >= 0", eps[1]),
                (1.0 <= d, "Clipping threshold d should be >= 1", d),
                (0.0 <= weight_decay, "weight_decay should be >= 0", weight_decay)):
            if not is_right:
                raise ValueError(f"{what} but is: {value}")
        super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay, foreach=foreach,
                                      maximize=maximize))

    def new_state(self, group, param):
        if param.is_complex():
            raise RuntimeError("Adafactor does not support complex parameters")
        if param.dim() < 2:
            return {"step": scalar(0, group), "variance": param.new_zeros(param.shape)}
        rows, columns = (*param.shape[:-1], 1), (*param.shape[:-2], 1, param.shape[-1])
        return {"step": scalar(0, group), "row_var": param.new_zeros(rows), "col_var": param.new_zeros(columns)}

    def update(self, group, param, grad, state):
        state["step"] += 1
        step, lr = state["step"].item(), float(group["lr"])
        smallest, least_scale = group["eps"]
        smallest = dtypes.finfo(param.dtype).eps if smallest is None else smallest
        grad = -grad if group["maximize"] else grad
        rate = max(least_scale, _root_mean_square(param)) * min(lr, 1 / step ** 0.5)
        if group["weight_decay"] != 0:
            param.mul_(1 - lr * group["weight_decay"])
        way = _variance(state, grad, step ** group["beta2_decay"], smallest).clamp_(min=smallest * smallest).rsqrt_().mul_(grad)
        param.add_(way, alpha=-rate / max(1.0, _root_mean_square(way) / group["d"]))


def _variance(state, grad, weight, smallest):
    """The mean of the squared gradients, moved by `weight` towards this one's."""
    if "variance" in state:
        return state["variance"].lerp_(grad * grad, weight).clone()
    rows, columns = state["row_var"], state["col_var"]
    rows.lerp_(grad.norm(dim=-1, keepdim=True).square_().div_(grad.size(-1)), weight)
    columns.lerp_(grad.norm(dim=-2, keepdim=True).square_().div_(grad.size(-2)), weight)
    return (rows @ columns).div_(rows.mean(dim=-2, keepdim=True).clamp_(min=smallest))


def _root_mean_square(x):
    return x.norm(2).item() / x.numel() ** 0.5
