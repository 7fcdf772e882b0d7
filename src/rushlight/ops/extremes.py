"""The largest and the smallest: values, positions, and how gradients are shared among equals."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Dims, Tensor
from rushlight.dispatch.namespace import tensors as over_tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import castable, exactly
from rushlight.errors import warn_once
from rushlight.ops.reduction import restore_dims
from rushlight.ops.scan import put_along

PAIR = ("values", "indices")
LIKE_INPUT = exactly("Expected the dtype for input and out to match, but got {wanted} for input's dtype and {given} for "
                     "out's dtype.")

# ---------------------------------------------------------------- gradients


def share_among_equals(F, grad, input, out, dim, keepdim):
    """`grad` in equal parts for the elements that equal the extreme `out`. NaN equals nothing."""
    shape = tuple(input.shape)
    equal = input == restore_dims(F, out, shape, dim, keepdim)
    return restore_dims(F, grad, shape, dim, keepdim) * equal / F.sum(equal, dim, True)


def share_among_equals_or_nan(F, grad, input, out):
    """`grad` in equal parts for the elements that equal `out`, or for the NaN where that is NaN."""
    chosen = (input == out) + (input != input) * (out != out)
    return F.where(chosen, grad / F.sum(chosen), 0)


def put_back(F, grad, input_shape, dim, indices, keepdim):
    """`grad` of values picked along `dim`, at the positions they were picked from."""
    if not keepdim and input_shape:
        grad, indices = F.unsqueeze(grad, dim), F.unsqueeze(indices, dim)
    return put_along(F, grad, input_shape, dim, indices)

# ---------------------------------------------------------------- values


@op(families.reduction, kernel="amax", out_dtype=LIKE_INPUT)
def amax(xp, input: Tensor, dim: Dims = (), keepdim=False) -> Tensor:
    """Returns the largest elements over `dim`, or over all; equals share the gradient."""
    return xp.amax(input, dim, keepdim)

@op(families.reduction, kernel="amin", out_dtype=LIKE_INPUT)
def amin(xp, input: Tensor, dim: Dims = (), keepdim=False) -> Tensor:
    """Returns the smallest elements over `dim`, or over all; equals share the gradient."""
    return xp.amin(input, dim, keepdim)

@amax.vjp("input")
@amin.vjp("input")
def amax_grad(F, grad, input, out, dim, keepdim):
    return share_among_equals(F, grad, input, out, dim, keepdim)

@amax.jvp("input")
@amin.jvp("input")
def amax_jvp(F, tangent, input, out, dim, keepdim):
    shape = tuple(input.shape)
    equal = input == restore_dims(F, out, shape, dim, keepdim)
    return F.sum(tangent * equal, dim, keepdim) / F.sum(equal, dim, keepdim)


@op(families.many_outputs, returns=("min", "max"))
def aminmax(xp, input: Tensor, *, dim=None, keepdim=False):
    """Returns the smallest and the largest elements over `dim`, or over all."""
    return xp.aminmax(input, dim, keepdim)

@aminmax.vjp("input")
def aminmax_grad(F, grads, input, min, max, dim, keepdim):
    return (share_among_equals(F, grads[0], input, min, dim, keepdim)
            + share_among_equals(F, grads[1], input, max, dim, keepdim))


@by_hand(method=False)
def _aminmax(input, dim=None, keepdim=False):
    """Returns the smallest and the largest elements. Deprecated: see aminmax."""
    warn_once("_aminmax is deprecated as of PyTorch 1.11 and will be removed in a future release. Use aminmax instead. This "
              "warning will only appear once per process.")
    return tuple(aminmax(input, dim=dim, keepdim=keepdim))

# ---------------------------------------------------------------- max and min, in torch's three forms


@op(families.reduction, function=False, method=False, node="MaxBackward1", kernel="max_all", overload_of="max",
    out_dtype=castable)
def max_all(xp, input: Tensor) -> Tensor:
    """Returns the largest element."""
    return xp.max_all(input)

@op(families.reduction, function=False, method=False, node="MinBackward1", kernel="min_all", overload_of="min",
    out_dtype=castable)
def min_all(xp, input: Tensor) -> Tensor:
    """Returns the smallest element."""
    return xp.min_all(input)

@max_all.vjp("input")
@min_all.vjp("input")
def max_all_grad(F, grad, input, out):
    return share_among_equals_or_nan(F, grad, input, out)


@op(families.many_outputs, function=False, method=False, node="MaxBackward0", returns=PAIR, differentiable=1, kernel="max_dim",
    overload_of="max")
def max_dim(xp, input: Tensor, dim, keepdim=False):
    """Returns the largest elements along `dim`, and where they stand first."""
    return xp.max_dim(input, dim, keepdim)

@op(families.many_outputs, function=False, method=False, node="MinBackward0", returns=PAIR, differentiable=1, kernel="min_dim",
    overload_of="min")
def min_dim(xp, input: Tensor, dim, keepdim=False):
    """Returns the smallest elements along `dim`, and where they stand first."""
    return xp.min_dim(input, dim, keepdim)

@max_dim.vjp("input")
@min_dim.vjp("input")
def max_dim_grad(F, grad, input_shape, indices, dim, keepdim):
    return put_back(F, grad, input_shape, dim, indices, keepdim)


@by_hand()
def max(input, dim=None, keepdim=False, *, other=None, axis=None, keepdims=None, out=None):
    """Returns the largest element; with `dim`, the largest along it and their positions; with a tensor, elementwise."""
    if dim is None and other is None and axis is None and out is None:
        return max_all(input)
    if axis is None and other is None and keepdims is None and type(dim) is int and out is None:
        return max_dim(input, dim, keepdim)
    return _three_forms("max", max_all, max_dim, over_tensors.maximum, input, dim if axis is None else axis,
                        keepdim if keepdims is None else keepdims, other, out)


@by_hand()
def min(input, dim=None, keepdim=False, *, other=None, axis=None, keepdims=None, out=None):
    """Returns the smallest element; with `dim`, the smallest along it and their positions; with a tensor, elementwise."""
    if dim is None and other is None and axis is None and out is None:
        return min_all(input)
    if axis is None and other is None and keepdims is None and type(dim) is int and out is None:
        return min_dim(input, dim, keepdim)
    return _three_forms("min", min_all, min_dim, over_tensors.minimum, input, dim if axis is None else axis,
                        keepdim if keepdims is None else keepdims, other, out)


def _three_forms(name, of_all, along_dim, of_two, input, dim, keepdim, other, out):
    if dim is None and other is None:
        return of_all(input) if out is None else of_all(input, out=out)
    if other is None and hasattr(dim, "__index__") and not hasattr(dim, "_data"):
        return along_dim(input, dim, keepdim) if out is None else along_dim(input, dim, keepdim, out=out)
    other = dim if other is None else other
    if not hasattr(other, "_data") or keepdim is not False:
        raise TypeError(f"{name}() received an invalid combination of arguments - got {_types((input, other, keepdim))}, but "
                        "expected (Tensor input), (Tensor input, Tensor other) or (Tensor input, int dim, bool keepdim)")
    return of_two(input, other) if out is None else of_two(input, other, out=out)


def _types(values):
    return f"({', '.join(type(v).__name__ for v in values)})"

# ---------------------------------------------------------------- positions


@op(families.reduction, kernel="argmax")
def argmax(xp, input: Tensor, dim=None, keepdim=False) -> Tensor:
    """Returns where the largest element along `dim` stands first, or the largest of all in reading order."""
    return xp.argmax(input, dim, keepdim)


@op(families.reduction, kernel="argmin")
def argmin(xp, input: Tensor, dim=None, keepdim=False) -> Tensor:
    """Returns where the smallest element along `dim` stands first, or the smallest of all in reading order."""
    return xp.argmin(input, dim, keepdim)

# ---------------------------------------------------------------- truth


@op(families.reduction, kernel="all",
    out_dtype=exactly("all only supports bool tensor for result, got: {given}", dtypes.bool, dtypes.uint8))
def all(xp, input: Tensor, dim: Dims = None, keepdim=False) -> Tensor:
    """Returns whether all elements over `dim` are nonzero (as bool; as uint8 for that type)."""
    return xp.all(input, dim, keepdim)


@op(families.reduction, kernel="any",
    out_dtype=exactly("any only supports bool tensor for result, got: {given}", dtypes.bool, dtypes.uint8))
def any(xp, input: Tensor, dim: Dims = None, keepdim=False) -> Tensor:
    """Returns whether some element over `dim` is nonzero (as bool; as uint8 for that type)."""
    return xp.any(input, dim, keepdim)


@op(families.reduction, out=False, kernel="count_nonzero")
def count_nonzero(xp, input: Tensor, dim: Dims = None) -> Tensor:
    """Returns how many elements over `dim` are nonzero."""
    return xp.count_nonzero(input, dim)


@op(families.reduction, differentiable=0,
    out_dtype=exactly("Expected result to be of dtype uint64, but got {given}", dtypes.uint64))
def hash_tensor(xp, input: Tensor, dim: Dims = (), *, keepdim=False, mode=0) -> Tensor:
    """Returns the exclusive or of the elements over `dim`, floating-point ones as the bits of a double, as uint64."""
    if mode:
        raise RuntimeError(f"Unknown hash_tensor mode: {mode}")
    return xp.hash_tensor(input, dim, keepdim)
