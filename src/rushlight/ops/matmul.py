"""Products of vectors and matrices, and what adds something to one."""
from __future__ import annotations

from rushlight.autograd.node import as_pairs, step_class
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Number, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import castable, exactly


@op(families.composite, kernel="mT", method=False, function=False)
def _mT(F, input: Tensor) -> Tensor:
    """Returns the matrices transposed."""
    return F.transpose(input, -2, -1)


@op(families.general, kernel="mm")
def mm(xp, input: Tensor, mat2: Tensor) -> Tensor:
    """Returns the product of two matrices."""

@mm.vjp("input")
def mm_grad_input(F, grad, mat2):
    return F.mm(grad, F._mT(mat2))

@mm.vjp("mat2")
def mm_grad_mat2(F, grad, input):
    return F.mm(F._mT(input), grad)

@mm.jvp("input")
def mm_tangent_input(F, tangent, mat2):
    return F.mm(tangent, mat2)

@mm.jvp("mat2")
def mm_tangent_mat2(F, tangent, input):
    return F.mm(input, tangent)


@op(families.general, kernel="bmm")
def bmm(xp, input: Tensor, mat2: Tensor) -> Tensor:
    """Returns the products of two batches of matrices."""

@bmm.vjp("input")
def bmm_grad_input(F, grad, mat2):
    return F.bmm(grad, F._mT(mat2))

@bmm.vjp("mat2")
def bmm_grad_mat2(F, grad, input):
    return F.bmm(F._mT(input), grad)

@bmm.jvp("input")
def bmm_tangent_input(F, tangent, mat2):
    return F.bmm(tangent, mat2)

@bmm.jvp("mat2")
def bmm_tangent_mat2(F, tangent, input):
    return F.bmm(input, tangent)


@op(families.general, kernel="mv")
def mv(xp, input: Tensor, vec: Tensor) -> Tensor:
    """Returns the product of a matrix and a vector."""

@mv.vjp("input")
def mv_grad_input(F, grad, vec):
    return F.unsqueeze(grad, 1) * vec

@mv.vjp("vec")
def mv_grad_vec(F, grad, input):
    return F.mv(F._mT(input), grad)

@mv.jvp("input")
def mv_tangent_input(F, tangent, vec):
    return F.mv(tangent, vec)

@mv.jvp("vec")
def mv_tangent_vec(F, tangent, input):
    return F.mv(input, tangent)


@op(families.general, kernel="dot", out_dtype=exactly("result dtype {given} does not match input dtype {wanted}"))
def dot(xp, input: Tensor, tensor: Tensor) -> Tensor:
    """Returns the sum of the products of two vectors' elements."""

@dot.vjp("input")
def dot_grad_input(F, grad, tensor):
    return grad * tensor

@dot.vjp("tensor")
def dot_grad_tensor(F, grad, input):
    return grad * input

@dot.jvp("input")
def dot_tangent_input(F, tangent, tensor):
    return F.dot(tangent, tensor)

@dot.jvp("tensor")
def dot_tangent_tensor(F, tangent, input):
    return F.dot(input, tangent)


@op(families.general, kernel="vdot", holomorphic=False,
    out_dtype=exactly("result dtype {given} does not match input dtype {wanted}"))
def vdot(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the sum of the products of two vectors' elements, those of the first conjugated."""

@vdot.vjp("input")
def vdot_grad_input(F, grad, other):
    return F.conj(grad) * other

@vdot.vjp("other")
def vdot_grad_other(F, grad, input):
    return grad * input

@vdot.jvp("input")
def vdot_tangent_input(F, tangent, other):
    return F.vdot(tangent, other)

@vdot.jvp("other")
def vdot_tangent_other(F, tangent, input):
    return F.vdot(input, tangent)


@op(families.composite, out=True, aliases=("ger",))
def outer(F, input: Tensor, vec2: Tensor) -> Tensor:
    """Returns the products of each element of a vector with each of another."""
    for name, vector in (("self", input), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {vector.ndim}-D")
    return F.mul(F.reshape(input, (len(input), 1)), vec2)


# ---------------------------------------------------------------- any number of dimensions

@op(families.composite, out=True, kernel="matmul", out_dtype=exactly("result dtype {given} does not match input dtype {wanted}"))
def matmul(F, input: Tensor, other: Tensor) -> Tensor:
    """Returns the product of vectors, matrices, or batches of matrices, which broadcast."""
    n, m = input._data.ndim, other._data.ndim
    if n == 2 == m:
        return F.mm(input, other)
    if not n or not m:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D")
    if n > 1 and m > 1:
        return F._batched_matmul(input, other)
    if m == 1:
        return F.dot(input, other) if n == 1 else F.mv(input, other) if n == 2 else _by_rows(F, input, other)
    return F._drop_row(F.mm(F.unsqueeze(input, 0), other)) if m == 2 else _by_rows(F, F._mT(other), input)


@by_hand(function=False)
def __rmatmul__(input, other):
    """Returns other @ input."""
    return matmul(other, input) if hasattr(other, "_data") else NotImplemented


def _by_rows(F, batch, vector):
    """Each row of many matrices times a vector."""
    shape = tuple(batch.shape)
    return F._unsafe_view(F.mv(F.reshape(batch, (_count(shape[:-1]), shape[-1])), vector), shape[:-1])


def _count(shape):
    count = 1
    for n in shape:
        count *= n
    return count


@op(families.general, linear=True, method=False, function=False, out=False, node="SqueezeBackward4")
def _drop_row(xp, input: Tensor) -> Tensor:
    """Returns the only row of a fresh matrix."""
    return input[0]

@_drop_row.vjp("input")
def _drop_row_grad(F, grad):
    return F.unsqueeze(grad, 0)


@op(families.general, kernel="batched_matmul", method=False, function=False, out=False,
    node="CloneBackward0 if input._data.ndim == 2 and input._edge is not None else UnsafeViewBackward0")
def _batched_matmul(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the products of matrices, of which there are many on at least one side."""

@_batched_matmul.vjp("input")
def _batched_matmul_grad_input(F, grad, other, input_shape):
    if len(input_shape) == 2 and len(other.shape) > 2:
        return F.mm(_flat(F, F._mT(grad), swap=True), _flat(F, F._mT(other)))
    return F.matmul(grad, F._mT(other))

@_batched_matmul.vjp("other")
def _batched_matmul_grad_other(F, grad, input, other_shape):
    if len(other_shape) == 2 and len(input.shape) > 2:
        return F.mm(F._mT(_flat(F, input)), _flat(F, grad))
    return F.matmul(F._mT(input), grad)

@_batched_matmul.jvp("input")
def _batched_matmul_tangent_input(F, tangent, other):
    return F.matmul(tangent, other)

@_batched_matmul.jvp("other")
def _batched_matmul_tangent_other(F, tangent, input):
    return F.matmul(input, tangent)


def _flat(F, batch, swap=False):
    """Many matrices above each other; transposed with `swap`."""
    shape = tuple(batch.shape)
    flat = F.reshape(batch, (_count(shape[:-1]), shape[-1]))
    return F._mT(flat) if swap else flat


# ---------------------------------------------------------------- with something added

_LINEAR_NODE = ("AddmmBackward0 if bias is not None and input._data.ndim == 2 else ViewBackward0 if bias is not None else "
                "MvBackward0 if weight._data.ndim == 1 else MmBackward0 if input._data.ndim == 2 else "
                "SqueezeBackward4 if input._data.ndim == 1 else UnsafeViewBackward0")


def _linear_shown(node):
    """The next_functions of linear's node: in torch it is a product with the weight turned, in views if there are batches."""
    outer = node.name()
    input, weight, bias = node.edges
    if outer == "MvBackward0":
        return as_pairs((input, weight))
    has_bias, is_flat = outer in ("AddmmBackward0", "ViewBackward0"), outer in ("AddmmBackward0", "MmBackward0")
    flat = input if is_flat or input is None else step_class(_FLATTENING.get(outer, "ViewBackward0"))(input)
    turned = None if weight is None else step_class("TBackward0")(weight)
    factors = (bias, flat, turned) if has_bias else (flat, turned)
    return as_pairs(factors if is_flat else [step_class("AddmmBackward0" if has_bias else "MmBackward0")(*factors)])


_FLATTENING = {"SqueezeBackward4": "UnsqueezeBackward0"}


@op(families.general, kernel="linear", method=False, function=False, out=False, node=_LINEAR_NODE, shown=_linear_shown)
def linear(xp, input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Returns input @ weight.T + bias."""

@linear.vjp("input")
def linear_grad_input(F, grad, weight):
    return F.unsqueeze(grad, -1) * weight if len(weight.shape) == 1 else F.matmul(grad, weight)

@linear.vjp("weight")
def linear_grad_weight(F, grad, input, weight_shape):
    if len(weight_shape) == 1:
        return F.unsqueeze(grad, -1) * input
    if len(grad.shape) == 2:
        return F.mm(F._mT(grad), input)
    return F.mm(F._mT(_flat(F, grad)), _flat(F, input))

@linear.vjp("bias")
def linear_grad_bias(F, grad):
    return grad

@linear.jvp("input")
def linear_tangent_input(F, tangent, weight):
    return F.linear(tangent, weight)

@linear.jvp("weight")
def linear_tangent_weight(F, tangent, input):
    return F.linear(input, tangent)

@linear.jvp("bias")
def linear_tangent_bias(F, tangent):
    return tangent


def _scaled(value, factor):
    return value if factor == 1 else value * factor


@op(families.general, kernel="addmm", inplace=True)
def addmm(xp, input: Tensor, mat1: Tensor, mat2: Tensor, *, beta=1, alpha=1) -> Tensor:
    """Returns beta * input + alpha * mat1 @ mat2."""
    return xp.addmm(input, mat1, mat2, beta=beta, alpha=alpha)

@op(families.general, kernel="addmv", inplace=True)
def addmv(xp, input: Tensor, mat: Tensor, vec: Tensor, *, beta=1, alpha=1) -> Tensor:
    """Returns beta * input + alpha * mat @ vec."""
    return xp.addmv(input, mat, vec, beta=beta, alpha=alpha)

@op(families.general, kernel="baddbmm", inplace=True)
def baddbmm(xp, input: Tensor, batch1: Tensor, batch2: Tensor, *, beta=1, alpha=1) -> Tensor:
    """Returns beta * input + alpha * batch1 @ batch2, for batches of matrices."""
    return xp.baddbmm(input, batch1, batch2, beta=beta, alpha=alpha)

@op(families.general, kernel="addbmm", inplace=True)
def addbmm(xp, input: Tensor, batch1: Tensor, batch2: Tensor, *, beta=1, alpha=1) -> Tensor:
    """Returns beta * input + alpha * the sum of the products of two batches of matrices."""
    return xp.addbmm(input, batch1, batch2, beta=beta, alpha=alpha)


@addmm.vjp("input")
@addmm.jvp("input")
@addmv.vjp("input")
@addmv.jvp("input")
@baddbmm.vjp("input")
@baddbmm.jvp("input")
@addbmm.vjp("input")
@addbmm.jvp("input")
def addmm_grad_input(F, grad, beta):
    return _scaled(grad, beta)


@addmm.vjp("mat1")
def addmm_grad_mat1(F, grad, mat2, alpha):
    return _scaled(F.mm(grad, F._mT(mat2)), alpha)

@addmm.vjp("mat2")
def addmm_grad_mat2(F, grad, mat1, alpha):
    return _scaled(F.mm(F._mT(mat1), grad), alpha)

@addmm.jvp("mat1")
def addmm_tangent_mat1(F, tangent, mat2, alpha):
    return _scaled(F.mm(tangent, mat2), alpha)

@addmm.jvp("mat2")
def addmm_tangent_mat2(F, tangent, mat1, alpha):
    return _scaled(F.mm(mat1, tangent), alpha)


@addmv.vjp("mat")
def addmv_grad_mat(F, grad, vec, alpha):
    return _scaled(F.unsqueeze(grad, 1) * vec, alpha)

@addmv.vjp("vec")
def addmv_grad_vec(F, grad, mat, alpha):
    return _scaled(F.mv(F._mT(mat), grad), alpha)

@addmv.jvp("mat")
def addmv_tangent_mat(F, tangent, vec, alpha):
    return _scaled(F.mv(tangent, vec), alpha)

@addmv.jvp("vec")
def addmv_tangent_vec(F, tangent, mat, alpha):
    return _scaled(F.mv(mat, tangent), alpha)


@baddbmm.vjp("batch1")
def baddbmm_grad_batch1(F, grad, batch2, alpha):
    return _scaled(F.bmm(grad, F._mT(batch2)), alpha)

@baddbmm.vjp("batch2")
def baddbmm_grad_batch2(F, grad, batch1, alpha):
    return _scaled(F.bmm(F._mT(batch1), grad), alpha)

@baddbmm.jvp("batch1")
def baddbmm_tangent_batch1(F, tangent, batch2, alpha):
    return _scaled(F.bmm(tangent, batch2), alpha)

@baddbmm.jvp("batch2")
def baddbmm_tangent_batch2(F, tangent, batch1, alpha):
    return _scaled(F.bmm(batch1, tangent), alpha)


@addbmm.vjp("batch1")
def addbmm_grad_batch1(F, grad, batch2, alpha):
    return _scaled(F.matmul(grad, F._mT(batch2)), alpha)

@addbmm.vjp("batch2")
def addbmm_grad_batch2(F, grad, batch1, alpha):
    return _scaled(F.matmul(F._mT(batch1), grad), alpha)

@addbmm.jvp("batch1")
def addbmm_tangent_batch1(F, tangent, batch2, alpha):
    return _scaled(F.sum(F.bmm(tangent, batch2), 0), alpha)

@addbmm.jvp("batch2")
def addbmm_tangent_batch2(F, tangent, batch1, alpha):
    return _scaled(F.sum(F.bmm(batch1, tangent), 0), alpha)


@op(families.general, inplace=True, out_dtype=castable)
def addr(xp, input: Tensor, vec1: Tensor, vec2: Tensor, *, beta=1, alpha=1) -> Tensor:
    """Returns beta * input + alpha * the outer product of two vectors."""
    return xp.addr(input, vec1, vec2, beta, alpha)

@addr.vjp("input")
@addr.jvp("input")
def addr_grad_input(F, grad, beta):
    return _scaled(grad, beta)

@addr.vjp("vec1")
def addr_grad_vec1(F, grad, vec2, alpha):
    return _scaled(F.mv(grad, vec2), alpha)

@addr.vjp("vec2")
def addr_grad_vec2(F, grad, vec1, alpha):
    return _scaled(F.mv(F._mT(grad), vec1), alpha)

@addr.jvp("vec1")
def addr_tangent_vec1(F, tangent, vec2, alpha):
    return _scaled(F.unsqueeze(tangent, 1) * vec2, alpha)

@addr.jvp("vec2")
def addr_tangent_vec2(F, tangent, vec1, alpha):
    return _scaled(F.unsqueeze(vec1, 1) * tangent, alpha)
