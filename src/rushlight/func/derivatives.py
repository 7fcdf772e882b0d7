"""`grad`, `grad_and_value` and `vjp`: reverse mode over functions, on the one tape there is.

The inputs of a transformed function are fresh leaves over the same memory, so that gradients with regard to them are asked for
by name: what an outer transform differentiates cannot be mistaken for them. A leaf remembers what it stands for, and so a
gradient that is itself recorded leads on to the outer graph.
"""
from __future__ import annotations

import functools
import weakref

from rushlight.autograd.entry import gradients
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import AccumulateGrad, Output, sequence
from rushlight.autograd.saved import default_hooks
from rushlight.autograd.views import edge_of
from rushlight.dispatch import levels
from rushlight.dispatch.eager import linked
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.wrapping import wrap
from rushlight.dtypes import FLOATING
from rushlight.func.arguments import check_aux, flat_tensors, pick, put_back, split_aux
from rushlight.storage import storage_of
from rushlight.utils._pytree import tree_flatten, tree_map, tree_unflatten

Tensor = levels.Tensor


class Stand(AccumulateGrad):
    """The leaf that a transform makes of an input: for users the end of the tape, for the engine a link to the input's own
    edge.
    """
    frees = False

    def __init__(self, tensor, edge, recording):
        super().__init__(tensor._data, weakref.ref(tensor))
        self.seq, self.edges, self.recording = next(sequence), (edge,), recording

    def apply(self, F, grad):
        return (grad,)


NO_HOOKS = ("torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use "
            "case.")


class Recording:
    """Inside, a transform records, whatever the mode outside: no_grad inside still counts."""

    def __enter__(self):
        if default_hooks.stack:
            raise RuntimeError(NO_HOOKS)
        self.before, mode.enabled = mode.enabled, True
        self.hooks_before, default_hooks.disabled = default_hooks.disabled, NO_HOOKS
        self.active = True
        levels.active.transforms += 1
        return self

    def __exit__(self, *_):
        levels.active.transforms -= 1
        self.active, mode.enabled, default_hooks.disabled = False, self.before, self.hooks_before

    def stand_for(self, value):
        """A leaf for a tensor of the arguments."""
        if not isinstance(value, Tensor):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(value)}")
        if value.dtype.category < FLOATING:
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        made = wrap(value._data)
        made._storage, made._tangents = storage_of(value), value._tangents
        (source,) = linked((value,))
        made._edge = Stand(made, edge_of(source), self)
        return made

    def gradients(self, outputs, leaves, grads, keep_graph=False):
        """What reaches the leaves, zeros where nothing does; on the tape only if that leads on to what was there before."""
        pairs = [(o, g) for o, g in zip(outputs, grads) if o.requires_grad]
        if not pairs:
            return [F.zeros_like(leaf) for leaf in leaves]
        outs, cotangents = zip(*pairs)
        create = levels.active.dual is not None or self.before and self.leads_outside(*outs, *cotangents)
        found = gradients(outs, leaves, cotangents, retain_graph=keep_graph or create, create_graph=create, allow_unused=True)
        return [F.zeros_like(leaf.detach()) if g is None else self.outside(g) for g, leaf in zip(found, leaves)]

    def leads_outside(self, *outputs):
        """Whether anything that is differentiated elsewhere, a leaf or an input of an outer transform, is behind the outputs."""
        seen, stack = set(), [edge_of(o) for o in outputs]
        while stack:
            edge = stack.pop()
            if edge is None:
                continue
            node = edge.node if type(edge) is Output else edge
            if type(node) is AccumulateGrad or type(node) is Stand and node.recording.active and node.recording is not self:
                return True
            if node not in seen:
                seen.add(node)
                stack.extend(node.edges)
        return False

    def outside(self, value):
        """A result as the outer world sees it: not on the tape, unless it leads on."""
        if not isinstance(value, Tensor):
            return value
        tangents = value._tangents and {level: self.outside(t) for level, t in value._tangents.items()}
        if not value.requires_grad or self.before and self.leads_outside(value):
            made = value
        else:
            made = value.detach()
        made._tangents = tangents
        return made


def grad(func, argnums=0, has_aux=False):
    """Returns a function that computes the gradient of the scalar `func` with regard to its arguments `argnums`.

    With `has_aux`, `func` returns (scalar, aux), and the new function (gradient, aux).
    """
    compute = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def differentiated(*args, **kwargs):
        gradient, value = compute(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient
    return differentiated


def grad_and_value(func, argnums=0, has_aux=False):
    """Returns a function that computes (gradient, value) of the scalar `func`; with `has_aux` (gradient, (value, aux))."""
    @functools.wraps(func)
    def differentiated(*args, **kwargs):
        with Recording() as recording:
            primals = pick(args, argnums)
            stands = tree_map(recording.stand_for, primals)
            output, aux = split_aux(func(*put_back(args, argnums, stands), **kwargs), has_aux, "grad_and_value(f)(*args)")
            _check_scalar(output)
            check_aux(aux, has_aux)
            leaves, spec = tree_flatten(stands)
            found = tree_unflatten(recording.gradients([output], leaves, [F.ones_like(output)]), spec)
            output, aux = tree_map(recording.outside, (output, aux))
        return found, (output, aux) if has_aux else output
    return differentiated


def _check_scalar(output):
    if not isinstance(output, Tensor):
        raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(output)}")
    if output.ndim:
        raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                           f"{output.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")


def vjp(func, *primals, has_aux=False):
    """Returns func(*primals) and a function that takes cotangents of it to those of `primals`; with `has_aux` aux as a third."""
    value, pull_back, aux = vjp_of(func, primals, has_aux)
    return (value, pull_back, aux) if has_aux else (value, pull_back)


def vjp_of(func, primals, has_aux=False, argnums=None):
    """(value, pull back, aux): see vjp. The pull back gives a tuple, or what `argnums` picks from the arguments."""
    recording = Recording()
    with recording:
        chosen = primals if argnums is None else pick(primals, argnums)
        stands = tree_map(recording.stand_for, chosen)
        arguments = stands if argnums is None else put_back(primals, argnums, stands)
        output, aux = split_aux(func(*arguments), has_aux, "vjp(f, *primals)")
        check_aux(aux, has_aux)
        leaves, spec = tree_flatten(stands)
        outputs, out_spec = flat_tensors(output, "vjp(f, *primals)")
        output, aux = tree_map(recording.outside, (output, aux))

    def pull_back(cotangents, retain_graph=True, create_graph=None):
        grads, given = tree_flatten(cotangents)
        if given != out_spec:
            raise RuntimeError("Expected pytree structure of cotangents to be the same as pytree structure of outputs to the "
                               f"function. cotangents: {given}, primal output: {out_spec}")
        recording.before = mode.enabled
        return tree_unflatten(recording.gradients(outputs, leaves, grads, keep_graph=retain_graph), spec)
    return output, pull_back, aux
