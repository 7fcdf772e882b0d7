"""`vjp`, `jvp`, `vhp` and `hvp`: a Jacobian or a Hessian times a vector, without the matrix.

Backward gives vectors times matrices. A matrix times a vector comes by backward through backward: the gradient that arrives at
the inputs is linear in the one that was sent, so its own derivative is the Jacobian, transposed.
"""
from __future__ import annotations

from rushlight.autograd.functional.call import Call, gradients
from rushlight.autograd.functional.strictness import FIRST, HESSIAN, SECOND, check, require_grad
from rushlight.dispatch.namespace import tensors as F

_ONE_OUTPUT = "The vector v can only be None if the user-provided function returns a single Tensor with a single element."
_ONE_INPUT = "The vector v can only be None if the input to the user-provided function is a single Tensor with a single element."


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """Returns func(*inputs), and `v` (in the shapes of the outputs) times its Jacobian: one result for each input."""
    call = Call("vjp", func, inputs, create_graph, strict)
    v = call.vector(v, call.outputs, call.gives_tuple, _ONE_OUTPUT)
    grads = gradients(call.outputs, call.inputs, v, create_graph)
    return call.outputs_and(call.filled(grads, call.inputs, FIRST), call.takes_tuple)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """Returns func(*inputs), and its Jacobian times `v` (in the shapes of the inputs): one result for each output."""
    call = Call("jvp", func, inputs, create_graph, strict)
    v = call.vector(v, call.inputs, call.takes_tuple, _ONE_INPUT)
    sent = _variables_like(call.outputs)
    arrived = gradients(call.outputs, call.inputs, sent, True)
    if strict:
        check(arrived, FIRST, False)
    pushed = gradients(arrived, sent, v, create_graph)
    return call.outputs_and(call.filled(pushed, call.outputs, FIRST), call.gives_tuple)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """Returns func(*inputs), one number, and `v` (in the shapes of the inputs) times its Hessian: one result for each input."""
    call, v, first = _first_derivatives("vhp", func, inputs, v, create_graph, strict)
    second = gradients(first, call.inputs, v, create_graph)
    return call.outputs_and(call.filled(second, call.inputs, SECOND), call.takes_tuple)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """Returns func(*inputs), one number, and its Hessian times `v` (in the shapes of the inputs): one result for each input.

    vhp gives the same for less, where the Hessian is symmetric: for all functions with continuous second derivatives.
    """
    call, v, first = _first_derivatives("hvp", func, inputs, v, create_graph, strict)
    sent = _variables_like(call.inputs)
    arrived = gradients(first, call.inputs, sent, True)
    second = gradients(arrived, sent, v, create_graph)
    return call.outputs_and(call.filled(second, call.inputs, SECOND), call.takes_tuple)


def _first_derivatives(name, func, inputs, v, create_graph, strict):
    """(call, v, the gradient of its output by each input)."""
    call = Call(name, func, inputs, create_graph, strict)
    call.require_scalar()
    v = call.vector(v, call.inputs, call.takes_tuple, _ONE_INPUT)
    first = gradients(call.outputs, call.inputs, (None,), True)
    if strict:
        check(first, FIRST, False)
        require_grad(first, HESSIAN)
    return call, v, first


def _variables_like(tensors):
    return tuple([F.zeros_like(t.detach()).requires_grad_() for t in tensors])
