"""Forward mode: tangents ride along with their primals while a dual level is open.

# Note [Rules see primals one level down]
A jvp rule runs where only the levels outside its own are open, so it sees primals one level down. Handed the duals themselves,
sin would ask for cos, whose rule asks for sin, for ever. The primals keep their place on the tape, so what forward mode computes
can be differentiated backward.
"""
from __future__ import annotations

from rushlight.autograd.grad_mode import mode
from rushlight.autograd.saved import SavedOutput
from rushlight.autograd.tangents import (
    apart, give_tangent, has_tangent, is_dual, open_levels, stands_alone, tangent_at, write_tangent)
from rushlight.autograd.views import edge_of
from rushlight.dispatch import levels
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import FLOATING


def push_forward(op, args, result):
    """Gives the result of a call the tangents that its inputs' tangents cause, level by level from the outermost."""
    if _flows(op, args):
        for_each_level(_push, op, args, result)
        _tell_saved(_flat(result))


def write_forward(op, args, target):
    """As push_forward, for a call that wrote into `target`: `args` has what stood there before."""
    if is_dual(target):
        args[0]._tangents = target._tangents
    if _flows(op, args):
        for_each_level(_write, op, args, target)
        _tell_saved((target,))


def refuse_out(op, tensors):
    """NotImplementedError if one of the tensors of a call with `out=` carries tangents."""
    if is_dual(list(tensors)):
        raise NotImplementedError(f"Trying to use forward AD with {op.shown_name}_out that does not support it because it is an "
                                  f"out= function")


def for_each_level(push, *args):
    """Calls push(level, *args) for each level that is open, outermost first: what it computes has the tangents of outer
    levels.
    """
    for level in open_levels():
        push(level, *args)


def _flows(op, args):
    return not mode.inference and is_dual([a for p, a in zip(op.parameters, args) if p.is_tensor])


def _push(level, op, args, result):
    outs = _flat(result)
    tangents = _tangents_of(level, op, args, result)
    with levels.at_dual_level(level.outer):
        inputs = () if op.view else _flat_tangents(level, args)
        for out, tangent in zip(outs, tangents):
            if tangent is not None and out.dtype.category >= FLOATING:
                tangent = _fitted(tangent, out)
                give_tangent(out, level, tangent if op.view else apart(tangent, inputs))


def _write(level, op, args, target):
    (tangent,) = _tangents_of(level, op, args, target) or (None,)
    if target.dtype.category >= FLOATING:
        with levels.at_dual_level(level.outer):
            write_tangent(target, level, None if tangent is None else _fitted(tangent, target))


def _tangents_of(level, op, args, result):
    """The tangents of the outputs at a level; none at all where nothing flows."""
    given = [p for p, a in zip(op.parameters, args) if p.is_tensor and has_tangent(a, level)]
    outs = _flat(result)
    if not given or not op.vjps or op.refuses and not any(o.dtype.category >= FLOATING for o in outs):
        return ()
    if any(p.name in op.vjps and getattr(op.vjps[p.name].formula, "underived", False) for p in given):
        raise NotImplementedError(f"Trying to use forward AD with {op.shown_name} that does not support it because it has not "
                                  f"been implemented yet.")
    with levels.at_dual_level(level.outer):
        tangents = _flat(_tangent_of(level, op, args, result))
    if len(tangents) != len(outs) and not (op.differentiable == len(tangents) == 1):
        raise TypeError(f"the jvp of {op.name} gave {len(tangents)} tangents for {len(outs)} outputs")
    return tangents


def _flat_tangents(level, values):
    """The tangents of the values and of those in lists among them."""
    found = []
    for value in values:
        found += _flat_tangents(level, value) if type(value) in (list, tuple) else [tangent_at(value, level)]
    return found


def _tell_saved(outs):
    """What a node saved of its outputs, it saved before they had tangents."""
    for out in outs:
        edge = edge_of(out)
        for saved in edge.node.saved or () if edge is not None else ():
            if type(saved) is SavedOutput and saved.array is out._data:
                saved.tangents = out._tangents


def _flat(result):
    return result if isinstance(result, tuple) else (result,)


def _tangent_of(level, op, args, result):
    if op.linear:
        return _linear_tangent(level, op, args)
    known = {p.name: a for p, a in zip(op.parameters, args)}
    known["out"] = result
    known.update(zip(op.returns or (), result if isinstance(result, tuple) else ()))
    if any(has_tangent(a, level) and p.name not in op.jvps for p, a in zip(op.parameters, args) if p.is_tensor):
        return _double_vjp(level, op, args)
    total = None
    for p, a in zip(op.parameters, args):
        if p.is_tensor and has_tangent(a, level):
            rule = op.jvps[p.name]
            part = rule.formula(F, tangent_at(a, level), *[_want(known, w) for w in rule.wants])
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


def _linear_tangent(level, op, args):
    """The op applied to the tangents; a missing one counts as zero."""
    tangents = [_tangents_in(level, a) if p.name in op.vjps else a for p, a in zip(op.parameters, args)]
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


def _tangents_in(level, value):
    if type(value) in (list, tuple):
        return [_tangents_in(level, v) for v in value]
    if not hasattr(value, "_data"):
        return value
    tangent = tangent_at(value, level)
    return F.zeros_like(value.detach()) if tangent is None else tangent


def _double_vjp(level, op, args):
    """jvp(t) = d/du [vjp(u)] . t, for an op with no rule of its own."""
    from rushlight.autograd.entry import grad
    from rushlight.autograd.grad_mode import enable_grad
    with enable_grad():
        inputs, tangents, called = [], [], []
        for p, a in zip(op.parameters, args):
            called.append(_as_leaves(level, a, inputs, tangents) if p.is_tensor else a)
        positional, keyword = _public_arguments(op, called)
        out = op.function(*positional, **keyword)
        outs = [o for o in (out if isinstance(out, tuple) else (out,)) if o.requires_grad]
        covectors = [F.zeros_like(o.detach())._track(True) for o in outs]
        grads = grad(outs, inputs, covectors, create_graph=True, allow_unused=True)
        used = [(g, t) for g, t in zip(grads, tangents) if g is not None and g.requires_grad]
        found = grad([g for g, _ in used], covectors, [t for _, t in used], create_graph=False, allow_unused=True) if used \
            else [None] * len(covectors)
    if not isinstance(out, tuple):
        return found[0]
    by_output = iter(found)
    return tuple(next(by_output) if o.requires_grad else None for o in out)


def _as_leaves(level, value, inputs, tangents):
    if type(value) in (list, tuple):
        return [_as_leaves(level, v, inputs, tangents) for v in value]
    if not hasattr(value, "_data"):
        return value
    leaf = value.detach()
    leaf._tangents = value._tangents
    tangent = tangent_at(value, level)
    if tangent is not None:
        leaf._track(True)
        inputs.append(leaf)
        tangents.append(tangent)
    return leaf


def primal(tensor, level=None):
    """The tensor without its tangent of a level (by default the innermost), at the same place on the tape."""
    level = levels.active.dual if level is None else level
    if tangent_at(tensor, level) is None:
        return tensor
    bare = wrap(tensor._data)
    bare._edge, bare._storage = tensor._edge, tensor._storage
    bare._tangents = {at: t for at, t in tensor._tangents.items() if at is not level} or None
    return stands_alone(bare)


def _fitted(tangent, out):
    """The tangent in the shape and dtype of its primal."""
    if tangent.dtype is not out.dtype:
        tangent = tangent.to(out.dtype)
    return tangent if tangent.shape == out.shape else F.expand(tangent, out.shape)
