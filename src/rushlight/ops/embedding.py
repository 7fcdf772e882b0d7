"""Rows of a table, looked up by number."""
from __future__ import annotations

from rushlight.backends import numpy as xp
from rushlight.backends.quiet import quiet
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import by_hand, op
from rushlight.errors import refuse
from rushlight.storage import storage_of


@op(families.general, method=False, out=False)
def embedding(xp, weight: Tensor, indices: Tensor, padding_idx=-1, scale_grad_by_freq=False, sparse=False) -> Tensor:
    """Returns the rows of `weight` that `indices` name; row `padding_idx` gets no gradient.

    `sparse` is about the gradient alone, which then would be a sparse tensor: it is refused when it is asked for.
    """
    return xp.embedding(weight, indices)

@embedding.vjp("weight")
def embedding_vjp(F, grad, weight_shape, indices, padding_idx, scale_grad_by_freq, sparse):
    if sparse:
        refuse("the sparse gradient of an embedding(sparse=True)")
    return F.embedding_grad(grad, indices, weight_shape[0], padding_idx, scale_grad_by_freq)

@embedding.jvp("weight")
def embedding_tangent(F, tangent, indices):
    return F.embedding(tangent, indices)


@op(families.general, method=False, function=False, out=False)
def embedding_grad(xp, grad: Tensor, indices: Tensor, rows, padding_idx, scale_grad_by_freq) -> Tensor:
    """Returns what reaches the table of an embedding."""
    return xp.embedding_grad(grad, indices, rows, padding_idx, scale_grad_by_freq)

@embedding_grad.vjp("grad")
def embedding_grad_grad(F, gradgrad, indices, padding_idx, scale_grad_by_freq):
    if scale_grad_by_freq:
        raise RuntimeError("double backward for embedding with scale_grad_by_freq is not supported")
    out = F.embedding(gradgrad, indices)
    return out if padding_idx < 0 else F.where(F.unsqueeze(indices, -1) == padding_idx, 0, out)


@op(families.general, method=False, function=False, out=False)
def one_hot(xp, input: Tensor, num_classes=-1) -> Tensor:
    """Returns a 1 at the position that each element names, in a new last dimension of zeros."""
    return xp.one_hot(input, num_classes)


@by_hand(method=False)
def embedding_renorm_(weight, indices, max_norm, norm_type):
    """Scales the rows of `weight` that `indices` name, in place, where their norm is above `max_norm`."""
    quiet.run(xp.shorten_rows, weight._data, indices._data, max_norm, norm_type)
    storage_of(weight).version += 1
    return weight
