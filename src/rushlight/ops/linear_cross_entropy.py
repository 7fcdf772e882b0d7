"""The cross entropy of a linear layer's outputs."""
from __future__ import annotations

from rushlight.dispatch.kinds import Tensor
from rushlight.ops.loss import public


@public()
def linear_cross_entropy(F, input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Tensor | None = None,
                         weight: Tensor | None = None, reduction="mean", ignore_index=None, label_smoothing=0.0,
                         options=None) -> Tensor:
    """Returns the cross entropy of `input linear_weight^T + linear_bias`, whose classes are the first dimension of the weight.

    `options` say how torch may cut the work into pieces; the value does not depend on them.
    """
    _check(input, linear_weight, linear_bias)
    *outputs, width = linear_weight.shape
    bias = None if linear_bias is None else F.reshape(linear_bias, (-1,))
    scores = F.linear(input, F.reshape(linear_weight, (-1, width)), bias)
    scores = F.reshape(scores, (*input.shape[:-1], *outputs))
    return F.cross_entropy(scores, target, weight, None, -100 if ignore_index is None else ignore_index, None, reduction,
                           label_smoothing)


def _check(input, weight, bias):
    if input.ndim not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.ndim}")
    if weight.ndim < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {weight.ndim}")
    if input.shape[-1] != weight.shape[-1]:
        raise RuntimeError(f"expected equal input and linear_weight last dimensions (in_features), got {input.shape[-1]} and "
                           f"{weight.shape[-1]}, respectively")
    if input.ndim == 1 and weight.ndim > 2:
        raise RuntimeError(f"K-dimensional loss defined by linear_weight shape {tuple(weight.shape)} requires batched input, "
                           f"(N, {weight.shape[-1]}), got unbatched input with shape {tuple(input.shape)}")
    if bias is not None and tuple(bias.shape) != tuple(weight.shape[:-1]):
        raise RuntimeError(f"expected linear_bias shape {tuple(weight.shape[:-1])}, got {tuple(bias.shape)}")
