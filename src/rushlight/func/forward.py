"""`jvp` and `linearize`: what small changes of the inputs do to the outputs."""
from __future__ import annotations

from rushlight.autograd.forward import primal, tangent_at
from rushlight.autograd.forward_ad import check_pair
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.wrapping import wrap
from rushlight.func.arguments import check_aux, flat_tensors, pick, put_back, split_aux
from rushlight.func.derivatives import vjp_of
from rushlight.storage import storage_of
from rushlight.utils._pytree import tree_flatten, tree_map, tree_unflatten

Tensor = levels.Tensor


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """Returns func(*primals) and its derivative in the direction `tangents`, a tuple like `primals`; with `has_aux` aux as a
    third.

    With `strict`, an output that does not depend on the inputs is an error instead of zero.
    """
    value, tangent, aux = jvp_of(func, primals, tangents, None, strict, has_aux)
    return (value, tangent, aux) if has_aux else (value, tangent)


def jvp_of(func, primals, tangents, argnums=None, strict=False, has_aux=False):
    """(value, tangent, aux): see jvp. With `argnums`, tangents are given for those of the arguments `primals`."""
    chosen = primals if argnums is None else pick(primals, argnums)
    leaves, spec = _checked(chosen, tangents, argnums)
    with ForwardLevel() as level:
        duals = tree_unflatten([_dual(p, t, level) for p, t in leaves], spec)
        output, aux = split_aux(func(*(duals if argnums is None else put_back(primals, argnums, duals))), has_aux,
                                "jvp(f, primals, tangents)")
        outputs, out_spec = flat_tensors(output, "jvp(f, primals, tangents)")
        check_aux(aux, has_aux)
        tangents = [_tangent_of(out, level, strict) for out in outputs]
        value = tree_unflatten([primal(out, level) for out in outputs], out_spec)
        aux = tree_map(lambda v: primal(v, level) if isinstance(v, Tensor) else v, aux)
    return value, tree_unflatten(tangents, out_spec), aux


class ForwardLevel:
    """Inside, one more level of forward mode is open."""

    def __enter__(self):
        levels.active.dual = self.level = levels.Dual(levels.active.dual)
        levels.enter_slow_path()
        levels.active.transforms += 1
        return self.level

    def __exit__(self, *_):
        levels.active.transforms -= 1
        levels.leave_slow_path()
        levels.active.dual = self.level.outer


def _checked(primals, tangents, argnums):
    """Pairs of primal and tangent, and how they are arranged. RuntimeError where the two do not match."""
    call = "jvp(f, primals, tangents)"
    if argnums is None and not isinstance(primals, tuple):
        raise RuntimeError(f"{call}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    leaves, spec = tree_flatten(primals)
    directions, given = tree_flatten(tangents)
    if given != spec:
        raise RuntimeError(f"{call}: Expected primals and tangents to have the same python structure. For example, if primals is "
                           f"a tuple of 3 tensors, tangents also must be. Got primals with structure {spec} and tangents with "
                           f"structure {given}")
    for what, values in (("primals", leaves), ("tangents", directions)):
        if not values:
            raise RuntimeError(f"{call}: Expected {what} to contain at least one Tensor.")
        for value in values:
            if not isinstance(value, Tensor):
                raise RuntimeError(f"{call}: Expected {what} to only contain Tensors, got {type(value)}")
    return list(zip(leaves, directions)), spec


def _dual(tensor, tangent, level):
    check_pair(tensor, tangent)
    made = wrap(tensor._data)
    made._edge, made._storage = tensor._edge, storage_of(tensor)
    made._tangents = {**(tensor._tangents or {}), level: tangent}
    return made


def _tangent_of(output, level, strict):
    tangent = tangent_at(output, level)
    if tangent is not None:
        return tangent
    if strict:
        raise RuntimeError("jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not "
                           "allowed with strict=True.")
    return F.zeros_like(output.detach())


def linearize(func, *primals):
    """Returns func(*primals) and the linear function that takes tangents of `primals` to those of the output.

    `func` runs once; the linear function goes over what was recorded of its derivative.
    """
    output, pull_back, _ = vjp_of(func, primals)
    outputs, out_spec = tree_flatten(output)
    inputs, in_spec = tree_flatten(primals)
    return output, lambda *tangents: _push_forward(pull_back, inputs, in_spec, outputs, out_spec, tangents)


def _push_forward(pull_back, inputs, in_spec, outputs, out_spec, tangents):
    """The pull back is linear in its cotangents: its own pull back takes tangents forward."""
    given, spec = tree_flatten(tangents)
    if spec != in_spec:
        raise RuntimeError(f"Expected the tangents {spec} to have the same argspec as the primals {in_spec}")
    for i, (tangent, input) in enumerate(zip(given, inputs)):
        for what, own, wanted in (("shape", tangent.shape, input.shape), ("device", tangent.device, input.device),
                                  ("dtype", tangent.dtype, input.dtype)):
            if own != wanted:
                raise RuntimeError(f"tangent:{i} with {what} {own} in flattened pytree doesn't match the {what} {wanted} of the "
                                   f"corresponding primal.")
    zeros = tree_unflatten([F.zeros_like(o) for o in outputs], out_spec)
    _, transposed, _ = vjp_of(lambda cotangents: pull_back(cotangents), (zeros,))
    (found,) = transposed(tree_unflatten(given, in_spec))
    return found
