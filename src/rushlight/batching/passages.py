"""How values get into a vmap and out of it, and what the tape knows of that.

# Note [Crossing a level]
A tensor from outside that is used inside a vmap is the same for all samples, so what the samples say about its gradient is
summed. The tape cannot see from shapes that a gradient crosses (they are those of one sample), so a call recorded inside links
to an outer tensor through a `link` node, whose rule sums. A node is outer if it was made before the level was entered: its
number is lower. Nodes made inside get gradients sample by sample; a `grad` inside vmap therefore starts from nodes of its own.
"""
from __future__ import annotations

from rushlight.autograd.engine import current
from rushlight.autograd.views import edge_of
from rushlight.batching.array import KINDS, batched, is_at
from rushlight.batching.calls import F
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.families import Family
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.nodes import make_node_for
from rushlight.dispatch.op import op
from rushlight.dispatch.wrapping import wrap
from rushlight.storage import storage_of

passage = Family("passage", "goes into a vmap or out of it: handles the levels itself", out=False)


@op(passage, linear=True, method=False, function=False)
def into_batch(xp, input: Tensor, dim, level) -> Tensor:
    """Returns one sample of `input`, standing for all along `dim`. It looks at the same memory."""
    if type(input) in KINDS and input.level.order > level.order:
        return input.like(F.into_batch(input.samples, dim + 1, level))
    return batched(_moved(input, dim, 0), level)

@into_batch.vjp("input")
def into_batch_grad(F, grad, dim, level):
    return F.out_of_batch(grad, dim, level)


@op(passage, linear=True, method=False, function=False)
def out_of_batch(xp, input: Tensor, dim, level) -> Tensor:
    """Returns all samples, along `dim`: a value that is the same for all is repeated."""
    if type(input) in KINDS and input.level.order > level.order:
        return input.like(F.out_of_batch(input.samples, dim + 1, level))
    if is_at(input, level):
        return _moved(input.samples, 0, dim)
    repeated = F.unsqueeze(input, dim)
    return F.expand(repeated, (*repeated.shape[:dim], level.size, *repeated.shape[dim + 1:]))

@out_of_batch.vjp("input")
def out_of_batch_grad(F, grad, dim, level):
    compute_over_batches(current.sweep)
    return F.into_batch(grad, dim, level)

out_of_batch.op.node_class(out_of_batch.op.node_name).quiet = False         # it changes the level of the pass


def compute_over_batches(sweep):
    """From here on, the rules of a backward pass meet batched arrays."""
    if not sweep.create_graph:
        sweep.F = F
    if sweep.leave is not levels.leave_slow_path:           # rules over Tensors, and custom backwards, must not go fast
        levels.enter_slow_path()
        sweep.leave = levels.leave_slow_path


def _moved(x, source, destination):
    """A view with one dimension in another place."""
    if source == destination:
        return x
    order = [d for d in range(x.ndim) if d != source]
    order.insert(destination, source)
    return F.permute(x, order)


@op(passage, linear=True, method=False, function=False)
def link(xp, input: Tensor, level) -> Tensor:
    """Returns `input`, which is the same for all samples of the level."""
    return input

@link.vjp("input")
def link_grad(F, grad, level):
    return F.sum_over_batch(grad, level)


@op(passage, linear=True, method=False, function=False)
def sum_over_batch(xp, input: Tensor, level) -> Tensor:
    """Returns the sum over all samples of the level; a value that is no batch of it came out of the vmap once, and counts
    once.
    """
    if type(input) in KINDS and input.level.order > level.order:
        return input.like(F.sum_over_batch(input.samples, level))
    return F.sum(input.samples, (0,)) if is_at(input, level) else input

@sum_over_batch.vjp("input")
def sum_over_batch_grad(F, grad, level):
    return F.link(grad, level)


# ---------------------------------------------------------------- for vmap

def enter(tensor, dim, level):
    """A tensor that stands for the samples of `tensor` along `dim`, over the same memory."""
    made = tensors.into_batch(tensor, dim, level)
    made._storage = storage_of(tensor)
    return made


def linked(args):
    """The arguments of a call that is to be recorded, linked as the note says."""
    return [[_linked(v) for v in a] if type(a) in (list, tuple) else _linked(a) for a in args]


def _linked(value):
    if not isinstance(value, levels.Tensor):
        return value
    edge = edge_of(value)
    if edge is None:
        return value
    made, outside = edge.node.seq, []
    level = levels.active.batch
    while level is not None and made < level.order:
        outside.append(level)
        level = level.outer
    for level in reversed(outside):
        value = _one_link(value, level)
    return value


def _one_link(tensor, level):
    """The tensor, as seen from inside the level."""
    made = wrap(tensor._data)
    made._storage, made._tangents = storage_of(tensor), tensor._tangents
    made._edge = make_node_for(link.op)(made, tensor, level)
    return made
