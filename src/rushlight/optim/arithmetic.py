"""What update rules are written in: the same few steps over bare arrays, and over Tensors.

A name that ends in an underscore writes its first argument. Everything else a rule does with Python operators and makes anew,
because a Tensor may be recorded, and what was saved for its backward must not be written.
"""
from __future__ import annotations

import numpy as np

from rushlight.dispatch.namespace import tensors
from rushlight.tensor import Tensor


class Arrays:
    """Over float32 and float64 arrays: nothing is recorded, so everything happens in place."""
    sqrt, sign, abs, where = np.sqrt, np.sign, np.abs, np.where

    @staticmethod
    def number(value):
        """An option or a scalar of the state, as a Python number."""
        return value.item() if isinstance(value, Tensor) else value

    @staticmethod
    def add_(x, y, alpha=1):
        x += y if alpha == 1 else y * alpha

    @staticmethod
    def mul_(x, factor):
        x *= factor

    @staticmethod
    def copy_(x, y):
        x[...] = y

    @staticmethod
    def maximum_(x, y):
        np.maximum(x, y, out=x)

    @staticmethod
    def clamp_(x, low, high):
        np.minimum(np.maximum(x, low, out=x), high, out=x)

    @staticmethod
    def lerp_(x, y, weight):
        """x + weight * (y - x), counted from the nearer end."""
        way = y - x
        if weight < 0.5:
            way *= weight
            x += way
        else:
            way *= 1 - weight
            np.subtract(y, way, out=x)

    @staticmethod
    def addcmul_(x, a, b, value=1):
        product = a * value if value != 1 else a
        x += product * b

    @staticmethod
    def addcdiv_(x, a, b, value=1):
        quotient = a * value
        quotient /= b
        x += quotient

    @staticmethod
    def by_sign(x, positive, negative):
        """`positive` where x > 0, `negative` where x < 0, 1 elsewhere."""
        made = np.ones_like(x)
        made[x > 0], made[x < 0] = positive, negative
        return made

    @staticmethod
    def constant(x):
        """x, with no gradient flowing to it."""
        return x


class Tensors:
    """Over Tensors of any type and class, recorded where the optimizer is differentiable."""
    sqrt, sign, abs = Tensor.sqrt, Tensor.sign, Tensor.abs
    mul_, copy_, lerp_, constant = Tensor.mul_, Tensor.copy_, Tensor.lerp_, Tensor.detach

    @staticmethod
    def number(value):
        """An option or a scalar of the state: a Tensor only if gradients flow to it."""
        return value.item() if isinstance(value, Tensor) and not value.requires_grad else value

    @staticmethod
    def where(condition, x, y):
        return tensors.where(condition, x, y)

    @staticmethod
    def by_sign(x, positive, negative):
        return x.new_ones(x.shape).masked_fill_(x > 0, positive).masked_fill_(x < 0, negative)

    @staticmethod
    def add_(x, y, alpha=1):
        return x.add_(y * alpha) if isinstance(alpha, Tensor) else x.add_(y, alpha=alpha)

    @staticmethod
    def maximum_(x, y):
        x.copy_(x.clone().maximum(y))

    @staticmethod
    def clamp_(x, low, high):
        x.clamp_(low, high)

    @staticmethod
    def addcmul_(x, a, b, value=1):
        x.addcmul_(a, b, value=value)

    @staticmethod
    def addcdiv_(x, a, b, value=1):
        return x.add_(a / b * value) if isinstance(value, Tensor) else x.addcdiv_(a, b, value=value)
