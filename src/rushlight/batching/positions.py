"""Batching rules of what picks and writes elements at positions that come in tensors."""
from __future__ import annotations

import math

import numpy as np

from rushlight.batching.array import aligned, batched, is_at
from rushlight.batching.calls import F, front, rule, rules
from rushlight.batching.families import further, is_array
from rushlight.batching.loop import loop
from rushlight.dispatch.op import find_op
from rushlight.dtypes import dtype_of

DYNAMIC = ("vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over aten::{}. Please "
           "file an issue at https://github.com/pytorch/pytorch/issues if you need this feature.")


def _of_unknown_size(op, level, values):
    raise RuntimeError(DYNAMIC.format(TORCH_NAMES[op.name]))


TORCH_NAMES = {"nonzero_positions": "nonzero", "distinct": "_unique2", "distinct_runs": "unique_consecutive",
               "distinct_slices": "unique_dim", "bincount": "bincount", "counted": "repeat_interleave"}
rules.update(dict.fromkeys(TORCH_NAMES, _of_unknown_size))


@rule("masked_select")
def masked_select(level, input, mask):
    raise RuntimeError("vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this because "
                       "for each batch this would return a differently shaped Tensor. Please file an issue at "
                       "https://github.com/pytorch/pytorch/issues if you need this feature.")


@rule("masked_fill")
def masked_fill(level, input, mask, value):
    if is_at(value, level):
        value = F.to_copy(value, dtype_of(input), None)
        return F.where(*aligned((mask, value, input), level))
    if not is_at(input, level):
        input = batched(front(input, level), level)
    return F.masked_fill(*aligned((input, mask), level), value)


@rule("copy")
def copy(level, input, src, non_blocking):
    if not is_at(input, level):
        input = batched(front(input, level), level)
    return F.copy(*aligned((input, src), level), non_blocking)


# ---------------------------------------------------------------- positions along a dimension

def _one_index(name, *others):
    """An op with a vector of positions along `dim`: where that is the same for all samples, they are the same positions."""
    op = find_op(name)

    @rule(name)
    def by_vector(level, input, dim, index, *rest):
        if is_at(index, level) or any(is_at(v, level) and not v.ndim for v in (input, *rest)) or not input.ndim:
            return loop(op, level, (input, dim, index, *rest))
        values = [front(v, level) if is_array(v) and i in others else v for i, v in enumerate(rest)]
        return getattr(F, name)(front(input, level), further(dim, input.ndim), index, *values)


for _name, _others in (("index_add", (0,)), ("index_copy", (0,)), ("index_fill", ()), ("index_reduce", (0,))):
    _one_index(_name, *_others)


@rule("index_select")
def index_select(level, input, dim, index):
    if not input.ndim:
        return front(input, level)
    at = further(dim, input.ndim)
    if not is_at(index, level):
        return F.index_select(input.samples, at, index)
    places = index.samples.reshape((level.size, *(1,) * (at - 1), -1 if level.size else index.size, *(1,) * (input.ndim - at)))
    shape = (level.size, *input.shape[:at - 1], index.size, *input.shape[at:])
    return F.gather(front(input, level), at, F.expand(places, shape))


# ---------------------------------------------------------------- x[indices], and writes there

@rule("index")
def index(level, input, indices, dims):
    if any(is_at(i, level) and i.dtype.kind == "b" for i in indices):
        raise RuntimeError("vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over "
                           "indexing with a boolean mask.")
    if any(i.dtype.kind == "b" for i in indices):
        return loop(find_op("index"), level, (input, indices, dims))
    rank = max(i.ndim for i in indices)
    if is_at(input, level) and not any(is_at(i, level) for i in indices):
        found = F.index(input.samples, indices, tuple([d + 1 for d in dims]))
        return found if _adjacent(dims) else _moved(found, rank, 0)
    if not is_at(input, level):
        found = F.index(input, aligned(indices, level), dims)
        return _moved(found, dims[0], 0) if _adjacent(dims) else found
    found = F.index(input.samples, [_each(level, rank), *aligned(indices, level)], (0, *[d + 1 for d in dims]))
    return _block_to(found, 1, rank, dims[0] + 1) if _adjacent(dims) else found


def _adjacent(dims):
    return all(b == a + 1 for a, b in zip(dims, dims[1:]))


def _each(level, rank):
    """The number of each sample, to go with indices of a rank."""
    return np.arange(level.size).reshape((level.size, *(1,) * rank))


def _moved(x, source, destination):
    order = [d for d in range(x.ndim) if d != source]
    order.insert(destination, source)
    return F.permute(x, order)


def _block_to(x, start, count, destination):
    """`count` dimensions from `start` moved to `destination`."""
    block = list(range(start, start + count))
    others = [d for d in range(x.ndim) if d not in block]
    return F.permute(x, [*others[:destination], *block, *others[destination:]])


# ---------------------------------------------------------------- tables and classes

@rule("embedding")
def embedding(level, weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    if not is_at(weight, level):
        return F.embedding(weight, indices.samples)
    rows, width = weight.shape
    table = F.reshape(weight.samples, (level.size * rows, width))
    return F.embedding(table, _in_table(front(indices, level), rows, level))


def _in_table(indices, rows, level):
    """The rows of each sample's table in a table of all of them."""
    return indices + _each(level, indices.ndim - 1) * rows


@rule("embedding_grad")
def embedding_grad(level, grad, indices, rows, padding_idx, scale_grad_by_freq):
    places = _in_table(front(indices, level), rows, level)
    found = F.embedding_grad(front(grad, level), places, level.size * rows, -1, scale_grad_by_freq)
    found = F.reshape(found, (level.size, rows, grad.shape[-1]))
    return found if padding_idx < 0 else F.index_fill(found, 1, np.array([padding_idx], np.int64), 0)


@rule("_nll_loss")
def nll_loss(level, input, target, weight, reduction, ignore_index):
    if is_at(weight, level):
        return loop(find_op("_nll_loss"), level, (input, target, weight, reduction, ignore_index))
    losses = _losses(level, front(input, level), front(target, level), weight, ignore_index)
    if reduction == "none":
        return losses
    total = _total(losses)
    return total if reduction == "sum" else total / _counts(level, input, target, weight, ignore_index)


def _losses(level, scores, target, weight, ignore_index):
    """The loss of each target: all samples are one batch."""
    flat = F._nll_loss(_rows(scores), F.reshape(target, (-1,) if level.size else (0,)), weight, "none", ignore_index)
    return F.reshape(flat, target.shape)


def _rows(scores):
    """(batch, N, classes, ...) as a matrix with a row for each target."""
    if scores.ndim > 3:
        scores = _moved(scores, 2, scores.ndim - 1)
    return F.reshape(scores, (math.prod(scores.shape[:-1]), scores.shape[-1]))


def _total(losses):
    return F.sum(losses, tuple(range(1, losses.ndim))) if losses.ndim > 1 else losses


def _counts(level, input, target, weight, ignore_index):
    """What a mean over the targets of each sample divides by."""
    return _total(_losses(level, F.full_like(front(input, level), -1), front(target, level), weight, ignore_index))


@rule("nll_loss_grad")
def nll_loss_grad(level, grad, target, weight, shape, reduction, ignore_index):
    if is_at(weight, level):
        return loop(find_op("nll_loss_grad"), level, (grad, target, weight, shape, reduction, ignore_index))
    each = front(grad, level)
    if reduction == "mean":
        each = each / _counts(level, F.new_zeros(grad, shape), target, weight, ignore_index)
    targets = front(target, level)
    if reduction != "none":
        each = F.expand(F.reshape(each, (level.size, *(1,) * target.ndim)), targets.shape)
    classes = shape[1] if len(shape) > 1 else shape[0]
    count = math.prod(targets.shape)
    found = F.nll_loss_grad(F.reshape(each, (count,)), F.reshape(targets, (count,)), weight, (count, classes), "none",
                            ignore_index)
    if len(shape) < 3:
        return F.reshape(found, (level.size, *shape))
    return _moved(F.reshape(found, (level.size, shape[0], *shape[2:], classes)), len(shape), 2)


@rule("value_backward")
def value_backward(level, input, dim, indices, shape, keepdim=True):
    if not shape:
        return F.reshape(front(input, level), (level.size,))
    return F.value_backward(front(input, level), further(dim, len(shape)), front(indices, level), (level.size, *shape), keepdim)


rules.update(dict.fromkeys(("renorm", "weight_norm_interface"), loop))           # these fold all dimensions but one


@rule("write_at")
def write_at(level, input, indices, values, accumulate, dims):
    if any(i.dtype.kind == "b" for i in indices) or not input.ndim:
        return _write_through_masks(level, input, indices, values, accumulate, dims)
    rank = max(i.ndim for i in indices)
    if _adjacent(dims) and dims[0] and values.ndim > input.ndim - len(dims) - dims[0]:
        values = _positions_first(level, input, values, rank, dims)
    if is_at(values, level):
        missing = rank + input.ndim - len(dims) - values.ndim
        values = F.reshape(values.samples, (level.size, *(1,) * missing, *values.shape))
    at = [_each(level, rank), *aligned(indices, level)]
    return F.write_at(front(input, level), at, values, accumulate, (0, *[d + 1 for d in dims]))


def _positions_first(level, input, values, rank, dims):
    """The values of a write as they must be laid out where the positions do not stand together: positions first."""
    lead = dims[0]
    full = F.expand(values, _written_shape(input, values, rank, dims))
    return F.permute(full, [*range(lead, lead + rank), *range(lead), *range(lead + rank, full.ndim)])


def _written_shape(input, values, rank, dims):
    """The shape of what a write covers; sizes along the positions are those of the values."""
    lead, rest = input.shape[:dims[0]], input.shape[dims[-1] + 1:]
    known = (1,) * (len(lead) + rank + len(rest) - values.ndim) + values.shape
    return (*lead, *known[len(lead):len(lead) + rank], *rest)


def _write_through_masks(level, input, indices, values, accumulate, dims):
    mask = indices[0]
    if len(indices) == 1 and mask.shape == input.shape and values.size == 1 and not accumulate:
        one = F.reshape(F.to_copy(values, dtype_of(input), None), ())
        return front(F.where(mask, one, input), level)
    return loop(find_op("write_at"), level, (input, indices, values, accumulate, dims))
