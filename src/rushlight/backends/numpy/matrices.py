"""Matrix products.

`x.dot(y)` costs 0.66 us on 3x3 floats, `np.matmul` 1.47; both call BLAS. A product of many matrices with one is folded into one
call. Half is multiplied in float32, as its own loops are slow and round at each step.
"""
from __future__ import annotations

import functools
import math

import numpy as np
from numpy import ndarray

from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy.making import cast_to
from rushlight.backends.numpy.shapes import expand
from rushlight.dtypes import dtype_of

BLAS = "fdFD"


def mT(x):
    """The matrices transposed, as a view."""
    return x.mT


# ---------------------------------------------------------------- products

# Note [A product with one element]
# Where an operand has one element, `dot` scales the other by it, and BLAS scales nothing by zero: NaN would not survive, as it
# does in torch and in np.matmul.

def multiplied(x, y):
    """x @ y of matrices of one type."""
    return x.dot(y) if x.size != 1 != y.size else np.matmul(x, y)


def mm(x, y):
    """Two matrices."""
    if x.dtype is y.dtype and x.dtype.char in BLAS and x.ndim == 2 == y.ndim:
        try:
            return x.dot(y) if x.size != 1 != y.size else np.matmul(x, y)
        except ValueError:
            _refuse_shapes(x.shape, y.shape)
    for number, matrix in enumerate((x, y), 1):
        if matrix.ndim != 2:
            raise RuntimeError("self must be a matrix" if number == 1 else "mat2 must be a matrix")
    _require_same(x, y)
    if x.shape[1] != y.shape[0]:
        _refuse_shapes(x.shape, y.shape)
    return product(multiplied, x, y, "addmm_impl_cpu_")


def bmm(x, y):
    """Two batches of as many matrices."""
    if x.dtype is y.dtype and x.dtype.char in BLAS and x.ndim == 3 == y.ndim and len(x) == len(y) and x.shape[2] == y.shape[1]:
        return np.matmul(blas_friendly(x), blas_friendly(y))
    for number, batch in enumerate((x, y), 1):
        if batch.ndim != 3:
            raise RuntimeError(f"batch{number} must be a 3D tensor")
    if not same_type(x, y):
        raise RuntimeError(f"expected scalar type {dtype_of(x).scalar_name} but found {dtype_of(y).scalar_name}")
    if len(x) != len(y) or x.shape[2] != y.shape[1]:
        _refuse_inner(x.shape, y.shape)
    return _batches(x, y)


def mv(x, vector):
    """A matrix and a vector."""
    if x.dtype is vector.dtype and x.dtype.char in BLAS and x.ndim == 2 and vector.ndim == 1 and x.shape[1] == len(vector):
        return x.dot(vector) if vector.size != 1 else np.matmul(x, vector)
    if x.ndim != 2 or vector.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {vector.ndim}, {x.ndim}, {vector.ndim}")
    if x.shape[1] != len(vector):
        raise RuntimeError(f"size mismatch, got input ({x.shape[0]}), mat ({x.shape[0]}x{x.shape[1]}), vec ({len(vector)})")
    if dtype_of(x) is not dtype_of(vector):
        names = dtype_of(vector).scalar_name, dtype_of(x).scalar_name
        raise RuntimeError(f"addmv input tensors must have the same dtype, but got {names[0]}, {names[1]}, and {names[0]}")
    return product(multiplied, x, vector, "addmv_impl_cpu")


def dot(x, y):
    """Two vectors, without conjugation."""
    if x.dtype is y.dtype and x.dtype.char in BLAS and x.ndim == 1 == y.ndim and len(x) == len(y):
        return x.dot(y)
    _require_vectors(x, y)
    return product(ndarray.dot, x, y, "dot")


def vdot(x, y):
    """Two vectors, the first of them conjugated."""
    _require_vectors(x, y)
    return product(np.vdot, x, y, "vdot" if x.dtype.kind == "c" else "dot")


def matmul(x, y):
    """Vectors, matrices and batches of them, which broadcast."""
    if x.ndim == 2 == y.ndim:
        return mm(x, y)
    if min(x.ndim, y.ndim) == 1:
        _require_same(x, y)
        return product(np.matmul, x, y, "bmm")
    return batched_matmul(x, y)


def batched_matmul(x, y):
    """Two arrays of matrices, not both of them single."""
    _require_same(x, y)
    if y.ndim == 2:
        if x.shape[-1] != y.shape[0]:
            _refuse_shapes((x.size // (x.shape[-1] or 1), x.shape[-1]), y.shape)
        out = product(multiplied, x.reshape(_rows(x.shape), x.shape[-1]), y, "addmm_impl_cpu_")
        return out.reshape(*x.shape[:-1], y.shape[1])
    return _batches(x, y)


def _batches(x, y):
    try:
        return product(np.matmul, blas_friendly(x), blas_friendly(y), "bmm")
    except ValueError:
        _refuse_batches(x.shape, y.shape)


def blas_friendly(x):
    """`x`, or a copy where no stride of its matrices is one element: NumPy multiplies such by slow loops."""
    if x.size < 512 or x.itemsize in x.strides[-2:]:
        return x
    return x.copy("C")


def product(multiply, x, y, kernel):
    """multiply(x, y) by torch's rules for the element type: half in float32, no bools."""
    char = x.dtype.char
    if type(x) is BFloat16Array:
        return BFloat16Array.narrow(multiply(x.widen(), y.widen()))
    if char in BLAS:
        return multiply(x, y)
    if char == "e":
        return multiply(x.astype(np.float32), y.astype(np.float32)).astype(np.float16)
    if x.dtype.kind in "bu" and char != "B":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{dtype_of(x).scalar_name}'")
    return multiply(x, y)


# ---------------------------------------------------------------- products with something added

def linear(x, weight, bias=None):
    """x @ weight.T + bias, for rows, matrices and batches."""
    if x.dtype is weight.dtype and x.dtype.char in BLAS and x.ndim == 2 == weight.ndim and x.shape[1] == weight.shape[1]:
        if bias is None:
            return multiplied(x, weight.T)
        if bias.dtype is x.dtype:
            return add_scaled(bias, multiplied(x, weight.T))
    if not x.ndim or not weight.ndim:
        raise RuntimeError(f"both arguments to linear need to be at least 1D, but they are {x.ndim}D and {weight.ndim}D")
    if weight.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {weight.ndim}D")
    if bias is not None:
        if dtype_of(bias) is not dtype_of(x) and x.ndim > 2 and not x.flags.c_contiguous:   # torch adds the bias afterwards then
            return cast_to(linear(x, weight) + bias, x.dtype)
        _require_addable(bias, x, weight)
        if weight.ndim == 1:
            raise RuntimeError("mat2 must be a matrix, got 1-D tensor")
    if weight.ndim == 1:
        out = matmul(x, weight)
    elif x.ndim == 1:
        out = matmul(x[None], weight.T)[0]
    else:
        out = matmul(x, weight.T)
    return out if bias is None else add_scaled(bias, out)


def addmm(x, mat1, mat2, *, beta=1, alpha=1):
    if type(x) is not ndarray or x.dtype.char not in BLAS:
        for number, matrix in enumerate((mat1, mat2), 1):
            if matrix.ndim != 2:
                raise RuntimeError(f"mat{number} must be a matrix, got {matrix.ndim}-D tensor")
    _require_addable(x, mat1, mat2)
    return _added(mm, x, mat1, mat2, beta, alpha)


def addmv(x, mat, vec, *, beta=1, alpha=1):
    if mat.ndim != 2 or vec.ndim != 1 or x.ndim > 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {x.ndim}, {mat.ndim}, {vec.ndim}")
    if mat.shape[1] != len(vec) or (x.ndim and len(x) not in (1, mat.shape[0])):
        raise RuntimeError(f"size mismatch, got input ({x.size}), mat ({mat.shape[0]}x{mat.shape[1]}), vec ({len(vec)})")
    kinds = [dtype_of(a) for a in (x, mat, vec)]
    if len(set(kinds)) > 1:
        first, second, third = [k.scalar_name for k in kinds]
        raise RuntimeError(f"addmv input tensors must have the same dtype, but got {first}, {second}, and {third}")
    return _added(mv, x, mat, vec, beta, alpha)


def baddbmm(x, batch1, batch2, *, beta=1, alpha=1):
    kinds = [dtype_of(a) for a in (x, batch1, batch2)]
    if len(set(kinds)) > 1:
        first, second, third = [k.c_name for k in kinds]
        raise RuntimeError(f"Input dtypes must be the same, got: input {first}, batch1: {second}, batch2: {third}")
    return _added(bmm, x, batch1, batch2, beta, alpha)


def addbmm(x, batch1, batch2, *, beta=1, alpha=1):
    for number, batch in enumerate((batch1, batch2), 1):
        if batch.ndim != 3:
            raise RuntimeError(f"batch{number} must be a 3D tensor")
    if batch1.shape[0] != batch2.shape[0]:
        raise RuntimeError(f"batch1 and batch2 must have same number of batches, got {batch1.shape[0]} and {batch2.shape[0]}")
    if batch1.shape[2] != batch2.shape[1]:
        raise RuntimeError(f"Incompatible matrix sizes for bmm ({batch1.shape[1]}x{batch1.shape[2]} and "
                           f"{batch2.shape[1]}x{batch2.shape[2]})")
    _require_addable(x, batch1, batch2)
    if x.dtype.itemsize == 2 and x.dtype.kind in "fu":
        return _addbmm_step_by_step(expand(x, (batch1.shape[1], batch2.shape[2])), batch1, batch2, beta, alpha)
    return _added(_summed_bmm, x, batch1, batch2, beta, alpha)


def _addbmm_step_by_step(out, batch1, batch2, beta, alpha):
    """torch rounds half after each matrix."""
    for mat1, mat2 in zip(batch1, batch2):
        out, beta = _added(mm, out, mat1, mat2, beta, alpha), 1
    return out if len(batch1) else _added(_summed_bmm, out, batch1, batch2, beta, alpha)


def addr(x, vec1, vec2, beta, alpha):
    for number, vector in enumerate((vec1, vec2), 1):
        if vector.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument vec{number}, but got {vector.ndim}-D")
    if x.dtype.kind in "iub" and type(x) is ndarray:
        for name, number in (("beta", beta), ("alpha", alpha)):
            if isinstance(number, float):
                raise RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")
    if x.dtype.kind == "b":
        outer = vec1[:, None] & vec2 if alpha else np.zeros((len(vec1), len(vec2)), bool)
        return expand(x, outer.shape) | outer if beta else outer
    if type(x) is ndarray and not x.dtype is vec1.dtype is vec2.dtype:
        kind = np.result_type(x, vec1, vec2)
        x, vec1, vec2 = x.astype(kind), vec1.astype(kind), vec2.astype(kind)
    return _added(_outer, x, vec1, vec2, beta, alpha)


def _outer(x, y):
    return x[:, None] * y


def _summed_bmm(x, y):
    """The sum of the products of two batches."""
    inner = x.shape[0] * x.shape[2]
    return mm(x.transpose(1, 0, 2).reshape(x.shape[1], inner), y.reshape(inner, y.shape[2]))


def _added(multiply, x, y, z, beta, alpha):
    """beta * x + alpha * multiply(y, z), half in float32."""
    if type(y) is BFloat16Array:
        return BFloat16Array.narrow(_added(multiply, x.widen(), y.widen(), z.widen(), beta, alpha))
    if y.dtype.char == "e":
        wide = [a.astype(np.float32) for a in (x, y, z)]
        return _added(multiply, *wide, beta, alpha).astype(np.float16)
    return add_scaled(x, multiply(y, z), beta, alpha)


def add_scaled(x, out, beta=1, alpha=1):
    """beta * x + alpha * out, into `out`. A `beta` of 0 drops `x`, even its NaNs."""
    if type(out) is BFloat16Array:
        return BFloat16Array.narrow(add_scaled(x.widen(), out.widen(), beta, alpha))
    if type(out) is not ndarray:
        return alpha * out + beta * x if beta else alpha * out
    if out.dtype.kind in "iu":
        beta, alpha = int(beta), int(alpha)
    if alpha != 1:
        np.multiply(out, alpha, out)
    if beta == 0:
        expand(x, out.shape)
        return out
    try:
        return np.add(out, x if beta == 1 else x * beta, out)
    except ValueError:
        expand(x, out.shape)
        raise


# ---------------------------------------------------------------- refusals

def _require_same(x, y):
    if not same_type(x, y):
        first, second = [dtype_of(a).c_name for a in (x, y)]
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {first} != {second}")


def _require_addable(x, y, z):
    if not same_type(y, z):
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {dtype_of(y).scalar_name} and "
                           f"{dtype_of(z).scalar_name}")
    if not same_type(x, z):
        raise RuntimeError(f"self and mat2 must have the same dtype, but got {dtype_of(x).scalar_name} and "
                           f"{dtype_of(z).scalar_name}")


def _require_vectors(x, y):
    if x.ndim != 1 or y.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {x.ndim}D and {y.ndim}D tensors")
    if not same_type(x, y):
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {dtype_of(x).scalar_name} and "
                           f"{dtype_of(y).scalar_name}")
    if len(x) != len(y):
        raise RuntimeError(f"inconsistent tensor size, expected tensor [{len(x)}] and src [{len(y)}] to have the same number of "
                           f"elements, but got {len(x)} and {len(y)} elements respectively")


def _refuse_shapes(first, second):
    raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({first[0]}x{first[1]} and {second[0]}x{second[1]})")


def _refuse_batches(first, second):
    for i in range(-3, -min(len(first), len(second)) - 1, -1):
        if first[i] != second[i] and 1 not in (first[i], second[i]):
            raise RuntimeError(f"The size of tensor a ({first[i]}) must match the size of tensor b ({second[i]}) at "
                               f"non-singleton dimension {max(len(first), len(second)) + i}")
    _refuse_inner(first, second)


def _refuse_inner(first, second):
    raise RuntimeError(f"Expected size for first two dimensions of batch2 tensor to be: [{first[0]}, {first[-1]}] but got: "
                       f"[{second[0]}, {second[-2]}].")


def _rows(shape):
    rows = 1
    for n in shape[:-1]:
        rows *= n
    return rows


# ---------------------------------------------------------------- contractions

def contract(x, y, labels_x, labels_y, labels_out):
    """Sums products over the labels of both inputs that the output has not. One matrix product, of views where strides allow."""
    if not same_type(x, y):
        raise RuntimeError(f"expected scalar type {dtype_of(x).scalar_name} but found {dtype_of(y).scalar_name}")
    plan = _contraction(labels_x, labels_y, labels_out)
    if plan.swapped:
        x, y = y, x
    if plan.order_x is not None:
        x = x.transpose(plan.order_x)
    if plan.order_y is not None:
        y = y.transpose(plan.order_y)
    out = _matrices(plan, x, y) if plan.simple else _grouped(plan, x, y)
    return out if plan.back is None else out.transpose(plan.back)


def _matrices(plan, x, y):
    if plan.batch:
        return product(np.matmul, blas_friendly(x), blas_friendly(y), "bmm")
    return multiplied(x, y) if x.dtype.char in BLAS else product(multiplied, x, y, "bmm")


def _grouped(plan, x, y):
    """Brings the left, summed and right labels to one dimension each."""
    batch = plan.batch
    lead, middle, last = x.shape[:batch], x.shape[batch:batch + plan.left], y.shape[y.ndim - plan.right:]
    summed = math.prod(x.shape[batch + plan.left:])
    out = _matrices(plan, x.reshape(*lead, math.prod(middle), summed), y.reshape(*lead, summed, math.prod(last)))
    return out.reshape(lead + middle + last)


class _Contraction:
    """How labels become a matrix product: orders to (batch, left, summed) and (batch, summed, right), and back."""

    def __init__(self, labels_x, labels_y, labels_out):
        one_sided = [label for label in labels_out if (label in labels_x) != (label in labels_y)]
        self.swapped = bool(one_sided) and one_sided[0] in labels_y
        if self.swapped:
            labels_x, labels_y = labels_y, labels_x
        batch = [label for label in labels_out if label in labels_x and label in labels_y]
        left = [label for label in labels_out if label not in labels_y]
        summed = [label for label in labels_x if label in labels_y and label not in labels_out]
        right = [label for label in labels_out if label not in labels_x]
        self.batch, self.left, self.right = len(batch), len(left), len(right)
        self.simple = self.left == self.right == len(summed) == 1
        self.order_x = _order(labels_x, batch + left + summed)
        self.order_y = _order(labels_y, batch + summed + right)
        self.back = _order(batch + left + right, labels_out)


_contraction = functools.lru_cache(1024)(_Contraction)


def _order(have, wanted):
    """The permutation from one order of labels to another; None where they are the same."""
    order = [have.index(label) for label in wanted]
    return None if order == sorted(order) else order


def same_type(x, y):
    return x.dtype is y.dtype and (type(x) is BFloat16Array) == (type(y) is BFloat16Array)
