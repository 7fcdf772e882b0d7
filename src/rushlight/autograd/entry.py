"""`backward` and `grad`: what users call to run the tape."""
from __future__ import annotations

import warnings

from rushlight.autograd.engine import run_backward
from rushlight.autograd.views import edge_of
from rushlight.backends import numpy as xp
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.namespace import tensors as F


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Adds to the `.grad` of leaves the gradients of the sum of `tensors`, weighted by `grad_tensors`.

    Only `inputs`, where given. RuntimeError for a tensor that needs a gradient argument (not a scalar) or has no graph.
    """
    if inputs is None and grad_variables is None and type(tensors) is levels.Tensor:
        edge = edge_of(tensors)
        if edge is not None and (grad_tensors is None or type(grad_tensors) is levels.Tensor):
            run_backward([edge], [_only_gradient(tensors, grad_tensors, create_graph)], create_graph=create_graph,
                         keep_graph=create_graph if retain_graph is None else retain_graph)
            return
    if grad_variables is not None:
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError("`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. "
                               "Please only use `grad_tensors`.")
        grad_tensors = grad_variables
    tensors = _sequence(tensors)
    if inputs is not None:
        inputs = _sequence(inputs)
        if not inputs:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    grads = _sequence(grad_tensors) if grad_tensors is not None else [None] * len(tensors)
    edges, grads = _roots(tensors, grads, create_graph)
    targets = None if inputs is None else [_target(t, i) for i, t in enumerate(inputs)]
    retain_graph = create_graph if retain_graph is None else retain_graph
    arrived = run_backward(edges, grads, create_graph=create_graph, keep_graph=retain_graph, targets=targets)
    if inputs is not None:
        _store(inputs, arrived)


def _only_gradient(output, grad, create_graph):
    """The gradient to start with in the ordinary case of one root: an array, or with `create_graph` a Tensor."""
    data = output._data
    if grad is None and not create_graph and data.shape == () and data.dtype.kind == "f":
        return data.dtype.type(1)
    grad = _root_gradient(output, grad)
    return grad if create_graph else grad._data


def _store(inputs, arrived):
    """Non-leaf inputs get their gradients here; leaves got theirs from the engine."""
    for tensor, grad in zip(inputs, arrived):
        if not tensor.is_leaf and grad is not None and not tensor.retains_grad:
            tensor._grad = grad if tensor._grad is None else F.add(tensor._grad, grad)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    """Returns the gradients of the sum of `outputs` with respect to each of `inputs`; `.grad` is left alone.

    An input that the outputs do not depend on is an error, unless `allow_unused` (None) or `materialize_grads` (zeros).
    """
    if is_grads_batched:
        from rushlight.errors import refuse
        refuse("autograd.grad(is_grads_batched=True)")
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: "
                         "allow_unused=False.")
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    outputs, inputs = _sequence(outputs), _sequence(inputs)
    if not inputs:
        raise ValueError("grad requires non-empty inputs.")
    grads = _sequence(grad_outputs) if grad_outputs is not None else [None] * len(outputs)
    edges, grads = _roots(outputs, grads, create_graph)
    targets = [_target(t, i) for i, t in enumerate(inputs)]
    retain_graph = create_graph if retain_graph is None else retain_graph
    results = run_backward(edges, grads, create_graph=create_graph, keep_graph=retain_graph, targets=targets,
                           accumulate=False)
    if materialize_grads:
        results = [F.zeros_like(t) if r is None else r for t, r in zip(inputs, results)]
    elif not allow_unused and any(r is None for r in results):
        raise RuntimeError("One of the differentiated Tensors appears to not have been used in the graph. Set "
                           "allow_unused=True if this is the desired behavior.")
    return tuple(results)


def _sequence(value):
    return list(value) if isinstance(value, (tuple, list)) or not hasattr(value, "_data") and hasattr(value, "__iter__") \
        else [value]


def _roots(outputs, grads, create_graph):
    if len(grads) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(grads)} gradients")
    edges, values = [], []
    for i, (output, grad) in enumerate(zip(outputs, grads)):
        values.append(_root_gradient(output, grad))
        edge = edge_of(output)
        if edge is None:
            raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
        edges.append(edge)
    return edges, values if create_graph else [v._data for v in values]


def _root_gradient(output, grad):
    if grad is None:
        if output._data.size != 1 and edge_of(output) is not None:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        if not output.dtype.is_floating_point and edge_of(output) is not None:
            raise RuntimeError("grad can be implicitly created only for real scalar outputs but got "
                               f"{output.dtype}")
        return wrap(xp.ones_like(output._data))
    if not isinstance(grad, levels.Tensor):
        raise TypeError(f"gradients can be either Tensors or None, but got {type(grad).__name__}")
    if grad._data.shape != output._data.shape:
        raise RuntimeError(f"Mismatch in shape: grad_output[0] has a shape of {grad.shape} and output[0] has a shape of "
                           f"{output.shape}.")
    if (output._data.dtype.kind == "c") != (grad._data.dtype.kind == "c"):
        raise RuntimeError("For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in "
                           f"dtype: grad_output[0] has a dtype of {grad.dtype} and output[0] has a dtype of {output.dtype}.")
    return grad


def _target(tensor, position):
    edge = edge_of(tensor)
    if edge is None:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return edge
