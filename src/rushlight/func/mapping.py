"""`vmap`: a function of one sample becomes a function of many."""
from __future__ import annotations

import functools

from rushlight.batching import calls, passages
from rushlight.batching.array import Level, holds_level
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import here
from rushlight.utils._pytree import _broadcast_to_and_flatten, tree_flatten, tree_unflatten

Tensor = levels.Tensor


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """Returns a function that runs `func` on each sample along the dimensions `in_dims` of its arguments (None: the same for
    all), and puts the results together along `out_dims`.

    Random ops are refused, draw the same for all samples, or differ: `randomness` is "error", "same" or "different". With
    `chunk_size` so many samples at most are computed at a time.
    """
    check_randomness(randomness)
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def mapped(*args, **kwargs):
        batch = Batch(in_dims, args, func)
        if chunk_size is None or chunk_size >= batch.size:
            return run(func, batch, out_dims, randomness, kwargs)
        from rushlight.func.chunks import run_in_chunks
        return run_in_chunks(func, batch, out_dims, randomness, kwargs, chunk_size)
    return mapped


def check_randomness(randomness):
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")


def run(func, batch, out_dims, randomness, kwargs):
    """Calls `func` once, on all samples of the batch."""
    with Vmap(batch.size, randomness) as level:
        outputs = func(*batch.enter(level), **kwargs)
        return leave(outputs, out_dims, level, func)


class Vmap:
    """Inside, tensors may be batched at a new level."""

    def __init__(self, size, randomness="error"):
        self.size, self.randomness = size, randomness

    def __enter__(self):
        active = levels.active
        self.before = active.batch, here.arrays
        active.transforms += 1
        active.batch, here.arrays = Level(self.size, self.randomness, active.batch), calls.F
        levels.enter_slow_path()
        return active.batch

    def __exit__(self, *_):
        levels.active.transforms -= 1
        levels.leave_slow_path()
        levels.active.batch, here.arrays = self.before


# ---------------------------------------------------------------- into it

class Batch:
    """The arguments of a mapped call, as leaves with a dimension each."""

    def __init__(self, in_dims, args, func):
        name = name_of(func)
        if not isinstance(in_dims, (int, tuple)):
            raise ValueError(f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a (potentially "
                             f"nested) tuple matching the structure of inputs, got: {type(in_dims)}.")
        if not args:
            raise ValueError(f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap "
                             "over a function with no inputs. The latter is unsupported.")
        self.leaves, self.spec = tree_flatten(args)
        dims = _broadcast_to_and_flatten(in_dims, self.spec)
        if dims is None:
            raise ValueError(f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of "
                             f"`inputs`. in_dims has structure {tree_flatten(in_dims)[1]} but inputs has structure {self.spec}.")
        call = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>)"
        self.dims = [_checked_dim(leaf, dim, call) for leaf, dim in zip(self.leaves, dims)]
        self.size = _common_size(self.leaves, self.dims)

    def part(self, leaves):
        """The same structure around other leaves, with fewer samples."""
        made = object.__new__(Batch)
        made.leaves, made.spec, made.dims = leaves, self.spec, self.dims
        made.size = _common_size(leaves, self.dims)
        return made

    def enter(self, level):
        """The arguments, with each mapped leaf as one of its samples."""
        return tree_unflatten([leaf if dim is None else passages.enter(leaf, dim, level)
                               for leaf, dim in zip(self.leaves, self.dims)], self.spec)


def _checked_dim(leaf, dim, call):
    """A mapped dimension counted from the front. ValueError where the leaf has none such."""
    if not isinstance(dim, int) and dim is not None:
        raise ValueError(f"{call}: Got in_dim={dim} for an input but in_dim must be either an integer dimension or None.")
    if dim is None:
        return None
    if not isinstance(leaf, Tensor):
        raise ValueError(f"{call}: Got in_dim={dim} for an input but the input is of type {type(leaf)}. We cannot vmap over "
                         "non-Tensor arguments, please use None as the respective in_dim")
    rank = leaf.ndim
    if not -rank <= dim < rank:
        raise ValueError(f"{call}: Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {rank} so "
                         f"expected in_dim to satisfy -{rank} <= in_dim < {rank}.")
    return dim % rank


def _common_size(leaves, dims):
    sizes = [leaf._data.shape[dim] for leaf, dim in zip(leaves, dims) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(n != sizes[0] for n in sizes):
        raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the "
                         "mapped dimension")
    return sizes[0]


# ---------------------------------------------------------------- out of it

def leave(outputs, out_dims, level, func):
    """The results with all samples, each along its dimension."""
    leaves, spec = tree_flatten(outputs)
    dims = flat_out_dims(out_dims, spec, func)
    return tree_unflatten([_leave_one(leaf, dim, level, func) for leaf, dim in zip(leaves, dims)], spec)


def flat_out_dims(out_dims, spec, func):
    """The dimension of each leaf of the results. ValueError where the structures do not match."""
    name = name_of(func)
    if not _are_dims(out_dims):
        raise ValueError(f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection of "
                         "ints representing where in the outputs the vmapped dimension should appear.")
    if isinstance(out_dims, int) or out_dims is None:
        return [out_dims] * spec.num_leaves
    dims = [out_dims[0]] if type(out_dims) is tuple and len(out_dims) == 1 and spec.is_leaf() else \
        _broadcast_to_and_flatten(out_dims, spec)
    if dims is None:
        raise ValueError(f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
                         f"`outputs`. out_dims has structure {tree_flatten(out_dims)[1]} but outputs has structure {spec}.")
    return dims


def _are_dims(value):
    return all(leaf is None or isinstance(leaf, int) for leaf in tree_flatten(value)[0])


def _leave_one(value, dim, level, func):
    call = f"vmap({name_of(func)}, ...): `{name_of(func)}`"
    if dim is None:
        if holds_level(getattr(value, "_data", None), level):
            raise ValueError(f"{call} can not return a BatchedTensor when out_dim is None")
        return value
    if not isinstance(value, Tensor):
        raise ValueError(f"{call} must only return Tensors, got type {type(value)}. Did you mean to set out_dims= to None for "
                         f"output?")
    rank = value.ndim + 1
    if not -rank <= dim < rank:
        raise IndexError(f"Dimension out of range (expected to be in range of [-{rank}, {rank - 1}], but got {dim})")
    return passages.tensors.out_of_batch(value, dim % rank, level)


def name_of(func):
    """What messages call a function."""
    return getattr(func, "__name__", None) or repr(func)
