"""Distances of all pairs of rows."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op


@op(families.composite, method=False)
def pdist(F, input: Tensor, p=2.0) -> Tensor:
    """Returns the p-norms of the differences of all pairs of rows, the first row's first."""
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if input.dtype.category != dtypes.FLOATING:
        raise RuntimeError("pdist only supports floating-point dtypes")
    if input.dtype.itemsize < 4:
        raise NotImplementedError(f"\"pdist\" not implemented for '{input.dtype.scalar_name}'")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    n = input.shape[0]
    first, second = F.triu_indices(n, n, 1)
    return F.index_select(F.reshape(F._cdist(input, input, float(p), False), (-1,)), 0, first * n + second)
