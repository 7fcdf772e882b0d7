"""Forward mode: tangents ride along with their primals while a dual level is open.

# Note [Rules see primals one level down]
A jvp rule runs on primals without tangents. Handed the duals themselves, sin would ask for cos, whose rule asks for sin, for
ever. The primals keep their place on the tape, so what forward mode computes can be differentiated backward.
"""
from __future__ import annotations

from rushlight.autograd.views import view_of
from rushlight.backends.numpy.layouts import layout_of
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import FLOATING


def push_forward(op, args, result):
    """Gives the result of a call the tangent that its inputs' tangents cause."""
    pairs = [(p, a) for p, a in zip(op.parameters, args) if p.is_tensor and a is not None]
    if not any(_has_tangent(a) for _, a in pairs):
        return
    if not op.vjps or op.refuses and not any(o.dtype.category >= FLOATING for o in _flat(result)):
        return                                          # nothing flows through it
    if op.refuses:
        raise NotImplementedError(f"Trying to use forward AD with {op.shown_name} that does not support it because it has not "
                                  f"been implemented yet.")
    with _closed():
        tangent = _tangent_of(op, args, result)
    outs, tangents = _flat(result), _flat(tangent)
    if len(tangents) != len(outs) and not (op.differentiable == len(tangents) == 1):
        raise TypeError(f"the jvp of {op.name} gave {len(tangents)} tangents for {len(outs)} outputs")
    for out, t in zip(outs, tangents):
        if t is not None and out.dtype.category >= FLOATING:
            out._tangent = _fitted(t, out)


def carry_to_base(tensor):
    """After a write through a view: its base gets the tangent that the view now has."""
    view = view_of(tensor)
    if view is None or tensor._tangent is None:
        return
    base = view.base
    with _closed():
        whole = F.zeros_like(base.detach()) if base._tangent is None else base._tangent
        base._tangent = F.view_scatter(whole, tensor._tangent, view.steps, layout_of(base._data))


def _flat(result):
    return result if isinstance(result, tuple) else (result,)


def _has_tangent(value):
    if type(value) in (list, tuple):
        return any(map(_has_tangent, value))
    return getattr(value, "_tangent", None) is not None


def _tangent_of(op, args, result):
    if op.linear:
        return _linear_tangent(op, args)
    known = {p.name: _primal(a) for p, a in zip(op.parameters, args)}
    known["out"] = _primal(result)
    known.update(zip(op.returns or (), map(_primal, result if isinstance(result, tuple) else ())))
    if any(_has_tangent(a) and p.name not in op.jvps for p, a in zip(op.parameters, args) if p.is_tensor):
        return _double_vjp(op, args, known)
    total = None
    for p, a in zip(op.parameters, args):
        if p.is_tensor and _has_tangent(a):
            rule = op.jvps[p.name]
            part = rule.formula(F, a._tangent, *[_want(known, w) for w in rule.wants])
            total = part if total is None else _add(total, part)
    return total


def _add(first, second):
    if isinstance(first, tuple):
        return tuple(map(_add, first, second))
    return second if first is None else first if second is None else F.add(first, second)


def _want(known, want):
    if want in known:
        return known[want]
    owner, _, what = want.rpartition("_")
    value = known[owner]
    if what == "shapes":
        return [t._data.shape for t in value]
    return tuple(value._data.shape) if hasattr(value, "_data") else ()


def _linear_tangent(op, args):
    """The op applied to the tangents; a missing one counts as zero."""
    tangents = [_tangents_in(a) if p.name in op.vjps else a for p, a in zip(op.parameters, args)]
    positional, keyword = _public_arguments(op, tangents)
    return op.function(*positional, **keyword)


def _public_arguments(op, args):
    positional, keyword = [], {}
    for p, a in zip(op.parameters, args):
        if p.keyword_only:
            keyword[p.name] = a
        elif p.kind == "Size":
            positional.append(tuple(a))
        else:
            positional.append(a)
    return positional, keyword


def _tangents_in(value):
    if type(value) in (list, tuple):
        return [_tangents_in(v) for v in value]
    if not hasattr(value, "_data"):
        return value
    return value._tangent if value._tangent is not None else F.zeros_like(value.detach())


def _double_vjp(op, args, known):
    """jvp(t) = d/du [vjp(u)] . t, for an op with no rule of its own."""
    from rushlight.autograd.entry import grad
    from rushlight.autograd.grad_mode import enable_grad
    with enable_grad():
        inputs, tangents, called = [], [], []
        for p, a in zip(op.parameters, args):
            called.append(_as_leaves(a, inputs, tangents) if p.is_tensor else a)
        positional, keyword = _public_arguments(op, called)
        out = op.function(*positional, **keyword)
        outs = [o for o in (out if isinstance(out, tuple) else (out,)) if o.requires_grad]
        covectors = [F.zeros_like(o.detach()).requires_grad_() for o in outs]
        grads = grad(outs, inputs, covectors, create_graph=True, allow_unused=True)
        used = [(g, t) for g, t in zip(grads, tangents) if g is not None and g.requires_grad]
        found = grad([g for g, _ in used], covectors, [t for _, t in used], create_graph=False, allow_unused=True) if used \
            else [None] * len(covectors)
    if not isinstance(out, tuple):
        return found[0]
    by_output = iter(found)
    return tuple(next(by_output) if o.requires_grad else None for o in out)


def _as_leaves(value, inputs, tangents):
    if type(value) in (list, tuple):
        return [_as_leaves(v, inputs, tangents) for v in value]
    if not hasattr(value, "_data"):
        return value
    leaf = value.detach()
    if _has_tangent(value):
        leaf.requires_grad_()
        inputs.append(leaf)
        tangents.append(value._tangent)
    return leaf


def _primal(value):
    """The value without its tangent, at the same place on the tape."""
    if type(value) is tuple:
        return tuple([_primal(v) for v in value])
    if type(value) is list or isinstance(value, tuple):
        return [_primal(v) for v in value]
    if not hasattr(value, "_data") or value._tangent is None:
        return value
    bare = wrap(value._data)
    bare._edge, bare._storage = value._edge, value._storage
    return bare


def _fitted(tangent, out):
    """The tangent in the shape and dtype of its primal."""
    if tangent.dtype is not out.dtype:
        tangent = tangent.to(out.dtype)
    return tangent if tangent.shape == out.shape else F.expand(tangent, out.shape)


class _closed:
    """Inside, calls carry no tangents."""

    def __enter__(self):
        self.before, levels.active.dual = levels.active.dual, 0

    def __exit__(self, *_):
        levels.active.dual = self.before
