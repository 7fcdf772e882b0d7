"""A convolution or a linear layer and the batch norm behind it, made one layer that computes the same in evaluation mode."""
from __future__ import annotations

import copy

from rushlight.dispatch.namespace import tensors as F
from rushlight.nn.parameter import Parameter


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """Returns a copy of `conv` that computes bn(conv(x)); `transpose`: it is a transposed convolution."""
    _require_evaluation(conv, bn)
    fused = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight,
                                                    bn.bias, transpose)
    return fused


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """Returns the weight and the bias of a convolution that a batch norm with these statistics follows."""
    bn_w = F.ones_like(bn_rm) if bn_w is None else bn_w
    bn_b = F.zeros_like(bn_rm) if bn_b is None else bn_b
    channels = (1, -1) if transpose else (-1, 1)
    return _fused(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, (*channels, *[1] * (conv_w.dim() - 2)))


def fuse_linear_bn_eval(linear, bn):
    """Returns a copy of `linear` that computes bn(linear(x))."""
    _require_evaluation(linear, bn)
    if bn.num_features not in (linear.out_features, 1):
        raise AssertionError("To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
                             f"linear.out_features={linear.out_features} and bn.num_features={bn.num_features}")
    fused = copy.deepcopy(linear)
    fused.weight, fused.bias = fuse_linear_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps,
                                                      bn.weight, bn.bias)
    return fused


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """Returns the weight and the bias of a linear layer that a batch norm with these statistics follows."""
    return _fused(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, (-1, 1))


def _require_evaluation(layer, bn):
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")


def _fused(weight, bias, mean, var, eps, scale, shift, per_row):
    """They require gradients where the layer's own did."""
    scale = scale * F.rsqrt(var + eps)
    new_weight = weight * scale.reshape(per_row)
    new_bias = (-mean if bias is None else bias - mean) * scale + shift
    return (Parameter(new_weight.to(weight.dtype), weight.requires_grad),
            Parameter(new_bias.to(weight.dtype if bias is None else bias.dtype), bias is not None and bias.requires_grad))
