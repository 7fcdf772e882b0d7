"""Distances of all pairs of rows."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.ops.products import distance_grad


@op(families.general, method=False, out=False)
def pdist(xp, input: Tensor, p=2.0) -> Tensor:
    """Returns the p-norms of the differences of all pairs of rows, the first row's first."""
    kind = dtypes.dtype_of(input)
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if kind.category != dtypes.FLOATING:
        raise RuntimeError("pdist only supports floating-point dtypes")
    if kind.itemsize < 4:
        raise NotImplementedError(f"\"pdist\" not implemented for '{kind.scalar_name}'")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    return xp.pair_distances(input, float(p))

@pdist.vjp("input")
def pdist_grad(F, grad, input, out, p):
    first, second = F.triu_indices(input.shape[0], input.shape[0], 1)
    difference = F.index_select(input, 0, first) - F.index_select(input, 0, second)
    reached = distance_grad(F, grad, difference, out, float(p))
    return F.index_add(F.index_add(F.zeros_like(input), 0, first, reached), 0, second, -reached)
