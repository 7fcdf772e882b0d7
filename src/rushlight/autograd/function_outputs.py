"""What forward of a custom Function returned, hung on its node.

An input that comes back as it went in becomes a view of itself, unless it was marked dirty: then it is the output, and its
history is the node. Every other output that is a view cannot be written later, since the write would bypass the custom backward.
"""
from __future__ import annotations

import warnings

from rushlight.autograd.grad_mode import mode, no_grad
from rushlight.autograd.node import AccumulateGrad, Output, newborn, sequence
from rushlight.autograd.views import IN_CUSTOM_FUNCTION, edge_of, rebase_history, view_of
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import FLOATING

_NOT_AN_INPUT = ("ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should be "
                 "passed to ctx.mark_dirty().")


def place_outputs(ctx, args, result, edges):
    """The outputs on the node `ctx`, which gets the edges and keeps what is to be saved; without edges, nothing is recorded."""
    single = not isinstance(result, tuple)
    returned = [result] if single else list(result)
    inputs = {id(a) for a in args}
    dirty, frozen = _marked(ctx, inputs, returned)
    carries = [isinstance(o, levels.Tensor) and id(o) not in frozen and o.dtype.category >= FLOATING for o in returned]
    ctx.gradient_at = [i for i, c in enumerate(carries) if c]
    ctx.metas = [(o._data.shape, o._data.dtype) if isinstance(o, levels.Tensor) else None for o in returned]
    if edges is not None:
        _link(ctx, edges)
    outs = []
    for at, out in enumerate(returned):
        edge = _edge_to(ctx, at) if carries[at] and edges is not None else None
        outs.append(_placed(out, edge, id(out) in inputs, id(out) in dirty) if isinstance(out, levels.Tensor) else out)
    if edges is not None:
        replaced = {id(o): n for o, n in zip(returned, outs) if id(o) not in inputs}
        ctx.to_save = tuple([replaced.get(id(t), t) for t in ctx.to_save])
        ctx.keep(outs)
    return outs[0] if single else tuple(outs)


def _marked(ctx, inputs, returned):
    """The identities of dirty and of non-differentiable tensors, checked. The node forgets the tensors, which may lead to it."""
    for text, tensors in (("mark_dirty can only accept variables, but argument ", ctx.dirty_tensors),
                          ("mark_non_differentiable only accepts variable arguments, but got ", ctx.non_differentiable)):
        for at, tensor in enumerate(tensors):
            if not isinstance(tensor, levels.Tensor):
                raise RuntimeError(f"{text}{at} is of type {type(tensor).__name__}")
    several = sum(isinstance(o, levels.Tensor) for o in returned) > 1
    for tensor in ctx.dirty_tensors:
        _check_dirty(tensor, id(tensor) in inputs, any(tensor is o for o in returned), several)
    marked = [set(map(id, tensors)) for tensors in (ctx.dirty_tensors, ctx.non_differentiable)]
    ctx.dirty_tensors = ctx.non_differentiable = ()
    return marked


def _check_dirty(tensor, is_input, is_returned, several):
    if not is_returned:
        raise RuntimeError("Some elements marked as dirty during the forward method were not returned as output. The inputs that "
                           "are modified inplace must all be outputs of the Function.")
    is_view = view_of(tensor) is not None
    if not is_input:
        if is_view:
            raise RuntimeError(_NOT_AN_INPUT)
        warnings.warn(_NOT_AN_INPUT, stacklevel=5)
    elif is_view and several:
        raise RuntimeError("If your Function modifies inplace an input that is a view of another Tensor, your Function cannot "
                           "return more than one Tensor. You should either make sure the input is not a view (using .clone() for "
                           "example) or make your Function only return one Tensor (potentially splitting it into two Functions: "
                           "one doing the inplace that returns a single Tensor and a second one that does the other operations).")


def _link(ctx, edges):
    ctx.seq, ctx.edges, ctx.outputs = next(sequence), tuple(edges), max(len(ctx.metas), 1)
    ctx.shape, ctx.dtype = ctx.metas[0] or ((), None) if ctx.metas else ((), None)
    for tell in newborn.listeners:
        tell(ctx)


def _edge_to(ctx, number):
    return ctx if number == 0 else Output(ctx, number)


def _placed(out, edge, is_input, is_dirty):
    """One output, on the tape if it has an edge."""
    if is_dirty and is_input:
        if edge is not None:
            _rebase(out, edge)
        return out
    if is_input:
        out = _alias(out, edge)
    view = view_of(out)
    if view is not None:
        view.creation = IN_CUSTOM_FUNCTION
        if edge is not None:
            view.edge, view.version = edge, view.base._storage.version
    elif edge is not None:
        out._edge = edge
    return out


def _alias(out, edge):
    """An input that forward returned as it is. Without a gradient while others have one, it is a constant."""
    if edge is None and mode.enabled and edge_of(out) is not None:
        return out.detach()
    with no_grad():
        return F.view_as(out, out)


def _rebase(tensor, edge):
    view = view_of(tensor)
    if view is None:
        if type(tensor._edge) is AccumulateGrad:
            raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
        tensor._edge = edge
        return
    view.refuse_write()
    if type(edge_of(view.base)) is AccumulateGrad:
        raise RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")
    rebase_history(tensor, edge)
