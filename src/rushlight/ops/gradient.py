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
    """The estimates along one dimension, from the slopes between neighbours; inside they are weighted by the other side's width."""
    n = input.shape[dim]
    rise = _part(input, dim, 1, n) - _part(input, dim, 0, n - 1)
    if not hasattr(width, "_data"):
        slope = rise / width
        inside = (_part(input, dim, 2, n) - _part(input, dim, 0, n - 2)) / (2 * width)
        ratios = 0.5, 0.5
    else:
        steps = F.reshape(width[1:] - width[:-1], (-1, *[1] * (input.ndim - 1 - dim)))
        slope, before, after = rise / steps, steps[:-1], steps[1:]
        inside = (_part(slope, dim, 0, n - 2) * after + _part(slope, dim, 1, n - 1) * before) / (before + after)
        ratios = (before[0] / (before[0] + after[0]), after[-1] / (before[-1] + after[-1])) if edge_order == 2 else ()
    first, last = _part(slope, dim, 0, 1), _part(slope, dim, n - 2, n - 1)
    if edge_order == 2:
        first = first + (first - _part(slope, dim, 1, 2)) * ratios[0]
        last = last + (last - _part(slope, dim, n - 3, n - 2)) * ratios[1]
    return F.cat([first, inside, last], dim)


def _part(input, dim, start, stop):
    return F.narrow(input, dim, start, stop - start)
