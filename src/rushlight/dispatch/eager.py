"""Runs one call on any arguments: kernel, wrapping, tape."""
from __future__ import annotations

from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import newborn
from rushlight.autograd.saved import default_hooks
from rushlight.backends import numpy as xp
from rushlight.backends.meta import MetaArray, any_alive
from rushlight.backends.quiet import quiet
from rushlight.dispatch import levels, namespace
from rushlight.dispatch.arguments import broadcast_shape
from rushlight.dispatch.levels import active
from rushlight.dispatch.nodes import make_node_for
from rushlight.dispatch.promotion import cast_inputs
from rushlight.dispatch.wrapping import attach_all, become_view, pack_saved, return_type, wrap, wrap_views
from rushlight.errors import refuse
from rushlight.storage import mark_inference


def compose(op, args):
    """A composite over Tensors: the ops in its body look after everything."""
    return call_with(op, op.forward, [namespace.tensors, *args])


def eager(op, args, xp=xp):
    """The result of a call, on the tape where that records."""
    if op.composite:
        return compose(op, args)
    result, cast = quiet.run(compute, op, [unwrap(a) for a in args], xp)
    if op.family.many_outputs:
        return _wrap_many(op, args, result)
    out = wrap(result)
    if op.view:
        become_view(out, args[0], op, args[1:])
    if op.vjps and mode.enabled:
        node = make_node_for(op)(out, *linked(args))
        if node is not None:
            node.cast = cast
            if any_alive():
                _close_to_meta(node, out)
            if default_hooks.stack:
                pack_saved(node)
            for tell in newborn.listeners:
                tell(node)
            if op.view:
                if out._edge is not None:
                    out._edge.edge = node
            else:
                out._edge = node
    if mode.inference and not (op.view and not args[0]._inference):      # a view of an ordinary tensor is one too
        mark_inference(out)
    return out


def _wrap_many(op, args, result):
    outs = wrap_views(op, args[0], result, args[1:]) if op.view else tuple([wrap(r) for r in result])
    if op.vjps and outs and mode.enabled:
        node = make_node_for(op)(outs, *linked(args))
        if node is not None and any_alive():
            _close_to_meta(node, outs[0])
        if node is not None and default_hooks.stack:
            pack_saved(node)
        for tell in newborn.listeners if node is not None else ():
            tell(node)
        attach_all(op, node, outs)
    if mode.inference and not (op.view and not args[0]._inference):
        for out in outs:
            mark_inference(out)
    return return_type(op.shown_name, op.returns)(outs) if op.returns else outs


def _close_to_meta(node, out):
    """Lets no gradient through the node of a meta tensor: rules run over arrays, and would find no elements."""
    if isinstance(out._data, MetaArray):
        node.apply = lambda F, grad: refuse("gradients of meta tensors")


def linked(args):
    """The arguments as the tape links to them: what comes from outside a vmap, through a node that sums over its samples."""
    return args if active.batch is None else levels.batching.linked(args)


def compute(op, values, xp=xp):
    """The result of an op on arrays of the backend `xp`, and the dtype its inputs were brought to where that is not their own."""
    if any_alive():
        from rushlight.dispatch import meta
        if meta.any_meta(values):
            return meta.compute(op, values, compute)
    function = op.bind(xp) if levels.batching is None else levels.batching.bound(op, values, xp)
    if op.promotes is None:
        return _call_on_arrays(op, function, values), None
    is_input = [p.is_tensor and v is not None for p, v in zip(op.parameters, values)]
    promotes = op.promotes.for_call(op, values)
    promoted, target = cast_inputs(promotes, values, is_input)
    changed = any(yes and new is not old and hasattr(old, "dtype") for yes, new, old in zip(is_input, promoted, values))
    result = _call_on_arrays(op, function, promoted)
    return xp.to(result, target) if promotes.exact else result, target.numpy if changed else None


def _call_on_arrays(op, function, values):
    """As call_with; where NumPy cannot broadcast, the error is the one that torch gives."""
    try:
        return call_with(op, function, values)
    except ValueError as error:
        if "broadcast" in str(error):
            broadcast_shape([v.shape for v in values if hasattr(v, "shape")])
        raise


def call_with(op, function, args):
    """function(*args), with the options that are keyword-only as keywords. `args` may have a leading `xp` or `F`."""
    keyword = op.keyword_only
    if not keyword:
        return function(*args)
    return function(*args[:-len(keyword)], **dict(zip(keyword, args[-len(keyword):])))


def unwrap(value):
    """The array of a tensor, the arrays of several, anything else as it is."""
    if isinstance(value, levels.Tensor):
        return value._data
    if type(value) in (list, tuple) and value and isinstance(value[0], levels.Tensor):
        return [v._data for v in value]
    return value


def tensors_in(args):
    """All tensors among the arguments of a call."""
    for a in args:
        if isinstance(a, levels.Tensor):
            yield a
        elif type(a) in (list, tuple):
            yield from tensors_in(a)


class not_recording:
    """Inside, nothing goes on the tape."""

    def __enter__(self):
        self.before, mode.enabled = mode.enabled, False

    def __exit__(self, *_):
        mode.enabled = self.before
