"""Functions whose form in torch.nn.functional takes its arguments in another order than the op, or fills them in."""
from __future__ import annotations

import math
import warnings

from rushlight.dispatch.namespace import tensors as F


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Returns e**x, scaled to add up to 1 along `dim`."""
    return F.softmax(input, _dim_of("softmax", input, dim, _stacklevel), dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """Returns the softmax of -x along `dim`."""
    return F.softmax(-input, _dim_of("softmin", input, dim, _stacklevel), dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Returns the logarithm of the softmax along `dim`."""
    return F.log_softmax(input, _dim_of("log_softmax", input, dim, _stacklevel), dtype)


def _dim_of(name, input, dim, stacklevel):
    if dim is not None:
        return dim
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
                  stacklevel=stacklevel)
    return 0 if input.ndim in (0, 1, 3) else 1


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Returns a sample from a softened choice among `logits`; with `hard`, a one-hot choice that has the soft one's gradient."""
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=2)
    gumbels = -F.empty_like(logits.detach()).exponential_().log()
    soft = F.softmax((logits + gumbels) / tau, dim)
    if not hard:
        return soft
    index = F.argmax(soft, dim, True)
    return F.scatter(F.zeros_like(logits.detach()), dim, index, 1.0) - soft.detach() + soft


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Returns the input with mean 0 and variance 1 per channel (dimension 1), times `weight` plus `bias`."""
    if training:
        _check_count(input.shape, math.prod(input.shape) // max(input.shape[1], 1) if input.ndim > 1 else 0, "value per channel")
    return F.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, False)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True,
                  momentum=0.1, eps=1e-5):
    """Returns the input with mean 0 and variance 1 per channel of each example, times `weight` plus `bias`."""
    if use_input_stats:
        _check_count(input.shape, math.prod(input.shape[2:]), "spatial element")
    return F.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, False)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Returns the input with mean 0 and variance 1 over each group of its channels (dimension 1), times `weight` plus `bias`."""
    if input.ndim < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.ndim}")
    if num_groups > 0 and not input.shape[1] % num_groups:
        _check_count(list(input.shape), math.prod(input.shape) // num_groups, "value per channel")
    return F.group_norm(input, num_groups, weight, bias, eps)


def _check_count(shape, count, what):
    if count == 1:
        raise ValueError(f"Expected more than 1 {what} when training, got input size {shape}")


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Returns the rows of `weight` that `input` names; rows longer than `max_norm` are shortened in place first."""
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    rows = weight.shape[0]
    if padding_idx is None:
        padding_idx = -1
    else:
        if not -rows <= padding_idx < rows:
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= rows
    if max_norm is not None:
        F.embedding_renorm_(weight.detach(), input, max_norm, norm_type)
    return F.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)
