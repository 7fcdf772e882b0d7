"""L-BFGS (Liu and Nocedal, 1989): Newton's method with a Hessian guessed from the last steps."""
from __future__ import annotations

from rushlight.autograd.grad_mode import enable_grad, no_grad
from rushlight.ops.complexes import view_as_real
from rushlight.ops.joining import cat
from rushlight.optim.checks import check
from rushlight.optim.line_search import cubic_minimum as _cubic_interpolate                     # noqa: F401  torch's name
from rushlight.optim.line_search import strong_wolfe as _strong_wolfe
from rushlight.optim.optimizer import Optimizer
from rushlight.tensor import Tensor


class LBFGS(Optimizer):
    """Up to `max_iter` iterations in each step, which may call the closure `max_eval` times. One group of parameters."""

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100,
                 line_search_fn=None):
        check(lr=lr)
        super().__init__(params, dict(
            lr=lr, max_iter=max_iter, max_eval=max_iter * 5 // 4 if max_eval is None else max_eval, tolerance_grad=tolerance_grad,
            tolerance_change=tolerance_change, history_size=history_size, line_search_fn=line_search_fn))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    @no_grad()
    def step(self, closure):
        """Runs the iterations. Returns the loss at the start."""
        evaluate, group, state = enable_grad()(closure), self.param_groups[0], self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = evaluate()
        loss, grad, evaluations, iterations = float(first_loss), self._flat_grad(), 1, 0
        state["func_evals"] += 1
        is_done = grad.abs().max() <= group["tolerance_grad"]
        while not is_done and iterations < group["max_iter"]:
            iterations += 1
            state["n_iter"] += 1
            _find_direction(state, grad, group["history_size"])
            state["prev_flat_grad"], state["prev_loss"] = grad.clone(), loss
            lr = group["lr"].item() if isinstance(group["lr"], Tensor) else group["lr"]
            state["t"] = min(1.0, 1.0 / grad.abs().sum()) * lr if state["n_iter"] == 1 else lr
            slope = grad.dot(state["d"])
            if slope > -group["tolerance_change"]:
                break
            loss, grad, tried = self._go(evaluate, state, loss, grad, slope, iterations == group["max_iter"])
            evaluations += tried
            state["func_evals"] += tried
            is_done = (evaluations >= group["max_eval"] or grad.abs().max() <= group["tolerance_grad"]
                       or (state["d"] * state["t"]).abs().max() <= group["tolerance_change"]
                       or abs(loss - state["prev_loss"]) < group["tolerance_change"])
        return first_loss

    def _go(self, evaluate, state, loss, grad, slope, is_last):
        """Goes along the direction. Returns loss and gradient there, and how often the closure was called."""
        search, direction = self.param_groups[0]["line_search_fn"], state["d"]
        if search is None:
            self._move(direction, state["t"])
            return (loss, grad, 0) if is_last else (float(evaluate()), self._flat_grad(), 1)
        if search != "strong_wolfe":
            raise RuntimeError("only 'strong_wolfe' is supported")
        start = [param.clone() for param in self._params]

        def at(x, t, d):
            self._move(d, t)
            value, there = float(evaluate()), self._flat_grad()
            for param, value_before in zip(self._params, x):
                param.copy_(value_before)
            return value, there

        loss, grad, state["t"], tried = _strong_wolfe(at, start, state["t"], direction, loss, grad, slope)
        self._move(direction, state["t"])
        return loss, grad, tried

    def _flat_grad(self):
        """The gradients of all parameters in one vector; zeros for a parameter without."""
        return cat([_flat(param.new_zeros(param.shape) if param.grad is None else param.grad) for param in self._params])

    def _move(self, direction, t):
        """Adds t times the direction to the parameters."""
        offset = 0
        for param in self._params:
            real = view_as_real(param) if param.is_complex() else param
            real.add_(direction[offset:offset + real.numel()].view_as(real), alpha=float(t))
            offset += real.numel()


def _flat(tensor):
    return (view_as_real(tensor) if tensor.is_complex() else tensor).reshape(-1)


def _find_direction(state, grad, history_size):
    """Puts into `d` the direction to go: down the gradient, bent by what the last steps taught (the two-loop recursion)."""
    if state["n_iter"] == 1:
        state.update(d=grad.neg(), old_dirs=[], old_stps=[], ro=[], H_diag=1)
        return
    _remember(state, grad, history_size)
    changes, steps, ro = state["old_dirs"], state["old_stps"], state["ro"]
    al = state.setdefault("al", [None] * history_size)
    d = grad.neg()
    for i in reversed(range(len(changes))):
        al[i] = steps[i].dot(d) * ro[i]
        d.add_(changes[i], alpha=-al[i].item())
    d = d * state["H_diag"]
    for i in range(len(changes)):
        d.add_(steps[i], alpha=(al[i] - changes[i].dot(d) * ro[i]).item())
    state["d"] = d


def _remember(state, grad, history_size):
    """Adds the last step and the change of the gradient that came with it, if the function was convex along it."""
    change, step = grad - state["prev_flat_grad"], state["d"] * state["t"]
    curvature = change.dot(step)
    if not curvature > 1e-10:
        return
    if len(state["old_dirs"]) == history_size:
        for name in ("old_dirs", "old_stps", "ro"):
            state[name].pop(0)
    state["old_dirs"].append(change)
    state["old_stps"].append(step)
    state["ro"].append(1.0 / curvature)
    state["H_diag"] = curvature / change.dot(change)
