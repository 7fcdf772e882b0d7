"""Gradients and tangents that are zero, or missing."""
from __future__ import annotations

import warnings

from rushlight.autograd.delayed import UndefinedGrad
from rushlight.autograd.entry import grad
from rushlight.autograd.gradcheck.comparison import GradcheckError, are_close
from rushlight.autograd.gradcheck.forward import push
from rushlight.autograd.gradcheck.probes import Projected
from rushlight.dispatch.namespace import tensors as F

_NOTES = ' Please look at "Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'


def check_zero_gradients(view):
    """GradcheckError where backward makes something of nothing: it is linear, so zeros must give zeros."""
    outputs = view.call(*view.inputs)
    zeros = [F.zeros_like(o.detach()) for o in outputs]
    if not _all_zero(grad(outputs, view.inputs, zeros, allow_unused=True)):
        raise GradcheckError("backward not multiplied by grad_output")


def check_undefined_gradients(view):
    """GradcheckError where backward cannot do without the gradient of an output, or of all of them."""
    count = len(view.call(*view.inputs))
    for missing in [range(count), *([i] for i in range(count) if count > 1)]:
        _check_without(view, set(missing))


def _check_without(view, missing):
    outputs = [UndefinedGrad()(o) if i in missing else o for i, o in enumerate(view.call(*view.inputs))]
    zeros = [F.zeros_like(o.detach()) for o in outputs]
    try:
        grads = grad(outputs, view.inputs, zeros, allow_unused=True)
    except RuntimeError as error:
        _warn_of_the_check()
        raise GradcheckError("Expected backward function to handle undefined output grads." + _NOTES) from error
    if not _all_zero(grads):
        _warn_of_the_check()
        raise GradcheckError("Expected all input grads to be undefined or zero when all output grads are undefined or zero."
                             + _NOTES)


def _all_zero(grads):
    return all(g is None or not (g != 0).any().item() for g in grads)


def _warn_of_the_check():
    warnings.warn("Backwards compatibility: New undefined gradient support checking feature is enabled by default, but it may "
                  "break existing callers of this function. If this is true for you, you can call this function with "
                  "\"check_undefined_grad=False\" to disable the feature", stacklevel=6)


def check_undefined_tangents(view, options):
    """GradcheckError where an input without a tangent gives anything else than one whose tangent is zero."""
    probe = Projected(view.inputs)
    tangents = [probe.steps(x, j)[0].real for j, x in enumerate(view.inputs)]
    for j, input in enumerate(view.inputs):
        expected = push(view, _replaced(tangents, j, F.zeros_like(input.detach())))
        found = push(view, _replaced(tangents, j, None))
        for i, (one, other) in enumerate(zip(found, expected)):
            _require_same(one, other, i, input, options)


def _replaced(values, at, value):
    return [value if i == at else v for i, v in enumerate(values)]


def _require_same(found, expected, i, input, options):
    for what, value, wanted in zip(("primal", "tangent"), found, expected):
        value, wanted = (F.zeros_like(expected[0].detach()) if v is None else v.detach() for v in (value, wanted))
        if not are_close(value, wanted, options.rtol, options.atol):
            raise GradcheckError(f"Mismatch in {what} values for output with index: {i} when input: {input} has an undefined "
                                 f"tangent value.  Got: {value} but expected: {wanted}")
