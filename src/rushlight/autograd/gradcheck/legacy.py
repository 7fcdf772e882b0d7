"""Two functions that were never meant to be public, and that old programs call."""
from __future__ import annotations

import warnings

from rushlight.autograd.gradcheck.numerical import jacobians_by_input
from rushlight.autograd.gradcheck.probes import Elementwise
from rushlight.autograd.gradcheck.reverse import are_same, jacobians
from rushlight.autograd.gradcheck.subject import View, as_tuple
from rushlight.dispatch.levels import Tensor


def get_numerical_jacobian(fn, inputs, target=None, eps=1e-3, grad_out=1.0):
    """Returns the derivatives of the first output of fn(inputs) by each of `target` (by default, `inputs`) that requires grad."""
    _warn("get_numerical_jacobian")
    if grad_out != 1.0:
        raise ValueError("Expected grad_out to be 1.0. get_numerical_jacobian no longer supports values of grad_out != 1.0.")
    watched = as_tuple(inputs if target is None else target)
    watched = [x for x in watched if isinstance(x, Tensor) and x.requires_grad]
    view = View(lambda *_: as_tuple(fn(as_tuple(inputs)))[:1], watched, None)
    return tuple([derivatives[0] for derivatives in jacobians_by_input(view, Elementwise(), eps)])


def get_analytical_jacobian(inputs, output, nondet_tol=0.0, grad_out=1.0):
    """Returns the derivatives of `output` by each of `inputs`, whether they came out alike twice, and True for size and type."""
    _warn("get_analytical_jacobian")
    if grad_out != 1.0:
        raise ValueError("Expected grad_out to be 1.0. get_analytical_jacobian no longer supports values of grad_out != 1.0.")
    if output.is_complex():
        raise ValueError("Expected output to be non-complex. get_analytical_jacobian no longer supports functions that return "
                         "complex outputs.")
    watched = [x for x in as_tuple(inputs) if isinstance(x, Tensor) and x.requires_grad]
    first, second = (tuple(jacobians(output, watched, 0, Elementwise())) for _ in range(2))
    return first, are_same(first, second, nondet_tol), True, True


def _warn(name):
    warnings.warn(f"`{name}` was part of PyTorch's private API and not meant to be exposed. We are deprecating it and it will be "
                  f"removed in a future version of PyTorch. Use gradcheck instead.", FutureWarning, stacklevel=3)
