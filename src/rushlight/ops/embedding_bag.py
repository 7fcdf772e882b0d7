"""Rows of a table, looked up in bags and folded within each."""
from __future__ import annotations

import warnings

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.ops.embedding import embedding_renorm_


@op(families.composite, function=False, method=False)
def embedding_bag(F, input: Tensor, weight: Tensor, offsets: Tensor | None = None, max_norm=None, norm_type=2,
                  scale_grad_by_freq=False, mode="mean", sparse=False, per_sample_weights: Tensor | None = None,
                  include_last_offset=False, padding_idx=None) -> Tensor:
    """Returns the sum, mean or maximum of the rows of each bag; zeros for an empty one. Row `padding_idx` is left out.

    The bags are the rows of a 2-d `input`, or start at `offsets`.
    """
    if weight.dtype is dtypes.int64 and input.is_floating_point():
        warnings.warn("Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is "
                      "deprecated, and should now be `embedding_bag(input, weight, ...)`.", stacklevel=4)
        input, weight = weight, input
    _check(input, weight, offsets, mode, scale_grad_by_freq, sparse, per_sample_weights)
    padding_idx = _padding(padding_idx, weight.shape[0])
    indices = F.reshape(input, (-1,))
    bags, count = _bags(F, input, offsets, include_last_offset)
    _check_range(F, indices, weight.shape[0], mode != "max" and padding_idx < 0)
    if max_norm is not None:
        embedding_renorm_(weight.detach(), indices, max_norm, norm_type)
    rows = F.embedding(weight, indices, padding_idx, scale_grad_by_freq, sparse)
    present = F.ne(indices, padding_idx)
    return _folded(F, rows, present, bags, count, mode, per_sample_weights)


def _folded(F, rows, present, bags, count, mode, per_sample_weights):
    """The rows that are present, folded within their bags."""
    places = F.where(present, bags, count)                              # what is padding goes to a bag of its own
    if mode == "max":
        return _largest(F, rows, F.expand(F.unsqueeze(places, 1), rows.shape), count)
    if per_sample_weights is not None:
        rows = rows * F.reshape(per_sample_weights, (-1, 1))
    wide = rows.to(dtypes.float32) if rows.dtype.itemsize < 4 else rows
    out = F.narrow(F.index_add(F.new_zeros(wide, (count + 1, rows.shape[1])), 0, places, wide), 0, 0, count)
    if mode == "mean":
        sizes = F.index_add(F.zeros((count + 1,), dtype=dtypes.int64), 0, places, F.ones_like(places))
        out = out / F.unsqueeze(F.clamp_min(F.narrow(sizes, 0, 0, count), 1), 1).to(out.dtype)
    return out.to(rows.dtype)


def _largest(F, rows, index, count):
    """The largest elements of each bag, each with the gradient of the first row that has it."""
    values, n = rows.detach(), rows.shape[0]
    if n == 0:
        return F.new_zeros(rows, (count, rows.shape[1])) + F.sum(rows)             # zeros, on the tape all the same
    top = F.scatter_reduce(F.new_zeros(values, (count + 1, rows.shape[1])), 0, index, values, "amax", include_self=False)
    row = F.where(F.eq(values, F.gather(top, 0, index)), F.unsqueeze(F.arange(n), 1), n)
    first = F.narrow(F.scatter_reduce(F.full(top.shape, n), 0, index, row, "amin"), 0, 0, count)
    return F.where(F.lt(first, n), F.gather(rows, 0, F.clamp_max(first, n - 1)), 0)


def _bags(F, input, offsets, include_last_offset):
    """The number of the bag that each index is in, and how many bags there are."""
    if input.ndim == 2:
        rows, length = input.shape
        return F.repeat_interleave(F.arange(rows), length), rows
    starts = offsets.tolist()
    if starts and starts[0] != 0:
        raise RuntimeError("offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. "
                           f"However, got {starts[0]}")
    if starts and starts[-1] > input.shape[0]:
        raise RuntimeError(f"offsets[-1] can not be greater than input's length {input.shape[0]} but got offsets[-1] of "
                           f"{starts[-1]}")
    count = len(starts) - bool(include_last_offset)
    bags = F.bucketize(F.arange(input.shape[0]), offsets.to(dtypes.int64).contiguous(), right=True) - 1
    return F.clamp_max(bags, max(count - 1, 0)) if include_last_offset else bags, count


def _padding(padding_idx, rows):
    if padding_idx is None:
        return -1
    if not -rows <= padding_idx < rows:
        raise RuntimeError(f"padding_idx must be within the number of embeddings, -{rows} through {rows - 1}, but got "
                           f"{padding_idx}")
    return padding_idx % rows


def _check_range(F, indices, rows, simple):
    """Raises for an index that is no row; torch has other words where a kernel sums all rows alike."""
    outside = F.masked_select(indices, F.logical_or(F.lt(indices, 0), F.ge(indices, rows)))
    if not outside.numel():
        return
    if simple:
        raise RuntimeError("Expected i < index_size to be true, but got false.")
    raise RuntimeError(f"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be {int(outside[0])}")


def _check(input, weight, offsets, mode, scale_grad_by_freq, sparse, per_sample_weights):
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the "
                         f"same shape as the input ({input.shape})")
    if input.ndim not in (1, 2):
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}")
    if weight.ndim != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    if input.ndim == 2 and offsets is not None:
        raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
                         f"sequences. However, found offsets of type {type(offsets)}")
    if input.ndim == 1 and (offsets is None or offsets.ndim != 1):
        raise ValueError("offsets has to be a 1D Tensor" + (" but got None" if offsets is None else ""))
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError("embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for "
                                  f"mode='sum' (got mode='{mode}'). Please open a feature request on GitHub.")
    if per_sample_weights is not None and per_sample_weights.dtype is not weight.dtype:
        raise RuntimeError("Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 "
                           f"'per_sample_weights'; but type torch.{weight.dtype.scalar_name}Tensor does not equal torch."
                           f"{per_sample_weights.dtype.scalar_name}Tensor (while checking arguments for embedding_bag)")
    if input.dtype not in (dtypes.int64, dtypes.int32):
        raise RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but "
                           f"got torch.{input.dtype.scalar_name}Tensor instead (while checking arguments for embedding_bag)")
