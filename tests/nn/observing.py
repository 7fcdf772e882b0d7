"""What there is to see of a layer, as data: the same function looks at ours and at PyTorch's."""
from __future__ import annotations

import hashlib
import math
import warnings

import numpy as np


def observe(torch, constructor, *inputs):
    """Its repr, its parameters, what it returns, the gradients and the random numbers that were drawn; or the error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _observed(torch, constructor, inputs)
    except Exception as error:                                  # whatever it is, it is the result
        return {"error": f"{type(error).__name__}: {error}"}


def _observed(torch, constructor, inputs):
    torch.manual_seed(3)
    layer = eval(constructor, {"n": torch.nn, "torch": torch})
    seen = {"repr": repr(layer)}
    if "Lazy" not in constructor:
        seen["parameters"] = {name: _digest(p) for name, p in layer.state_dict().items()}
    rng = np.random.RandomState(0)
    arguments = [_argument(torch, rng, given) for given in inputs]
    outs = [out for out in _flat(layer(*arguments)) if out is not None]
    leaves = [a for a in arguments if isinstance(a, torch.Tensor) and a.requires_grad]
    grads = _gradients(outs, [*leaves, *layer.parameters()])
    seen["outputs"] = [_summary(out) for out in outs]
    seen["gradients"] = [None if grad is None else _summary(grad) for grad in grads]
    seen["buffers"] = [_summary(buffer) for buffer in layer.buffers()]
    seen["next random number"] = torch.rand(()).item()
    return seen


def _argument(torch, rng, given):
    if isinstance(given, tuple):
        return torch.tensor(rng.randn(*given), dtype=torch.float32).requires_grad_()
    return eval(given, {"torch": torch}) if isinstance(given, str) else given


def _flat(value):
    return [part for one in value for part in _flat(one)] if isinstance(value, (tuple, list)) else [value]


def _gradients(outs, leaves):
    loss = sum((out * out).sum() for out in outs if out.is_floating_point() and out.requires_grad)
    if isinstance(loss, int):
        return []
    loss.backward()
    return [leaf.grad for leaf in leaves]


def _digest(tensor):
    return hashlib.sha1(np.ascontiguousarray(tensor.detach().numpy()).tobytes()).hexdigest()[:12]


def _summary(tensor):
    """The dtype, the shape, and two sums that a wrong or misplaced element changes."""
    values = tensor.detach().double().numpy().ravel()
    places = np.cos(np.arange(values.size))
    return [str(tensor.dtype).split(".")[-1], list(tensor.shape), float(np.abs(values).sum()), float((values * places).sum())]


def agree(a, b):
    """Whether two observations are the same, up to rounding in the sums."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(agree(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(agree(x, y) for x, y in zip(a, b))
    if isinstance(a, float) and isinstance(b, float):
        return a == b or math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-4) or math.isnan(a) and math.isnan(b)
    return a == b
