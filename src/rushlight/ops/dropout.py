"""Dropout: some elements, or whole channels, become 0 at random, and the rest grow to make up for it."""
from __future__ import annotations

import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand


OUTSIDE = "dropout probability has to be between 0 and 1, but got"


def check_probability(p):
    """ValueError, as torch.nn.functional raises it. NaN is left to what it calls, which raises another error."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"{OUTSIDE} {p}")


def _drops(input, p, train, by_channel):
    """Whether anything is dropped at all."""
    if not 0.0 <= p <= 1.0:
        raise RuntimeError(f"{OUTSIDE} {p:g}")
    if not train or p == 0 or not input.numel():
        return False
    if by_channel and input.ndim < 2 and p < 1:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return True


def noise_like(input, p, by_channel):
    """What survives, as ones and zeros: a draw per element, in the memory's order, or per channel of each example."""
    if not by_channel:
        return F.bernoulli_fill(F.empty_like(input.detach()), 1 - p)
    return F.bernoulli_fill(F.new_empty(input.detach(), _per_channel(input)), 1 - p)


def _per_channel(input):
    return (*input.shape[:2], *[1] * (input.ndim - 2))


def dropped(input, p, train, inplace, by_channel):
    if not _drops(input, p, train, by_channel):
        return input
    if p == 1:
        noise = F.zeros_like(input.detach())
    else:
        noise = F.survivors(F.new_empty(input.detach(), _per_channel(input)) if by_channel else input, 1 - p)
    return input.mul_(noise) if inplace else input * noise


ALPHA = 1.7580993408473766          # minus the limit of selu towards minus infinity


def alpha_dropped(input, p, train, inplace, by_channel):
    """Dropout to the value that selu saturates at, scaled and shifted so that mean and variance stay."""
    if not _drops(input, p, train, by_channel):
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * F.zeros_like(input.detach())
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(f"result type Float can't be cast to the desired output type {input.dtype.scalar_name}")
    noise = noise_like(input, p, by_channel)
    a = 1 / math.sqrt((ALPHA * ALPHA * p + 1) * (1 - p))
    shift = (noise - 1) * (ALPHA * a) + ALPHA * a * p
    noise = noise * a
    return input.mul_(noise).add_(shift) if inplace else input * noise + shift


def _declare(name, draw, by_channel, says):
    def dropout(input, p, train):
        return draw(input, p, train, False, by_channel)

    def dropout_(input, p, train):
        return draw(input, p, train, True, by_channel)
    for function, suffix in ((dropout, ""), (dropout_, "_")):
        function.__name__ = function.__qualname__ = name + suffix
        function.__doc__ = says
        by_hand(method=False)(function)


_declare("dropout", dropped, False, "Returns the input with each element 0 with probability `p`, the others divided by 1 - p.")
_declare("feature_dropout", dropped, True, "Returns the input with channels 0 with probability `p`, the others divided by 1 - p.")
_declare("alpha_dropout", alpha_dropped, False, "Returns the input after a dropout that keeps mean and variance as selu aims at.")
_declare("feature_alpha_dropout", alpha_dropped, True, "Returns the input after an alpha_dropout of whole channels.")
