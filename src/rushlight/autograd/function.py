"""torch.autograd.Function: an operation whose derivative the user writes.

The `ctx` that forward and backward get is the node itself, as in torch.
"""
from __future__ import annotations

import functools

from rushlight.autograd.grad_mode import enable_grad, mode, no_grad
from rushlight.autograd.node import Node, Output, sequence
from rushlight.autograd.saved import Packed, SavedOutput, default_hooks, raise_freed, tensor_of, version_to_save
from rushlight.autograd.views import IN_CUSTOM_FUNCTION, edge_of, rebase_history, view_of
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import output_tensor, packed, wrap, zeros_of
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.namespace import tensors as F


class FunctionCtx(Node):
    """The node of one call of a custom Function, and the `ctx` of its methods."""
    quiet = False
    function = None
    materialize_grads = True
    needs_input_grad = ()
    to_save = _dirty = _non_differentiable = ()
    saved_for_forward = None

    # ---- what forward may call

    def save_for_backward(self, *tensors):
        """Keeps tensors (or None) for backward, checked for in-place changes there."""
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        """Keeps tensors for the jvp method."""
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors):
        """Says which inputs forward changed in place; each must be returned."""
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors):
        """Says which outputs have no gradient."""
        self._non_differentiable = tensors

    def set_materialize_grads(self, value):
        """Whether backward gets zeros (True, the default) or None for outputs without a gradient."""
        self.materialize_grads = bool(value)

    # ---- what backward may ask

    @property
    def saved_tensors(self):
        """The tensors given to save_for_backward. RuntimeError once the graph was freed, or if one was changed in place."""
        if self.saved is None:
            raise_freed()
        if not self.saved:
            return tuple(self.saved_for_forward or self.to_save)
        return tuple([_load(value, version, self) for value, version in zip(*self.saved)])

    saved_variables = saved_tensors

    def keep(self, outputs):
        """Turns `to_save` into what the node holds until it is freed."""
        for value in self.to_save:
            if value is not None and not isinstance(value, levels.Tensor):
                raise TypeError(f"save_for_backward can only save variables, but argument 0 is of type {type(value).__name__}")
        positions = {id(o): i for i, o in enumerate(outputs)}
        values = [SavedOutput(v, positions[id(v)]) if id(v) in positions else v for v in self.to_save]
        versions = [None if v is None or type(v) is SavedOutput else version_to_save(v) for v in values]
        self.saved = (values, versions)
        self.to_save = ()
        if default_hooks.stack:
            pack, unpack = default_hooks.stack[-1]
            self.saved = ([v if v is None else packed(v, self, pack, unpack) for v in values], versions)

    # ---- running

    def apply(self, F, grad):
        if self.saved is None:
            raise_freed()
        at_arrays = F is not tensors
        grads = list(grad) if self.outputs > 1 else [grad]
        if at_arrays:
            grads = [None if g is None else wrap(g) for g in grads]
        results = self._call_backward(grads)
        return [None if r is None else r._data for r in results] if at_arrays else results

    def _call_backward(self, grads):
        placed = [None] * self.all_outputs
        for at, grad in zip(self.differentiable_at, grads):
            placed[at] = grad
        if self.materialize_grads:
            placed = [wrap(zeros_of(*self.all_metas[i])) if g is None and self.all_metas[i] is not None else g
                      for i, g in enumerate(placed)]
        if type(self).backward_method is None:
            _no_backward(self)
        results = type(self).backward_method(self, *placed)
        results = tuple(results) if isinstance(results, (tuple, list)) else (results,)
        return self._for_edges(results)

    def _for_edges(self, results):
        expected = len(self.needs_input_grad)
        if len(results) > expected and any(r is not None for r in results[expected:]) or len(results) < expected:
            raise RuntimeError(f"function {self.name()} returned an incorrect number of gradients (expected {expected}, got "
                               f"{len(results)})")
        chosen = []
        for at in self.tensor_arguments:
            result = results[at]
            if result is not None and not isinstance(result, levels.Tensor):
                raise TypeError(f"expected Variable or None (got {type(result).__name__})")
            chosen.append(result)
        return chosen

    backward_method = None


def _load(value, version, node):
    if type(value) is SavedOutput:
        return output_tensor(value, node)
    if type(value) is Packed:
        return value.unpack(value.value)
    return tensor_of(value, version)


class _FunctionMeta(type):
    """Makes the node class that goes with a Function class."""

    def __init__(cls, name, bases, attributes):
        backward = cls.__dict__.get("backward") or next(
            (b.__dict__["backward"] for b in cls.__mro__[1:] if "backward" in b.__dict__), None)
        if "vjp" in cls.__dict__:
            backward = cls.__dict__["vjp"]
        method = getattr(backward, "__func__", backward)
        cls._node_class = type(name + "Backward", (FunctionCtx,), {
            "function": cls, "backward_method": None if method is _no_backward else staticmethod(method)})
        super().__init__(name, bases, attributes)


def _no_backward(ctx, *grads):
    raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it "
                              "with backward mode AD.")


class Function(metaclass=_FunctionMeta):
    """Subclass it with static `forward` and `backward`, and call `apply`."""
    generate_vmap_rule = False

    def __init__(self, *args, **kwargs):
        raise RuntimeError(f"{type(self).__name__} should not be instantiated. Methods on autograd functions are all static, so "
                           f"you should invoke them on the class itself.")

    @staticmethod
    def forward(*args, **kwargs):
        """Computes the outputs: forward(ctx, ...), or forward(...) with a setup_context beside it."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Fills ctx after forward(...) ran without one."""
        raise NotImplementedError("setup_context is not implemented.")

    backward = staticmethod(_no_backward)

    @staticmethod
    def jvp(ctx, *tangents):
        """Computes the tangents of the outputs."""
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode "
                                  "AD.")

    @staticmethod
    def vmap(info, in_dims, *args):
        """Computes a batch at once."""
        raise NotImplementedError("To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
                                  "generate_vmap_rule=True.")

    @classmethod
    def apply(cls, *args):
        """Runs forward on `args` and puts the outputs on the tape."""
        ctx = object.__new__(cls._node_class)
        tensors = [i for i, a in enumerate(args) if isinstance(a, levels.Tensor)]
        edges = [edge_of(args[i]) for i in tensors]
        records = mode.enabled and any(e is not None for e in edges)
        ctx.tensor_arguments = tensors
        by_argument = dict(zip(tensors, edges))
        ctx.needs_input_grad = tuple([by_argument.get(i) is not None for i in range(len(args))])
        with no_grad(), _without_tangents():
            result = _call_forward(cls, ctx, args)
        outs = _place_outputs(ctx, args, result, edges if records else None)
        if levels.active.dual:
            _push_tangents(cls, ctx, args, outs)
        return outs


def _call_forward(cls, ctx, args):
    if cls.setup_context is Function.setup_context:
        return cls.forward(ctx, *args)
    result = cls.forward(*args)
    cls.setup_context(ctx, args, result)
    return result


class _without_tangents:
    def __enter__(self):
        self.before, levels.active.dual = levels.active.dual, 0

    def __exit__(self, *_):
        levels.active.dual = self.before


def _place_outputs(ctx, args, result, edges):
    """Hangs the outputs of forward on the node, and finishes what it saves."""
    single = not isinstance(result, tuple)
    outs = [result] if single else list(result)
    Tensor = levels.Tensor
    dirty, frozen = {id(t) for t in ctx._dirty}, {id(t) for t in ctx._non_differentiable}
    for tensor in ctx._dirty:
        if not any(tensor is o for o in outs):
            raise RuntimeError("Some elements marked as dirty during the forward method were not returned as output. The inputs "
                               "that are modified inplace must all be outputs of the Function.")
    ctx.all_outputs = len(outs)
    carries = [isinstance(o, Tensor) and id(o) not in frozen and o.dtype.category >= 2 for o in outs]
    ctx.differentiable_at = [i for i, c in enumerate(carries) if c]
    ctx.all_metas = [(o._data.shape, o._data.dtype) if isinstance(o, Tensor) else None for o in outs]
    if edges is None:
        outs = [_untracked(o, args, id(o) in dirty) if isinstance(o, Tensor) else o for o in outs]
        ctx.seq = 0
        return outs[0] if single else tuple(outs)
    ctx.seq, ctx.edges = next(sequence), tuple(edges)
    ctx.metas = [ctx.all_metas[i] for i in ctx.differentiable_at]
    ctx.outputs = max(len(ctx.metas), 1)
    if ctx.metas:
        ctx.shape, ctx.dtype = ctx.metas[0]
    original = list(outs)
    for number, at in enumerate(ctx.differentiable_at):
        edge = ctx if number == 0 else Output(ctx, number)
        outs[at] = _tracked(outs[at], edge, args, id(outs[at]) in dirty)
    for i, out in enumerate(outs):
        if isinstance(out, Tensor) and not carries[i]:
            outs[i] = _untracked(out, args, id(out) in dirty)
    replaced = {id(o): n for o, n in zip(original, outs) if o is not n}
    ctx.to_save = tuple([replaced.get(id(t), t) if not any(t is a for a in args) else t for t in ctx.to_save])
    ctx.keep([outs[i] for i in ctx.differentiable_at])
    return outs[0] if single else tuple(outs)


def _is_argument(out, args):
    return any(out is a for a in args)


def _untracked(out, args, is_dirty):
    return F.view_as(out, out) if _is_argument(out, args) and not is_dirty else out


def _tracked(out, edge, args, is_dirty):
    """One differentiable output, on the tape."""
    if is_dirty and _is_argument(out, args):
        from rushlight.dispatch.writing import check_writable
        with enable_grad():
            check_writable(out, True)
        if view_of(out) is None:
            out._edge = edge
        else:
            rebase_history(out, edge)
        return out
    if _is_argument(out, args):
        with no_grad():
            out = F.view_as(out, out)
    view = view_of(out)
    if view is not None:
        view.edge, view.version, view.creation = edge, view.base._storage.version, IN_CUSTOM_FUNCTION
    else:
        out._edge = edge
    return out


def _push_tangents(cls, ctx, args, result):
    """Forward mode through the user's jvp."""
    tangents = [getattr(a, "_tangent", None) for a in args]
    if all(t is None for t in tangents):
        return
    tangents = [F.zeros_like(a.detach()) if t is None and isinstance(a, levels.Tensor) and ctx.materialize_grads else t
                for a, t in zip(args, tangents)]
    with _without_tangents():
        found = cls.jvp(ctx, *tangents)
    outs = result if isinstance(result, tuple) else (result,)
    found = found if isinstance(found, tuple) else (found,)
    for out, tangent in zip(outs, found):
        if isinstance(out, levels.Tensor) and tangent is not None:
            out._tangent = tangent


def once_differentiable(function):
    """Decorates a backward that must not be differentiated: its results carry an error instead of a graph."""
    @functools.wraps(function)
    def wrapped(ctx, *grads):
        with no_grad():
            results = function(ctx, *grads)
        if not mode.enabled or not any(isinstance(g, levels.Tensor) and g.requires_grad for g in grads):
            return results
        several = isinstance(results, tuple)
        found = [_Undifferentiable.apply(r.detach().requires_grad_()) if isinstance(r, levels.Tensor) else r
                 for r in (results if several else (results,))]
        return tuple(found) if several else found[0]
    return wrapped


class _Undifferentiable(Function):
    @staticmethod
    def forward(ctx, value):
        return value.clone()

    @staticmethod
    def backward(ctx, *grads):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")

