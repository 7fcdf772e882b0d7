"""`jacrev`, `jacfwd` and `hessian`: all derivatives of a function, by vmap over the directions."""
from __future__ import annotations

import functools

from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import FLOATING
from rushlight.func.arguments import pick
from rushlight.func.derivatives import vjp_of
from rushlight.func.forward import jvp_of
from rushlight.func.mapping import vmap
from rushlight.utils._pytree import tree_flatten, tree_unflatten


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """Returns a function that computes the Jacobian of `func` by reverse mode: in the structure of the output, that of the
    arguments `argnums`, each of shape (*output, *argument). `chunk_size` rows at most are computed at a time.
    """
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    @functools.wraps(func)
    def jacobian(*args):
        inputs, in_spec = tree_flatten(pick(args, argnums))
        _check_real("jacrev", "inputs", inputs)
        output, pull_back, aux = vjp_of(func, args, has_aux, argnums)
        outputs, out_spec = tree_flatten(output)
        _check_real("jacrev", "outputs", outputs)
        rows = _rows(pull_back, outputs, out_spec, chunk_size)
        blocks = [F.split(r, [o.numel() for o in outputs], 0) for r in rows]
        per_output = [tree_unflatten([F.reshape(block[i], (*o.shape, *x.shape)) for block, x in zip(blocks, inputs)], in_spec)
                      for i, o in enumerate(outputs)]
        result = tree_unflatten(per_output, out_spec)
        return (result, aux) if has_aux else result
    return jacobian


def _check_real(name, what, values):
    for i, value in enumerate(values):
        if getattr(value, "is_complex", bool)():
            raise RuntimeError(f"{name}: Expected all {what} to be real but received complex tensor at flattened input idx: {i}")


def _rows(pull_back, outputs, out_spec, chunk_size):
    """For each input, what reaches it from each element of the outputs."""
    basis = standard_basis(outputs)
    count = basis[0].shape[0]
    size = count if chunk_size is None else chunk_size
    if size == 1:
        parts = [[F.unsqueeze(leaf, 0) for leaf in _pulled(pull_back, [b[i] for b in basis], out_spec)] for i in range(count)]
    else:
        parts = [vmap(lambda *row: _pulled(pull_back, row, out_spec))(*[b[i:i + size] for b in basis])
                 for i in range(0, max(count, 1), max(size, 1))]
    return [F.cat(list(part), 0) if len(part) > 1 else part[0] for part in zip(*parts)]


def _pulled(pull_back, row, out_spec):
    return tree_flatten(pull_back(tree_unflatten(list(row), out_spec)))[0]


def standard_basis(values):
    """For each of the tensors, its part of the unit vectors of all their elements: shape (all elements, *shape)."""
    for value in values:
        if value.dtype.category < FLOATING:
            raise ValueError(f"Expected primal to be floating point or complex, but got: {value.dtype}")
    sizes = [v.numel() for v in values]
    total, basis, start = sum(sizes), [], 0
    for value, size in zip(values, sizes):
        unit = F.diag_embed(F.new_ones(value.detach(), (size,)))
        around = (0, 0, start, total - start - size)
        basis.append(F.reshape(F.constant_pad_nd(unit, around) if len(values) > 1 else unit, (total, *value.shape)))
        start += size
    return basis


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """Returns a function that computes the Jacobian of `func` by forward mode: as jacrev."""
    @functools.wraps(func)
    def jacobian(*args):
        inputs, in_spec = tree_flatten(pick(args, argnums))
        _check_real("jacfwd", "inputs", inputs)
        basis = standard_basis(inputs)
        found = []

        def push(*column):
            value, tangent, aux = jvp_of(func, args, tree_unflatten(list(column), in_spec), argnums, has_aux=has_aux)
            leaves, spec = tree_flatten(tangent)
            _check_real("jacfwd", "outputs", tree_flatten(value)[0])
            found[:] = [spec]
            return leaves, aux
        columns, aux = vmap(push, out_dims=(-1, None), randomness=randomness)(*basis)
        (out_spec,) = found
        per_output = [tree_unflatten([F.reshape(part, (*c.shape[:-1], *x.shape)) for part, x in zip(
            F.split(c, [x.numel() for x in inputs], -1), inputs)], in_spec) for c in columns]
        result = tree_unflatten(per_output, out_spec)
        return (result, aux) if has_aux else result
    return jacobian


def hessian(func, argnums=0):
    """Returns a function that computes the second derivatives of `func`: forward mode over reverse mode."""
    return jacfwd(jacrev(func, argnums), argnums)
