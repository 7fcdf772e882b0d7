"""Derivatives by backward, beside the numerical ones."""
from __future__ import annotations

from rushlight.autograd.entry import grad
from rushlight.autograd.gradcheck.comparison import GradcheckError
from rushlight.autograd.gradcheck.numerical import jacobians_by_input
from rushlight.autograd.gradcheck.probes import Projected
from rushlight.dispatch.namespace import tensors as F

spoken = ""         # how messages call this way


def probe_for(view):
    return Projected(view.inputs, view.call(*view.inputs))


def pairs(view, probe, options):
    """(output number, input number, numerical, analytical), one by one. GradcheckError where backward is not reentrant."""
    numerical = jacobians_by_input(view, probe, options.eps)
    for i, output in enumerate(view.call(*view.inputs)):
        if output is None:
            continue
        analytical = _checked_jacobians(output, view.inputs, i, probe, options)
        for j, found in enumerate(analytical):
            if not numerical[j]:
                continue
            yield i, j, probe.onto_output(numerical[j][i], i), found


def _checked_jacobians(output, inputs, i, probe, options):
    """The derivatives of one output with respect to each input, computed twice."""
    first, second = (jacobians(output, inputs, i, probe, options.check_grad_dtypes) for _ in range(2))
    if not are_same(first, second, options.nondet_tol):
        raise GradcheckError(
            f"Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different "
            f"values, although analytical gradient matches numerical gradient.The tolerance for nondeterminism was "
            f"{options.nondet_tol}.\n\nIf that is to be expected of this function (see torch.use_deterministic_algorithms), call "
            f"gradcheck with `nondet_tol=<tol>`.\n")
    return first


def jacobians(output, inputs, i, probe, check_dtypes=False):
    """The derivatives of one output with respect to each input: see the probe for their shapes."""
    rows = [_gradients(output, inputs, covector, check_dtypes) for covector in probe.covectors(output, i)]
    return [probe.onto_input([row[j] for row in rows], x, j) for j, x in enumerate(inputs)]


def _gradients(output, inputs, covector, check_dtypes):
    grads = grad(output, inputs, covector, retain_graph=True, allow_unused=True)
    if check_dtypes and any(g is not None and g.dtype is not x.dtype for g, x in zip(grads, inputs)):
        raise GradcheckError("Gradient has dtype mismatch")
    return [F.zeros_like(x.detach()) if g is None else g.detach() for g, x in zip(grads, inputs)]


def are_same(first, second, tolerance):
    """Whether no two elements are further apart than the tolerance."""
    return all(not a.numel() or (a - b).abs().max().item() <= tolerance for a, b in zip(first, second))
