"""Derivatives by forward mode, beside the numerical ones."""
from __future__ import annotations

from rushlight.autograd.forward_ad import dual_level, make_dual, unpack_dual
from rushlight.autograd.gradcheck.numerical import jacobians_by_input
from rushlight.autograd.gradcheck.probes import Projected
from rushlight.dispatch.namespace import tensors as F

spoken = " computed with forward mode"


def probe_for(view):
    return Projected(view.inputs)


def pairs(view, probe, options):
    """(output number, input number, numerical, analytical), one by one."""
    numerical = jacobians_by_input(view, probe, options.eps)
    for j, input in enumerate(view.inputs):
        if j in view.passive:
            continue
        rows = [_one_pushed(view, j, _tangent(input, step)) for step in probe.steps(input, j)]
        for i, found in enumerate(numerical[j]):
            yield i, j, found, probe.gather([row[i] for row in rows])


def _tangent(input, step):
    tangent = F.zeros_like(input.detach())
    tangent[step.at] = step.real
    return tangent


def _one_pushed(view, j, tangent):
    """The tangents of the outputs, flat, where one input changes and the others explicitly do not."""
    tangents = [F.zeros_like(x.detach()) for x in view.inputs]
    tangents[j] = tangent
    return [F.reshape(F.zeros_like(o.detach()) if t is None else t.detach(), (-1,)) for o, t in push(view, tangents)]


def push(view, tangents):
    """For each output its value and its tangent (None without one). Inputs whose tangent is None go in as constants."""
    with dual_level():
        inputs = [x.detach() if t is None else make_dual(x.detach(), t) for x, t in zip(view.inputs, tangents)]
        return [tuple(unpack_dual(o)) for o in view.call(*inputs)]
