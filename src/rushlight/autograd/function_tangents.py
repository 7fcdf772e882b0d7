"""Forward mode through a custom Function: the user's jvp, and the checks of what it returns."""
from __future__ import annotations

from rushlight.autograd.forward import give_tangent, primal, tangent_at
from rushlight.autograd.views import view_of
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import FLOATING


def push_tangents(level, cls, ctx, args, outs):
    """Gives the outputs the tangents of a level that cls.jvp computes of those of the arguments."""
    given = [tangent_at(a, level) for a in args]
    if all(t is None for t in given):
        return
    versions = [None if t is None else t._version for t in given]
    found = _call_jvp(level, cls, ctx, [_materialized(ctx, a, t) for a, t in zip(args, given)])
    if len(found) != len(outs):
        raise RuntimeError(f"Function's jvp returned an invalid number of forward gradients (expected {len(outs)} but got "
                           f"{len(found)})")
    for at, (out, tangent) in enumerate(zip(outs, found)):
        if not isinstance(out, levels.Tensor):
            continue
        _check_type(ctx, at, tangent)
        if tangent is not None:
            _check_tangent(out, tangent, args, given, versions)
            give_tangent(out, level, tangent)


def _materialized(ctx, value, tangent):
    if tangent is not None or not ctx.materialize_grads or not isinstance(value, levels.Tensor):
        return tangent
    return F.zeros_like(value.detach()) if value.dtype.category >= FLOATING else None


def _call_jvp(level, cls, ctx, tangents):
    before = ctx.saved
    saved = [None if t is None else primal(t, level) for t in ctx.saved_for_forward or ()]
    ctx.saved = (saved, [None] * len(saved)) if saved else ()
    try:
        with levels.at_dual_level(level.outer):
            found = cls.jvp(ctx, *tangents)
    finally:
        ctx.saved = before
    return found if isinstance(found, tuple) else (found,)


def _check_type(ctx, at, tangent):
    if tangent is not None and not isinstance(tangent, levels.Tensor):
        raise RuntimeError(f"expected Variable or None (got {type(tangent).__name__}) for grad output {at}.")
    if tangent is not None and at not in ctx.gradient_at:
        raise RuntimeError(f"Function's jvp returned a gradient at position {at}, but  the corresponding forward output is not a "
                           f"differentiable Tensor.You should return None at that position instead.")


def _check_tangent(out, tangent, args, given, versions):
    """Tangents are views of tangents, and written in place, exactly where their primals are."""
    position = next((i for i, a in enumerate(args) if a is out), None)
    if position is not None:                                                    # it was marked dirty
        if tangent is not given[position] or given[position]._version == versions[position]:
            raise RuntimeError("An inplace custom Function is not modifying the forward mode gradients inplace. If the forward "
                               "is modifying an input inplace, then the jvp function must modify the corresponding gradient "
                               "inplace.")
    elif view_of(out) is not None:
        _check_view(view_of(out), tangent, args, given)
    if tangent.shape != out.shape:
        raise RuntimeError(f"Trying to set a forward gradient that has a different size than that of the original Tensor, this "
                           f"is not supported. Tensor is of size {list(out.shape)} while the given forward gradient is of size "
                           f"{list(tangent.shape)}.")


def _check_view(view, tangent, args, given):
    source = next((t for a, t in zip(args, given) if t is not None and (a is view.base or view_of(a) is not None
                                                                        and view_of(a).base is view.base)), None)
    if source is None:
        return
    made, of = view_of(tangent), view_of(source)
    if made is None or tangent is source:
        raise RuntimeError("A custom Function's forward is returning a view (or an input as-is) but the jvp is not returning "
                           "a view.")
    if of is None and made.base is not source:
        raise RuntimeError("A custom Function is returning a view but the jvp is not returning a view of the given grad input.")
    if of is not None and made.base is not of.base:
        raise RuntimeError("A custom Function is returning a view but the jvp is not returning a view of the same base as the "
                           "given grad input.")
