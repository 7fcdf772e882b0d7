"""torch.gradient: central differences of samples."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand


@by_hand(method=False)
def gradient(input, *, spacing=None, dim=None, edge_order=1):
    """Returns the derivative along each dimension (of `dim`), estimated to second order inside and to `edge_order` at the ends.

    `spacing` is the distance of samples, one for all dimensions or one each, or a 1-d tensor of positions for each.
    """
    dims = _dims(input, dim)
    widths = _spacings(input, spacing, dims, dim is not None)
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    if input.dtype is dtypes.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if any(input.shape[d] < edge_order + 1 for d in dims):
        raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    return tuple([_along(input, d, width, edge_order) for d, width in zip(dims, widths)])


def _dims(input, dim):
    if dim is None:
        return list(range(input.ndim))
    dims = [wrap_dim(d, input.ndim) for d in ([dim] if isinstance(dim, int) else dim)]
    for d in dims:
        if dims.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return dims


def _spacings(input, spacing, dims, has_dim):
    if spacing is None or not isinstance(spacing, (list, tuple)):
        return [1 if spacing is None else spacing] * len(dims)
    if len(spacing) != len(dims):
        wanted = f"'self.dim() = {input.ndim}', since dim argument was not given" if not has_dim else \
            f"the length of the dim argument, {len(dims)}"
        raise RuntimeError(f"torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to {wanted}, "
                           f"but got a list of length {len(spacing)}")
    for width in spacing:
        if getattr(width, "ndim", 1) != 1:
            raise RuntimeError(f"torch.gradient expected each element of spacing to have one dimension, but got an element with "
                               f"{width.ndim} dimensions!")
    return spacing


def _along(input, dim, width, edge_order):
    """The estimates along one dimension: the slope, at each sample, of the parabola through it and its two neighbours."""
    n = input.shape[dim]
    y = [_part(input, dim, i, n - 2 + i) for i in (0, 1, 2)] if n > 2 else None
    if not hasattr(width, "_data"):
        inside = (y[2] - y[0]) / (2 * width) if y else None
        steps = [width] * 4
    else:
        between = F.reshape(width[1:] - width[:-1], (-1, *[1] * (input.ndim - 1 - dim)))
        inside = _weighted(y, _weights_inside(between[:-1], between[1:])) if y else None
        steps = [between[i] for i in (0, min(1, n - 2), max(n - 3, 0), n - 2)]
    first, last = _edges(input, dim, n, steps, edge_order)
    return F.cat([first, last] if inside is None else [first, inside, last], dim)


def _edges(input, dim, n, steps, edge_order):
    if edge_order == 1:
        return [(_part(input, dim, i + 1, i + 2) - _part(input, dim, i, i + 1)) / step
                for i, step in ((0, steps[0]), (n - 2, steps[3]))]
    head, tail = [[_part(input, dim, i, i + 1) for i in range(start, start + 3)] for start in (0, n - 3)]
    first, middle, third = _weights_at_edge(*steps[:2])
    last, before, third_last = _weights_at_edge(*steps[:1:-1])
    return _weighted(head, (first, middle, third)), _weighted(tail, (-third_last, -before, -last))


def _weights_at_edge(near, far):
    whole = near + far
    return -(2 * near + far) / (near * whole), whole / (near * far), -near / (far * whole)


def _weights_inside(before, after):
    whole = before + after
    return -after / (before * whole), (after - before) / (before * after), before / (after * whole)


def _weighted(samples, weights):
    return samples[0] * weights[0] + samples[1] * weights[1] + samples[2] * weights[2]


def _part(input, dim, start, stop):
    return F.narrow(input, dim, start, stop - start)
