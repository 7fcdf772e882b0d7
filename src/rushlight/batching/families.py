"""Batching rules that follow from declarations: from an op's family, and from the names of its options."""
from __future__ import annotations

import math

from rushlight.backends import numpy as xp
from rushlight.batching.array import aligned, is_at
from rushlight.batching.calls import F, front, run
from rushlight.batching.loop import loop
from rushlight.dispatch.arguments import wrap_dim

DIMENSIONS = frozenset(("dim", "dims", "dim0", "dim1", "dim2", "dimension"))        # options that count dimensions


def family_rule(op):
    """The rule that fits the op's declaration, or None."""
    if op.family.promotes_inputs:
        return elementwise
    if op.family.factory:
        return in_likeness
    if op.tensors and any(p.name in DIMENSIONS for p in op.options):
        return along
    return None


def elementwise(op, level, values):
    """Samples are paired as broadcasting pairs elements."""
    return run(op, aligned(values, level))


def leading(op, level, values):
    """The op leaves alone all but the last dimensions: one more in front changes nothing."""
    return run(op, [front(v, level) if is_array(v) else v for v in values])


def in_likeness(op, level, values):
    """A new tensor for each sample, like it (`zeros_like`) or of a size (`new_zeros`)."""
    samples, *options = [v.samples if is_at(v, level) else v for v in values]
    at = next((i for i, p in enumerate(op.options) if p.name == "size"), None)
    if at is not None:
        options[at] = (level.size, *options[at])
    return run(op, [samples, *options])


def along(op, level, values):
    """The op works along the dimensions that its options name: they are counted one further."""
    ranks = [_rank(v) for p, v in zip(op.parameters, values) if p.is_tensor and is_array(v)]
    if len(ranks) > 1 and 0 in ranks:
        return loop(op, level, values)
    rank = ranks[0] if ranks else _rank(values[0])
    named = {p.name: i for i, p in enumerate(op.parameters)}
    values = [_in_front(v, level, rank) if p.is_tensor else v for p, v in zip(op.parameters, values)]
    if (op.family.name == "reduction" or "keepdim" in named) and is_everything(values[named["dim"]]):
        return _over_everything(op, level, values, rank, named)
    for name, i in named.items():
        if name in DIMENSIONS and not op.parameters[i].is_tensor:
            values[i] = further(values[i], rank)
    result = run(op, values)
    return result if rank else _flattened(result, level)


def _rank(value):
    return max(map(_rank, value)) if type(value) in (list, tuple) else value.ndim


def _in_front(value, level, rank):
    """The samples of a tensor, or of several; of rank 1 at least, as torch lets a 0-d tensor have one dimension."""
    if type(value) in (list, tuple):
        return [_in_front(v, level, rank) for v in value]
    if not is_array(value):
        return value
    samples = front(value, level)
    return samples if rank or value.ndim else samples.reshape((level.size, 1))


def is_array(value):
    return isinstance(value, xp.ndarray)


def is_everything(dim):
    """Whether a reduction's `dim` means all dimensions."""
    return dim is None or type(dim) in (tuple, list) and not dim


def further(dim, rank):
    """The dimension, or each of several, counted with the batch in front."""
    if dim is None:
        return None
    if isinstance(dim, (tuple, list)):
        return tuple([further(d, rank) for d in dim])
    return wrap_dim(dim, rank) + 1


def _over_everything(op, level, values, rank, named):
    """A reduction of whole samples."""
    at, keepdim = named["dim"], "keepdim" in named and values[named["keepdim"]]
    values[0] = F.reshape(values[0], (level.size, math.prod(values[0].shape[1:])))
    values[at] = (1,) if op.family.name == "reduction" and op.name not in SINGLE else 1
    if keepdim:
        values[named["keepdim"]] = False
    result = run(op, values)
    return [_kept(r, rank) for r in result] if type(result) is tuple and keepdim else _kept(result, rank) if keepdim else result


SINGLE = ("prod", "argmax", "argmin")           # reductions along one dimension, or over all


def _kept(result, rank):
    return result.reshape((*result.shape, *(1,) * rank))


def _flattened(result, level):
    if type(result) in (tuple, list):
        return tuple([_flattened(r, level) for r in result])
    return result.reshape((level.size,))
