"""Activations and dropouts with the `inplace` flag that torch.nn.functional gives them."""
from __future__ import annotations

import warnings

from rushlight.dispatch.namespace import tensors as F
from rushlight.ops import activation as ops
from rushlight.ops.dropout import check_probability


def relu(input, inplace=False):
    """Returns the positive elements, and 0 for the others."""
    return input.relu_() if inplace else F.relu(input)


def relu6(input, inplace=False):
    """Returns each element clamped to [0, 6]."""
    return hardtanh(input, 0.0, 6.0, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """Returns each element clamped to [min_val, max_val]."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return ops.hardtanh_(input, min_val, max_val) if inplace else F.hardtanh(input, min_val, max_val)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """Returns the positive elements, and `negative_slope` times the others."""
    return ops.leaky_relu_(input, negative_slope) if inplace else F.leaky_relu(input, negative_slope)


def threshold(input, threshold, value, inplace=False):
    """Returns the elements above `threshold`, and `value` for the others."""
    return ops.threshold_(input, threshold, value) if inplace else F.threshold(input, threshold, value)


def elu(input, alpha=1.0, inplace=False):
    """Returns the positive elements, and `alpha * (e**x - 1)` for the others."""
    return ops.elu_(input, alpha) if inplace else F.elu(input, alpha)


def selu(input, inplace=False):
    """Returns elu with the constants that keep mean 0 and variance 1 from layer to layer."""
    return ops.selu_(input) if inplace else F.selu(input)


def celu(input, alpha=1.0, inplace=False):
    """Returns the positive elements, and `alpha * (e**(x / alpha) - 1)` for the others."""
    return ops.celu_(input, alpha) if inplace else F.celu(input, alpha)


def silu(input, inplace=False):
    """Returns x sigmoid(x)."""
    return ops.silu_(input) if inplace else F.silu(input)


def mish(input, inplace=False):
    """Returns x tanh(softplus(x))."""
    return ops.mish_(input) if inplace else F.mish(input)


def hardsigmoid(input, inplace=False):
    """Returns x / 6 + 1/2, clamped to [0, 1]."""
    return ops.hardsigmoid_(input) if inplace else F.hardsigmoid(input)


def hardswish(input, inplace=False):
    """Returns x hardsigmoid(x)."""
    return ops.hardswish_(input) if inplace else F.hardswish(input)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """Returns the positive elements, and the others times a slope drawn from [lower, upper], or its middle unless `training`."""
    return F.rrelu_(input, lower, upper, training) if inplace else F.rrelu(input, lower, upper, training)


def dropout(input, p=0.5, training=True, inplace=False):
    """Returns the input with each element 0 with probability `p`, the others divided by 1 - p; unchanged unless `training`."""
    check_probability(p)
    return F.dropout_(input, p, training) if inplace else F.dropout(input, p, training)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Returns the input after a dropout that keeps the mean and variance selu aims at."""
    check_probability(p)
    return F.alpha_dropout_(input, p, training) if inplace else F.alpha_dropout(input, p, training)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Returns the input after an alpha_dropout of whole channels."""
    check_probability(p)
    return F.feature_alpha_dropout_(input, p, training) if inplace else F.feature_alpha_dropout(input, p, training)


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Returns (N, C, L) or (C, L) with each channel 0 with probability `p`, the others divided by 1 - p."""
    check_probability(p)
    if input.ndim not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input. Note that dropout1d exists "
                           "to provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an "
                           "optional batch dimension (i.e. 2D or 3D inputs).")
    return _batched(input, p, training, inplace) if input.ndim == 2 else _by_channel(input, p, training, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Returns (N, C, H, W) with each channel 0 with probability `p`, the others divided by 1 - p."""
    check_probability(p)
    if input.ndim not in (3, 4):
        warnings.warn(f"dropout2d: Received a {input.ndim}-D input to dropout2d, which is deprecated and will result in an error "
                      "in a future release. To retain the behavior and silence this warning, please use dropout instead. Note "
                      "that dropout2d exists to provide channel-wise dropout on inputs with 2 spatial dimensions, a channel "
                      "dimension, and an optional batch dimension (i.e. 3D or 4D inputs).", stacklevel=2)
    if input.ndim == 3:
        warnings.warn("dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired "
                      "- input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a "
                      "future release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain "
                      "the 1D channel-wise dropout behavior, please switch to using dropout1d instead.", stacklevel=2)
    return _by_channel(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """Returns (N, C, D, H, W) or (C, D, H, W) with each channel 0 with probability `p`, the others divided by 1 - p."""
    check_probability(p)
    if input.ndim not in (4, 5):
        warnings.warn(f"dropout3d: Received a {input.ndim}-D input to dropout3d, which is deprecated and will result in an error "
                      "in a future release. To retain the behavior and silence this warning, please use dropout instead. Note "
                      "that dropout3d exists to provide channel-wise dropout on inputs with 3 spatial dimensions, a channel "
                      "dimension, and an optional batch dimension (i.e. 4D or 5D inputs).", stacklevel=2)
    return _by_channel(input, p, training, inplace) if input.ndim == 5 else _batched(input, p, training, inplace)


def _by_channel(input, p, training, inplace):
    return F.feature_dropout_(input, p, training) if inplace else F.feature_dropout(input, p, training)


def _batched(input, p, training, inplace):
    """The dropout of one example."""
    if inplace:
        _by_channel(F.unsqueeze(input, 0), p, training, True)
        return input
    return F.squeeze(_by_channel(F.unsqueeze(input, 0), p, training, False), 0)
