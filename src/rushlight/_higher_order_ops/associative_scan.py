"""torch._higher_order_ops.associative_scan: running results of a function of two."""
from __future__ import annotations

from itertools import accumulate

from rushlight.ops.joining import stack
from rushlight.utils._pytree import tree_flatten


def associative_scan(combine_fn, xs, dim, reverse=False, combine_mode="pointwise"):
    """The running results of combine_fn(before, next) along `dim` of the tensors in `xs`, from its end if `reverse`.

    One after the other, whichever the mode: PyTorch combines pairs of pairs, which rounds differently.
    """
    if combine_mode not in ("pointwise", "generic"):
        raise ValueError(f"Combine_mode must either 'pointwise' or 'generic', but got {combine_mode}")
    leaves, spec = tree_flatten(xs)
    if len({leaf.shape[dim] for leaf in leaves}) != 1:
        raise ValueError(f"all tensors must have the same size in dimension {dim}, but got {[leaf.shape for leaf in leaves]}")
    steps = [spec.unflatten(parts) for parts in zip(*[leaf.unbind(dim) for leaf in leaves])]
    results = list(accumulate(reversed(steps) if reverse else steps, combine_fn))
    results = [tree_flatten(result)[0] for result in (reversed(results) if reverse else results)]
    return spec.unflatten([stack(parts, dim) for parts in zip(*results)])
