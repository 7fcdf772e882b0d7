"""Running sums, products and extremes along a dimension; differences and integrals."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import arrays
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.namespace import tensors as over_tensors
from rushlight.dispatch.out_dtypes import anything, scanned

# ---------------------------------------------------------------- running sums and products


@op(families.general, linear=True, inplace=True, kernel="cumsum", out_dtype=anything)
def cumsum(xp, input: Tensor, dim, *, dtype=None) -> Tensor:
    """Returns the running sums along `dim`."""
    return xp.cumsum(input, dim, dtype)

@cumsum.vjp("input")
def cumsum_grad(F, grad, dim):
    return F.cumsum_backwards(grad, dim)


@op(families.general, linear=True, method=False, function=False, out=False)
def cumsum_backwards(xp, input: Tensor, dim) -> Tensor:
    """Returns the running sums along `dim`, from its end."""
    return xp.cumsum_backwards(input, dim)

@cumsum_backwards.vjp("input")
def cumsum_backwards_grad(F, grad, dim):
    return F.cumsum(grad, dim)


@op(families.general, inplace=True, kernel="cumprod", out_dtype=anything)
def cumprod(xp, input: Tensor, dim, *, dtype=None) -> Tensor:
    """Returns the running products along `dim`."""
    return xp.cumprod(input, dim, dtype)

@cumprod.vjp("input")
def cumprod_grad(F, grad, input, out, dim):
    if F is arrays and not (input == 0).any():
        return F.cumsum_backwards(grad * out, dim) / input
    if not input.ndim:
        return grad
    reaching = F.linear_recurrence(grad, F.shift_along(input, dim, -1), dim, True)
    return reaching * F.shift_along(out, dim, 1, 1)


@op(families.general, inplace=False, out_dtype=scanned)
def logcumsumexp(xp, input: Tensor, dim) -> Tensor:
    """Returns the running log(sum(exp(input))) along `dim`."""
    return xp.logcumsumexp(input, dim)

@logcumsumexp.vjp("input")
def logcumsumexp_grad(F, grad, input, out, dim):
    before = F.shift_along(out, dim, 1, -float("inf"))
    floor = F.isinf(out)                                # where all terms so far are zero, or one is infinite
    stays = F.exp(F.where(floor, F.zeros_like(out), before - out))
    enters = F.exp(F.where(floor, F.zeros_like(out), input - out))
    return F.linear_recurrence(grad, F.shift_along(stays, dim, -1), dim, True) * enters

# ---------------------------------------------------------------- the recurrence behind their gradients


@op(families.general, method=False, function=False, out=False)
def linear_recurrence(xp, input: Tensor, factor: Tensor, dim, backwards=False) -> Tensor:
    """Returns y with y[i] = input[i] + factor[i] * y[i - 1] along `dim` (y[i + 1] if `backwards`).

    Its gradient is one more of its kind, the other way round, so it serves derivatives of any order.
    """
    return xp.linear_recurrence(input, factor, dim, backwards)


def _reaching(F, grad, factor, dim, backwards):
    return F.linear_recurrence(grad, F.shift_along(factor, dim, 1 if backwards else -1), dim, not backwards)

@linear_recurrence.vjp("input")
def linear_recurrence_grad_input(F, grad, factor, dim, backwards):
    return _reaching(F, grad, factor, dim, backwards)

@linear_recurrence.vjp("factor")
def linear_recurrence_grad_factor(F, grad, factor, out, dim, backwards):
    return _reaching(F, grad, factor, dim, backwards) * F.shift_along(out, dim, -1 if backwards else 1)


@op(families.general, method=False, function=False, out=False)
def shift_along(xp, input: Tensor, dim, by, fill=0) -> Tensor:
    """Returns the input moved `by` positions along `dim`, with `fill` in the vacant ones."""
    return xp.shift(input, dim, by, fill)

@shift_along.vjp("input")
def shift_along_grad(F, grad, dim, by):
    return F.shift_along(grad, dim, -by)

@shift_along.jvp("input")
def shift_along_jvp(F, tangent, dim, by):
    return F.shift_along(tangent, dim, by)

# ---------------------------------------------------------------- running extremes


def put_along(F, grad, input_shape, dim, index):
    """Zeros with `grad` added at the positions `index` along `dim`."""
    return F.scatter_add(F.new_zeros(grad, input_shape), dim, index, grad) if input_shape else grad


@op(families.many_outputs, returns=("values", "indices"), differentiable=1, out_dtype=scanned)
def cummax(xp, input: Tensor, dim):
    """Returns the running largest values along `dim`, and where they stand."""
    return xp.cummax(input, dim)

@op(families.many_outputs, returns=("values", "indices"), differentiable=1, out_dtype=scanned)
def cummin(xp, input: Tensor, dim):
    """Returns the running smallest values along `dim`, and where they stand."""
    return xp.cummin(input, dim)

@cummax.vjp("input")
@cummin.vjp("input")
def cummax_grad(F, grad, input_shape, indices, dim):
    return put_along(F, grad, input_shape, dim, indices)

# ---------------------------------------------------------------- differences and integrals


def part(F, input, dim, start, end):
    """The positions from `start` to before `end` along `dim`."""
    return F.slice(input, dim, start, end, 1)


@op(families.composite, out=True, out_dtype=scanned)
def diff(F, input: Tensor, n=1, dim=-1, prepend: Tensor | None = None, append: Tensor | None = None) -> Tensor:
    """Returns the differences of neighbours along `dim`, taken `n` times."""
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if not n:
        return F.clone(input)
    dim = wrap_dim(dim, input.ndim)
    added = [t for t in (prepend, input, append) if t is not None]
    if len(added) > 1:
        _check_added(input, dim, prepend, append)
        input = F.cat(added, dim)
    for _ in range(min(n, input.shape[dim])):
        after, before = part(F, input, dim, 1, None), part(F, input, dim, None, -1)
        input = F.logical_xor(after, before) if input.dtype is dtypes.bool else after - before
    return input


def _check_added(input, dim, *added):
    for t in added:
        if t is not None and t.ndim != input.ndim:
            raise RuntimeError("diff expects prepend or append to be the same dimension as input")
        for i in range(input.ndim):
            if t is not None and i != dim and t.shape[i] != input.shape[i]:
                raise RuntimeError(f"diff expects the shape of tensor to prepend or append to match that of input except along "
                                   f"the differencing dimension; input.size({i}) = {input.shape[i]}, but got tensor.size({i}) = "
                                   f"{t.shape[i]}")


def _spans(F, y, x, dim):
    """The widths between the sample points `x`, shaped to multiply slices of `y`."""
    if x.ndim == 1:
        if x.shape[0] != y.shape[dim]:
            raise RuntimeError("trapezoid: There must be one `x` value for each sample point")
        return F.view(part(F, x, 0, 1, None) - part(F, x, 0, None, -1), [-1 if i == dim else 1 for i in range(y.ndim)])
    if x.ndim < y.ndim:
        x = F.view(x, (1,) * (y.ndim - x.ndim) + tuple(x.shape))
    return part(F, x, dim, 1, None) - part(F, x, dim, None, -1)


def _trapezoid_arguments(name, y, x, dx, dim):
    if not y.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if x is not None and dx is not None:
        raise TypeError(f"{name}() received an invalid combination of arguments: x and dx exclude each other")
    if isinstance(dx, complex):
        raise RuntimeError(f"{name}: Currently, we only support dx as a real number")
    if y.dtype is dtypes.bool or x is not None and x.dtype is dtypes.bool:
        raise RuntimeError(f"{name}: received a bool input for {'`y`' if x is None else '`x` or `y`'}, but bool is not supported")
    return wrap_dim(dim, y.ndim)


@by_hand(method=False, aliases=("trapz",))
def trapezoid(y, x=None, *, dx=None, dim=-1):
    """Returns the integral of the samples `y` along `dim`, at the points `x` or `dx` apart, by the trapezoid rule."""
    F = over_tensors
    dim = _trapezoid_arguments("trapezoid", y, x, dx, dim)
    if x is not None:
        return F.sum((part(F, y, dim, None, -1) + part(F, y, dim, 1, None)) * _spans(F, y, x, dim), dim) / 2.
    if not y.shape[dim]:
        return F.sum(y, dim) * 0.
    ends = F.select(y, dim, 0) + F.select(y, dim, -1)
    return (F.sum(y, dim) - ends * 0.5) * (1 if dx is None else dx)


@by_hand(method=False)
def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    """Returns the running integrals of the samples `y` along `dim`, by the trapezoid rule."""
    F = over_tensors
    dim = _trapezoid_arguments("cumulative_trapezoid", y, x, dx, dim)
    pairs = part(F, y, dim, 1, None) + part(F, y, dim, None, -1)
    if x is not None:
        return F.cumsum(pairs * _spans(F, y, x, dim), dim) / 2.
    return F.cumsum((1 if dx is None else dx) / 2. * pairs, dim)
