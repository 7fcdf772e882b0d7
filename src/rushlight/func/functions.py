"""Custom Functions under vmap: the user's own batching, or forward and backward over batched tensors."""
from __future__ import annotations

from collections import namedtuple

from rushlight.autograd.function import Function
from rushlight.batching.array import holds_level
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F
from rushlight.utils._pytree import _broadcast_to_and_flatten, tree_flatten, tree_unflatten

VmapInfo = namedtuple("VmapInfo", ("batch_size", "randomness"))
_SEE = "For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"


def has_own_batching(cls):
    """Whether the user wrote cls.vmap. RuntimeError unless that, or else `generate_vmap_rule`, says how to batch."""
    own = cls.vmap is not Function.vmap
    if own and cls.generate_vmap_rule:
        raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True and an overridden "
                           "vmap staticmethod. Please set generate_vmap_rule=False or delete the overridden vmap staticmethod to "
                           f"avoid ambiguity. {_SEE}")
    if not own and not cls.generate_vmap_rule:
        raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please override and "
                           f"implement the vmap staticmethod or set generate_vmap_rule=True. {_SEE}")
    return own


def apply_own_batching(cls, args, level):
    """The result of cls.vmap on the samples, one level further out."""
    leaves, spec = tree_flatten(args)
    in_dims = [0 if holds_level(getattr(leaf, "_data", None), level) else None for leaf in leaves]
    samples = [leaf if dim is None else F.out_of_batch(leaf, 0, level) for leaf, dim in zip(leaves, in_dims)]
    levels.active.batch = level.outer
    try:
        if all(dim is None for dim in in_dims):
            return cls.apply(*tree_unflatten(samples, spec))
        returned = cls.vmap(VmapInfo(level.size, level.randomness), tree_unflatten(in_dims, spec), *tree_unflatten(samples, spec))
    finally:
        levels.active.batch = level
    return _entered(*_checked(returned), level)


def _checked(returned):
    if not isinstance(returned, tuple):
        raise RuntimeError("Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure "
                           f"compatible with the output. Got a {type(returned)} instead")
    if len(returned) != 2:
        raise RuntimeError("Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure "
                           f"compatible with the output. Got {len(returned)} returns instead")
    return returned


def _entered(output, out_dims, level):
    leaves, spec = tree_flatten(output)
    dims = [out_dims] if spec.is_leaf() and out_dims is None else _broadcast_to_and_flatten(out_dims, spec)
    if dims is None:
        raise RuntimeError("The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. "
                           f"Expected out_dims={out_dims} to be compatible with the structure of `output`. out_dims has "
                           f"structure {tree_flatten(out_dims)[1]} but output has structure {spec}. {_SEE}")
    return tree_unflatten([leaf if dim is None or leaf is None else F.into_batch(leaf, dim % leaf.ndim, level)
                           for leaf, dim in zip(leaves, dims)], spec)
