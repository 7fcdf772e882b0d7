"""vmap over a part of the samples at a time."""
from __future__ import annotations

from rushlight.dispatch.namespace import tensors as F
from rushlight.utils._pytree import tree_flatten, tree_unflatten


def chunk_vmap(func, in_dims=0, out_dims=0, randomness="error", chunks=2):
    """As vmap, in so many parts one after the other."""
    import functools

    from rushlight.func.mapping import Batch, check_randomness, vmap
    check_randomness(randomness)
    if chunks == 1:
        return vmap(func, in_dims=in_dims, out_dims=out_dims, randomness=randomness)

    @functools.wraps(func)
    def mapped(*args, **kwargs):
        batch = Batch(in_dims, args, func)
        return run_in_chunks(func, batch, out_dims, randomness, kwargs, -(-batch.size // chunks))
    return mapped


def run_in_chunks(func, batch, out_dims, randomness, kwargs, size):
    """Calls `func` on `size` samples at a time. With randomness "same", all of them draw alike."""
    from rushlight.func.mapping import flat_out_dims, run
    from rushlight.random import get_rng_state, set_rng_state
    state = get_rng_state() if randomness == "same" else None
    found = []
    for part in parts_of(batch, size):
        if state is not None:
            set_rng_state(state)
        found.append(tree_flatten(run(func, part, out_dims, randomness, kwargs)))
    spec = found[0][1]
    dims = flat_out_dims(out_dims, spec, func)
    parts = zip(*[leaves for leaves, _ in found])
    return tree_unflatten([part[0] if dim is None else F.cat(list(part), dim) for dim, part in zip(dims, parts)], spec)


def parts_of(batch, size):
    """The batch, cut along its mapped dimensions."""
    count = -(-batch.size // size)
    pieces = [[leaf] * count if dim is None else F.split(leaf, size, dim) for leaf, dim in zip(batch.leaves, batch.dims)]
    for leaves in zip(*pieces):
        yield batch.part(leaves)
