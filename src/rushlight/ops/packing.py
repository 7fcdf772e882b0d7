"""Sequences of several lengths: a padded rectangle as rows without padding, step by step, and back."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op


@op(families.general, linear=True, method=False, function=False, node="PackPaddedSequenceBackward0")
def pack_steps(xp, input: Tensor, batch_sizes, batch_first=False) -> Tensor:
    """Returns the first `batch_sizes[t]` sequences at each step t, one step after the other, of (steps, batch, ...) input."""
    steps = input.swapaxes(0, 1) if batch_first else input
    return xp.concatenate([step[:count] for step, count in zip(steps, batch_sizes)], 0)

@pack_steps.vjp("input")
def pack_steps_grad(F, grad, input_shape, batch_sizes, batch_first):
    return F.unpack_steps(grad, batch_sizes, input_shape, 0.0, batch_first)


@op(families.general, method=False, function=False)
def unpack_steps(xp, input: Tensor, batch_sizes, size, padding, batch_first=False) -> Tensor:
    """Returns a rectangle of the given size with the rows of `input` at their places and `padding` elsewhere."""
    out = xp.full(size, padding, xp.dtype_of(input))
    steps, start = (out.swapaxes(0, 1) if batch_first else out), 0
    for step, count in zip(steps, batch_sizes):
        step[:count] = input[start:start + count]
        start += count
    return out

@unpack_steps.vjp("input")
def unpack_steps_grad(F, grad, batch_sizes, batch_first):
    return F.pack_steps(grad, batch_sizes, batch_first)

@unpack_steps.jvp("input")
def unpack_steps_jvp(F, tangent, batch_sizes, size, batch_first):
    return F.unpack_steps(tangent, batch_sizes, size, 0.0, batch_first)
