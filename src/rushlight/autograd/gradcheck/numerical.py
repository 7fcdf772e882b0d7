"""Derivatives by finite differences."""
from __future__ import annotations


def jacobians_by_input(view, probe, eps):
    """For each input a list with the derivative of each output, shaped by the probe; none for one that is passive or empty."""
    return [[] if j in view.passive else _jacobians(view, probe, j, eps) for j in range(len(view.inputs))]


def _jacobians(view, probe, j, eps):
    input = view.inputs[j]
    rows = [_derivative(view, input, step, eps) for step in probe.steps(input, j)]
    return [None if column[0] is None else probe.gather(column) for column in zip(*rows)]


def _derivative(view, input, step, eps):
    """The derivative of each output in one direction, flat."""
    real = _difference(view, input, step, eps, step.real)
    if not input.is_complex():
        return real
    imaginary = _difference(view, input, step, 1j * eps, step.imaginary)
    return [None if r is None else r + 1j * i for r, i in zip(real, imaginary)]


def _difference(view, input, step, by, direction):
    """Half the difference of the outputs `by` ahead and `by` behind, over |by|."""
    memory = input.data                     # shares no version with the input: a graph over it stays usable
    here = memory[step.at].clone()
    try:
        memory[step.at] = here - by * direction
        behind = _values(view)
        memory[step.at] = here + by * direction
        ahead = _values(view)
    finally:
        memory[step.at] = here
    return [None if a is None else _slope(a, b, step.where, abs(by)) for b, a in zip(behind, ahead)]


def _values(view):
    """Copies of the outputs, which may share memory with the inputs."""
    return [None if o is None else o.detach().clone() for o in view.call(*view.inputs)]


def _slope(ahead, behind, where, eps):
    for name in ("shape", "dtype"):
        one, other = getattr(behind, name), getattr(ahead, name)
        if one != other:
            raise AssertionError(f"Expected `func` to return outputs with the same {name} when inputs are perturbed {where}by "
                                 f"{eps}, but got: {name}s {one} and {other}.")
    if not (ahead.is_floating_point() or ahead.is_complex()):
        ahead, behind = ahead.double(), behind.double()
    return ((ahead - behind) / (2 * eps)).reshape(-1)
