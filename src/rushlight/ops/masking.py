"""Masks: reading and writing where a condition holds."""
from __future__ import annotations

import math
import numbers

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import broadcast_shape
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import exactly
from rushlight.dispatch.promotion import check_numbers, number_array, result_dtype
from rushlight.ops.scattering import SliceStep


@op(families.general, inplace=True, into_expanded=True,
    node="MaskedFillBackward0 if type(value) in ANY_NUMBER else MaskedFillBackward1")
def masked_fill(xp, input: Tensor, mask: Tensor, value: Tensor | Number) -> Tensor:
    """Returns `input` with `value` where the mask holds."""
    if mask.dtype.kind != "b":
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {dtypes.dtype_of(mask).c_name}")
    if getattr(value, "ndim", 0):
        raise RuntimeError(f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} "
                           f"dimension(s).")
    return xp.masked_fill(input, mask, value)

@masked_fill.vjp("input")
@masked_fill.jvp("input")
def masked_fill_grad_input(F, grad, mask):
    return F.masked_fill(grad, mask, 0)

@masked_fill.vjp("value")
def masked_fill_grad_value(F, grad, mask):
    return F.sum(F.where(mask, grad, 0))

@masked_fill.jvp("value")
def masked_fill_tangent_value(F, grad, input_shape, mask):
    return F.where(mask, grad, F.new_zeros(grad, input_shape))


@op(families.indexing, out_dtype=exactly("masked_select(): self and result must have the same scalar type"))
def masked_select(xp, input: Tensor, mask: Tensor) -> Tensor:
    """Returns the elements where the mask holds, in a row."""
    if mask.dtype.kind != "b":
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    return xp.masked_select(input, mask)

@masked_select.vjp("input")
def masked_select_grad(F, grad, input_shape, mask):
    wide = broadcast_shape((input_shape, mask.shape))
    return F.masked_scatter(F.new_zeros(grad, wide), mask, grad)

@masked_select.jvp("input")
def masked_select_tangent(F, grad, mask):
    return F.masked_select(grad, mask)


@op(families.general, inplace=True)
def masked_scatter(xp, input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Returns `input` with the first elements of `source`, in order, where the mask holds."""
    if mask.dtype.kind != "b":
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype "
                           f"{dtypes.dtype_of(mask).scalar_name}")
    xp.check_same_type("masked_scatter", input, source, "{name}: expected self and source to have same dtypes but got{own} and "
                                                        "{other}")
    return xp.masked_scatter(input, mask, source)

@masked_scatter.vjp("input")
@masked_scatter.jvp("input")
def masked_scatter_grad_input(F, grad, mask):
    return F.masked_fill(grad, mask, 0)

@masked_scatter.vjp("source")
def masked_scatter_grad_source(F, grad, source_shape, mask):
    used = F.masked_select(grad, mask)
    flat = F.view_backward(used, ((SliceStep, (0, 0, used.shape[0], 1)),), (math.prod(source_shape),))
    return F.reshape(flat, source_shape)

@masked_scatter.jvp("source")
def masked_scatter_tangent_source(F, grad, input_shape, mask):
    return F.masked_scatter(F.new_zeros(grad, input_shape), mask, grad)

# ---------------------------------------------------------------- where


@op(families.general, method=False, function=False, wraps_numbers=True,
    out_dtype=exactly("Expected out type to be {wanted} but got {given}"))
def where(xp, condition: Tensor, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns `input` where the condition holds, and `other` elsewhere, in their common type."""
    if condition.dtype.kind != "b" and dtypes.dtype_of(condition) is not dtypes.uint8:
        raise RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype "
                           f"{dtypes.dtype_of(condition).scalar_name}")
    if type(input) is xp.ndarray and type(other) is xp.ndarray and input.dtype is other.dtype:
        return xp.where(condition, input, other)
    dtype = result_dtype((input, other))
    if dtype.category == dtypes.INTEGRAL:
        check_numbers((input, other))
    return xp.where(condition, _in_type(input, dtype), _in_type(other, dtype))

def _in_type(value, dtype):
    return dtypes.cast(value, dtype) if hasattr(value, "dtype") else number_array(value, dtype)

@where.vjp("input")
@where.jvp("input")
def where_grad_input(F, grad, condition):
    return F.where(condition, grad, 0)

@where.vjp("other")
@where.jvp("other")
def where_grad_other(F, grad, condition):
    return F.where(condition, 0, grad)


choose = where


@by_hand(function=False)
def where(input, condition, other):
    """Returns the tensor's elements where the condition holds, and those of `other` elsewhere."""
    return choose(condition, input, other)


@by_hand(method=False)
def where(condition, input=None, other=None, *, out=None):
    """Returns `input` where the condition holds, and `other` elsewhere; the positions where it holds, with neither."""
    if hasattr(input, "_data") and hasattr(other, "_data") and hasattr(condition, "_data") and out is None:
        return choose(condition, input, other)
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if not (hasattr(condition, "_data") and _is_value(input) and _is_value(other)):
        raise TypeError(f"where() received an invalid combination of arguments - got ({type(condition).__name__}, "
                        f"{type(input).__name__}, {type(other).__name__})")
    return choose(condition, input, other) if out is None else choose(condition, input, other, out=out)


def _is_value(value):
    return hasattr(value, "_data") or isinstance(value, numbers.Number)

# ---------------------------------------------------------------- positions of what is not zero


@op(families.general, method=False, function=False,
    out_dtype=exactly("nonzero: Expected out tensor to have scalar type Long but got scalar type{given}"))
def nonzero_positions(xp, input: Tensor) -> Tensor:
    """Returns the positions of the elements that are not zero, a row each."""
    return xp.nonzero(input)


@by_hand()
def nonzero(input, *, as_tuple=False, out=None):
    """Returns the positions of the elements that are not zero: a row each, or (`as_tuple`) a tensor per dimension."""
    if not hasattr(input, "_data"):
        raise TypeError(f"nonzero(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if as_tuple and out is not None:
        raise RuntimeError("nonzero does not support the out kwarg when as_tuple is True")
    found = nonzero_positions(input) if out is None else nonzero_positions(input, out=out)
    if not as_tuple:
        return found
    return tensors.unbind(found if input.ndim else nonzero_positions(tensors.unsqueeze(input, 0)), 1)


@by_hand()
def argwhere(input):
    """Returns the positions of the elements that are not zero, a row each."""
    return nonzero_positions(input)


@by_hand()
def nonzero_static(input, *, size, fill_value=-1):
    """Returns `size` rows: the first positions of elements that are not zero, then rows of `fill_value`."""
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    found = nonzero_positions(input)
    out = tensors.new_zeros(found, (size, input.ndim)).fill_(fill_value)
    count = min(size, found.shape[0])
    out[:count] = found[:count]
    return out
