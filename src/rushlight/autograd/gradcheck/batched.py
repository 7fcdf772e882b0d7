"""Gradients and tangents for a batch of directions by vmap, held against a loop over them."""
from __future__ import annotations

import functools
import warnings

from rushlight.autograd.entry import grad
from rushlight.autograd.gradcheck.comparison import GradcheckError, are_close
from rushlight.autograd.gradcheck.forward import push
from rushlight.dispatch.namespace import tensors as F
from rushlight.func.plain import plain_vmap

_BACKWARD = ("\ngradcheck or gradgradcheck failed while testing batched gradient computation.\n"
             "If this function is not meant to be differentiated under vmap, call the check with `check_batched_grad=False`.\n")
_FORWARD = ("\ngradcheck failed while testing batched gradient computation with forward-mode AD.\nIf this function is not meant "
            "to be differentiated under vmap, call the check with `check_batched_forward_grad=False`.\n")


def check_batched_gradients(view, options):
    """GradcheckError where vmap over backward fails, or gives other gradients than a loop."""
    for i, output in enumerate(view.call(*view.inputs)):
        pull = functools.partial(_pull, view, output)
        for j, (batched, looped) in enumerate(zip(*_both_ways(pull, output, _BACKWARD))):
            _require_same(batched, looped, i, j, options, _BACKWARD)


def _pull(view, output, covector):
    grads = grad(output, view.inputs, covector, retain_graph=True, allow_unused=True)
    return [F.zeros_like(x.detach()) if g is None else g for g, x in zip(grads, view.inputs)]


def check_batched_tangents(view, options):
    """GradcheckError where vmap over forward mode fails, or gives other tangents than a loop."""
    for j, input in enumerate(view.inputs):
        push_one = functools.partial(_push_one, view, j)
        for i, (batched, looped) in enumerate(zip(*_both_ways(push_one, input, _FORWARD))):
            _require_same(batched, looped, i, j, options, _FORWARD)


def _push_one(view, j, tangent):
    outputs = push(view, [tangent if k == j else None for k in range(len(view.inputs))])
    return [F.zeros_like(o.detach()) if t is None else t for o, t in outputs]


def _both_ways(function, like, advice):
    """The results of a function for a batch of two random directions: by vmap, and by a loop."""
    directions = [F.randn_like(like.detach()) for _ in range(2)]
    looped = [F.stack(list(results)) for results in zip(*map(function, directions))]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")             # that a rule is missing, and vmap loops, is no news here
            return plain_vmap(function)(F.stack(directions)), looped
    except RuntimeError as error:
        raise GradcheckError(f"While computing batched gradients, got: {error}\n{advice}") from error


def _require_same(batched, looped, i, j, options, advice):
    if not are_close(batched, looped, options.rtol, options.atol):
        raise GradcheckError(f"For output {i} and input {j}:\n{advice}\nGot:\n{batched}\n\nExpected:\n{looped}\n")
