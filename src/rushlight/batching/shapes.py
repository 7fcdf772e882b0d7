"""Batching rules of what gives arrays another shape, and of what puts them together."""
from __future__ import annotations

from rushlight.autograd.views import replay
from rushlight.backends import numpy as xp
from rushlight.backends.numpy.layouts import infer_size
from rushlight.batching.array import aligned, batched, deepest, store
from rushlight.batching.calls import F, front, rule
from rushlight.batching.families import further
from rushlight.batching.loop import loop
from rushlight.dispatch.op import find_op
from rushlight.size import contiguous_format


@rule("view", "_reshape_alias")
def viewed(level, input, size):
    return F.view(input.samples, (level.size, *infer_size(tuple(size), input.size)))


@rule("reshape", "_unsafe_view")
def reshaped(level, input, shape):
    return F.reshape(input.samples, (level.size, *infer_size(tuple(shape), input.size)))


@rule("alias")
def unchanged(level, input):
    return input.samples


@rule("expand")
def expanded(level, input, size):
    samples, added = input.samples, len(size) - input.ndim
    if added > 0:
        samples = samples.reshape((level.size, *(1,) * added, *input.shape))
        size = (*size[:added], *size[added:])
    return F.expand(samples, (level.size, *size))


@rule("unsqueeze")
def unsqueezed(level, input, dim):
    return F.unsqueeze(input.samples, further(dim, input.ndim + 1))


@rule("squeeze")
def squeezed(level, input, dim=None):
    if dim is None:
        dim = tuple([d for d, n in enumerate(input.shape) if n == 1])
    return F.squeeze(input.samples, further(dim, input.ndim)) if input.ndim else input.samples


@rule("t", "_mT")
def transposed(level, input):
    return F.transpose(input.samples, -2, -1) if input.ndim > 1 else input.samples


@rule("permute")
def permuted(level, input, dims):
    return F.permute(input.samples, (0, *further(tuple(dims), input.ndim)))


@rule("look")
def looked_at(level, input, at):
    return F.look(input.samples, (slice(None), *at))


@rule("_drop_row")
def without_row(level, input):
    return F.select(input.samples, 1, 0)


@rule("repeat")
def repeated(level, input, repeats):
    added = len(repeats) - input.ndim
    samples = input.samples.reshape((level.size, *(1,) * added, *input.shape)) if added else input.samples
    return F.repeat(samples, (1, *repeats))


@rule("roll")
def rolled(level, input, shifts, dims=()):
    if dims:
        return F.roll(input.samples, shifts, further(dims, input.ndim))
    flat = F.roll(F.reshape(input.samples, (level.size, input.size)), shifts, (1,))
    return F.reshape(flat, (level.size, *input.shape))


@rule("diag_embed")
def diagonals_embedded(level, input, offset=0, dim1=-2, dim2=-1):
    return F.diag_embed(input.samples, offset, further(dim1, input.ndim + 1), further(dim2, input.ndim + 1))


@rule("stack")
def stacked(level, tensors, dim=0):
    return F.stack([front(t, level) for t in tensors], further(dim, tensors[0].ndim + 1))


@rule("cat")
def joined(level, tensors, dim=0):
    rank = max(t.ndim for t in tensors)
    kept = [t for t in tensors if t.ndim == rank] if rank > 1 else tensors         # torch skips empty vectors among the others
    return F.cat([front(t, level) for t in kept], further(dim, rank))


@rule("as_strided_view")
def as_strided(level, input, size, stride, storage_offset, layout):
    """The memory of a sample is taken to be its own."""
    samples = F.clone(input.samples, contiguous_format)
    return F.as_strided_view(samples, (level.size, *size), (input.size, *stride), storage_offset, None)


# ---------------------------------------------------------------- views replayed

def _looks_at_memory(steps):
    """Whether how the samples lie in memory matters: for strides, and for nothing else."""
    return any(op.name == "as_strided_view" for op, _ in steps)


@rule("view_gather")
def view_gathered(level, input, steps, layout=None):
    if _looks_at_memory(steps):
        return loop(find_op("view_gather"), level, (input, steps, layout))
    return front(replay(F, input, steps), level)


@rule("view_backward")
def view_backward(level, input, steps, shape, layout=None):
    if _looks_at_memory(steps):
        return loop(find_op("view_backward"), level, (input, steps, shape, layout))
    base = batched(F.new_zeros(input.samples, (level.size, *shape)), level)
    view = replay(F, base, steps)
    _add_into(view, input)
    return base.samples


def _add_into(target, values):
    """Adds to zeros, batched as the values are."""
    level = deepest((target,))
    if level is None:
        xp.add_into(target, values)
    else:
        _add_into(target.samples, aligned((target, values), level)[1])


@rule("view_scatter")
def view_scattered(level, input, src, steps, layout=None):
    if _looks_at_memory(steps):
        return loop(find_op("view_scatter"), level, (input, src, steps, layout))
    out = batched(F.clone(front(input, level)), level)
    store(replay(F, out, steps), src)
    return out.samples
