"""torch.nn.utils.clip_grad: gradients held to a norm, or to a range."""
from __future__ import annotations

import math
import types
import warnings

from rushlight.autograd.grad_mode import no_grad
from rushlight.construction import tensor
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]

# `foreach` chooses in torch between one kernel for many tensors and a loop; the numbers are the same, and here it is a loop.


@no_grad()
def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all tensors together, as if they were one vector. RuntimeError for inf and NaN if asked for."""
    tensors = [tensors] if isinstance(tensors, levels.Tensor) else list(tensors)
    norm_type = float(norm_type)
    if not tensors:
        return tensor(0.0)
    norms = [F.linalg_vector_norm(t, norm_type) for t in tensors]
    total = F.linalg_vector_norm(F.stack([n.to(norms[0].dtype) for n in norms]), norm_type)
    if error_if_nonfinite and not math.isfinite(total.item()):
        raise RuntimeError(f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be "
                           f"clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
                           f"`error_if_nonfinite=False`")
    return total


def _gradients(parameters):
    parameters = [parameters] if isinstance(parameters, levels.Tensor) else parameters
    return [p.grad for p in parameters if p.grad is not None]


@no_grad()
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scales gradients whose total norm is `total_norm` down to `max_norm`, where it is larger."""
    share = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
    for grad in _gradients(parameters):
        grad.mul_(share)


@no_grad()
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales the gradients of all parameters down to the norm `max_norm`, and returns what their norm was."""
    if not isinstance(parameters, levels.Tensor):
        is_generator = isinstance(parameters, types.GeneratorType)
        parameters = list(parameters)
        if is_generator and not parameters:
            warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=3)
    total = get_total_norm(_gradients(parameters), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(parameters, max_norm, total)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The older name of clip_grad_norm_."""
    warnings.warn("`torch.nn.utils.clip_grad_norm` is now deprecated in favor of `torch.nn.utils.clip_grad_norm_`.",
                  FutureWarning, stacklevel=2)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


@no_grad()
def clip_grad_value_(parameters, clip_value, foreach=None):
    """Holds every element of every gradient to [-clip_value, clip_value]."""
    for grad in _gradients(parameters):
        grad.clamp_(-float(clip_value), float(clip_value))
