"""`backward` and `grad`: what users call to run the tape."""
from __future__ import annotations

import warnings

from numpy import ndarray

from rushlight.autograd.engine import run_backward
from rushlight.autograd.gradient_edge import GradientEdge
from rushlight.autograd.views import edge_of
from rushlight.backends.meta import MetaArray
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.wrapping import wrap, zeros_of
from rushlight.dtypes import dtype_of
from rushlight.errors import refuse, warn_once
from rushlight.size import Size


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Adds to the `.grad` of leaves the gradients of the sum of `tensors`, weighted by `grad_tensors`.

    Only `inputs`, where given. RuntimeError for a tensor that needs a gradient argument (not a scalar) or has no graph.
    """
    if levels.active.transforms:
        raise RuntimeError("backward() called inside a functorch transform. This is not supported, please use functorch.grad or "
                           "functorch.vjp instead or call backward() outside of functorch transforms.")
    if inputs is None and grad_variables is None and type(tensors) is levels.Tensor:
        edge = edge_of(tensors)
        if edge is not None and (grad_tensors is None or type(grad_tensors) is levels.Tensor):
            if create_graph:
                _warn_of_cycles()
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
    targets = None if inputs is None else [_target(t, "can't retain_grad on Tensor that has requires_grad=False") for t in inputs]
    retain_graph = create_graph if retain_graph is None else retain_graph
    if create_graph:
        _warn_of_cycles()
    arrived = run_backward(edges, grads, create_graph=create_graph, keep_graph=retain_graph, targets=targets)
    if inputs is not None:
        _store(inputs, arrived)


def _warn_of_cycles():
    warn_once("Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
              "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you "
              "have to use this function, make sure to reset the .grad fields of your parameters to None after use to break the "
              "cycle and avoid the leak.")


def _only_gradient(output, grad, create_graph):
    """The gradient to start with in the ordinary case of one root: an array, or with `create_graph` a Tensor."""
    data = output._data
    if grad is None and not create_graph and type(data) is ndarray and not data.shape and data.dtype.kind == "f":
        return data.dtype.type(1)
    grad = _root_gradient(output, grad)
    return grad if create_graph else grad._data


def _store(inputs, arrived):
    """Non-leaf inputs get their gradients here; leaves got theirs from the engine."""
    for tensor, grad in zip(inputs, arrived):
        if isinstance(tensor, levels.Tensor) and not tensor.is_leaf and grad is not None and not tensor.retains_grad:
            tensor._grad = grad if tensor._grad is None else F.add(tensor._grad, grad)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    """Returns the gradients of the sum of `outputs` with respect to each of `inputs`; `.grad` is left alone.

    An input that the outputs do not depend on is an error, unless `allow_unused` (None) or `materialize_grads` (zeros).
    """
    if not only_inputs:
        warnings.warn("only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for "
                      "other parts of the graph, please use torch.autograd.backward.", FutureWarning, stacklevel=2)
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: "
                         "allow_unused=False.")
    outputs, inputs = _sequence(outputs), _sequence(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if levels.active.batch is not None:
        _check_made_inside(inputs, levels.active.batch)
    grads = _sequence(grad_outputs) if grad_outputs is not None else [None] * len(outputs)
    options = dict(retain_graph=retain_graph, create_graph=create_graph, materialize_grads=materialize_grads,
                   allow_unused=materialize_grads if allow_unused is None else allow_unused)
    if is_grads_batched:
        return _grad_of_each(outputs, inputs, grads, options)
    return gradients(outputs, inputs, grads, **options)


def _check_made_inside(inputs, batch):
    """Within a vmap, and no other transform within that, tensors from outside are constants."""
    edges = [edge_of(t) for t in inputs if isinstance(t, levels.Tensor)]
    if batch.depth == levels.active.transforms and any(edge is not None and edge.node.seq < batch.order for edge in edges):
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")


def gradients(outputs, inputs, grads, retain_graph, create_graph, allow_unused, materialize_grads=False):
    """What `grad` returns, for lists of tensors, at any level."""
    edges, grads = _roots(outputs, grads, create_graph)
    targets = [_target(t, "One of the differentiated Tensors does not require grad") for t in inputs]
    retain_graph = create_graph if retain_graph is None else retain_graph
    results = run_backward(edges, grads, create_graph=create_graph, keep_graph=retain_graph, targets=targets,
                           accumulate=False)
    if materialize_grads:
        results = [_zeros_for(t, create_graph) if r is None else r for t, r in zip(inputs, results)]
    elif not allow_unused:
        _check_used(results)
    return tuple(results)


def _check_used(results):
    for at, result in enumerate(results):
        if result is None:
            raise RuntimeError(f"The differentiated Tensor at index {at} appears to not have been used in the graph. Set "
                               f"allow_unused=True if this is the desired behavior.")


def _zeros_for(tensor, requires_grad):
    if not isinstance(tensor, levels.Tensor):
        raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
    return F.zeros_like(tensor.detach()).requires_grad_(requires_grad)


def _grad_of_each(outputs, inputs, grads, options):
    """The gradients for a batch of `grad_outputs`, which have a leading dimension more than the outputs."""
    from rushlight.func.plain import plain_vmap
    for output, grad in zip(outputs, grads):
        if isinstance(grad, levels.Tensor) and grad.shape[1:] != output.shape:
            raise RuntimeError(f"If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch "
                               f"dimension. The sizes of the remaining dimensions are expected to match the shape of "
                               f"corresponding output, but a mismatch was detected: grad_output[0] has a shape of {grad.shape} "
                               f"and output[0] has a shape of {output.shape}. If you only want some tensors in `grad_output` to "
                               f"be considered batched, consider using vmap.")
    found = []

    def one(*each):
        found[:] = gradients(outputs, inputs, each, **options)
        return tuple([g for g in found if g is not None])
    batched = iter(plain_vmap(one, in_dims=tuple([None if g is None else 0 for g in grads]))(*grads))
    return tuple([None if g is None else next(batched) for g in found])


def _sequence(value):
    if isinstance(value, GradientEdge) or hasattr(value, "_data"):
        return [value]
    return list(value)


def _roots(outputs, grads, create_graph):
    if len(grads) < len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(grads)} gradients")
    edges, values = [], []
    for i, (output, grad) in enumerate(zip(outputs, grads)):
        root = _Root.of(output) if isinstance(output, GradientEdge) else output
        values.append(_root_gradient(root, grad))
        edge = root.edge if root is not output else edge_of(output)
        if edge is None:
            raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
        edges.append(edge)
    return edges, values if create_graph else [v._data for v in values]


class _Root:
    """Stands for the tensor that a GradientEdge leads from."""

    @classmethod
    def of(cls, gradient_edge):
        made = cls()
        made.edge = gradient_edge.edge()
        made._data = zeros_of(made.edge.shape, made.edge.dtype)
        made.shape, made.dtype = Size(made.edge.shape), dtype_of(made._data)
        return made


def _root_gradient(output, grad):
    if isinstance(output._data, MetaArray):
        refuse("gradients of meta tensors")
    if grad is None:
        tracked = isinstance(output, _Root) or edge_of(output) is not None
        if output._data.size != 1 and tracked:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        if not output.dtype.is_floating_point and tracked:
            raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {output.dtype}")
        return F.ones_like(wrap(output._data))
    if not isinstance(grad, levels.Tensor):
        raise TypeError(f"gradients can be either Tensors or None, but got {type(grad).__name__}")
    if grad._data.shape != output._data.shape:
        raise RuntimeError(f"Mismatch in shape: grad_output[0] has a shape of {grad.shape} and output[0] has a shape of "
                           f"{output.shape}.")
    if (output._data.dtype.kind == "c") != (grad._data.dtype.kind == "c"):
        raise RuntimeError("For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in "
                           f"dtype: grad_output[0] has a dtype of {grad.dtype} and output[0] has a dtype of {output.dtype}.")
    return grad


def _target(input, untracked):
    """The edge whose gradient is asked for. RuntimeError with the text `untracked` if there is none."""
    if isinstance(input, GradientEdge):
        return input.edge()
    if not isinstance(input, levels.Tensor):
        raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {type(input).__name__}")
    edge = edge_of(input)
    if edge is None:
        raise RuntimeError(untracked)
    return edge
