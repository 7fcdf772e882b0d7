"""vmap in parts, under functorch's names."""
from rushlight.batching.array import KINDS
from rushlight.dispatch.namespace import tensors as F
from rushlight.func.mapping import Vmap
from rushlight.batching import passages
from rushlight.utils._pytree import _broadcast_to_and_flatten, tree_flatten, tree_unflatten


def restore_vmap(func, in_dims, batch_size, randomness):
    """`func` under vmap: returns (outputs, their batch dimensions); None where an output is the same for all samples."""
    def mapped(*args, **kwargs):
        leaves, spec = tree_flatten(args)
        dims = _broadcast_to_and_flatten(in_dims, spec)
        with Vmap(batch_size, randomness) as level:
            entered = [leaf if dim is None else passages.enter(leaf, dim % leaf.ndim, level) for leaf, dim in zip(leaves, dims)]
            outputs, out_spec = tree_flatten(func(*tree_unflatten(entered, spec), **kwargs))
            found = [(F.out_of_batch(out, 0, level), 0) if type(getattr(out, "_data", None)) in KINDS else (out, None)
                     for out in outputs]
        return tree_unflatten([value for value, _ in found], out_spec), tree_unflatten([dim for _, dim in found], out_spec)
    return mapped
