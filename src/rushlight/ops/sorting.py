"""Order: sort, topk, distinct values."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op


@op(families.many_outputs, returns=("values", "indices"), differentiable=1,
    node="SortBackward0 if stable is None else SortBackward1")
def sort(xp, input: Tensor, dim=-1, descending=False, *, stable=None) -> tuple:
    """Returns the elements in order along `dim`, and their positions; NaN counts as the largest."""
    _refuse_complex("Sort", input)
    return xp.sort(input, dim, descending, bool(stable))

@sort.vjp("input")
def sort_grad(F, grad, indices, input_shape, dim):
    return F.value_backward(grad, dim, indices, input_shape, True)

@sort.jvp("input")
def sort_tangent(F, grad, indices, dim):
    return F.gather(grad, dim, indices), None


def _refuse_complex(name, input):
    if input.dtype.kind == "c":
        raise RuntimeError(f" {name} does not support complex dtypes on CPU")


@op(families.general)
def argsort(xp, input: Tensor, dim=-1, descending=False, *, stable=False) -> Tensor:
    """Returns the positions of the elements in order along `dim`."""
    _refuse_complex("Sort", input)
    wrap_dim(dim, input.ndim)
    return xp.sort(input, dim, descending, bool(stable))[1]


@by_hand()
def msort(input, *, out=None):
    """Returns the elements in order along the first dimension."""
    if out is None:
        return sort(input, 0)[0]
    return sort(input, 0, out=(out, tensors.new_zeros(out, (0,), dtype=dtypes.int64)))[0]


@op(families.many_outputs, returns=("values", "indices"), differentiable=1)
def topk(xp, input: Tensor, k, dim=-1, largest=True, sorted=True) -> tuple:
    """Returns the `k` largest (or smallest) elements along `dim`, in order, and their positions."""
    _refuse_complex("topk", input)
    if input.dtype.kind == "b":
        raise RuntimeError("topk does not support bool dtypes on CPU")
    k, dim = _as_count(k), wrap_dim(dim, input.ndim)
    if not 0 <= k <= (input.shape[dim] if input.ndim else 1):
        raise RuntimeError("selected index k out of range")
    return xp.topk(input, k, dim, largest)

def _as_count(k):
    if isinstance(k, bool) or not hasattr(k, "__index__"):
        raise TypeError(f"topk(): argument 'k' (position 2) must be int, not {type(k).__name__}")
    return k.__index__()

@topk.vjp("input")
def topk_grad(F, grad, indices, input_shape, dim):
    return F.value_backward(grad, dim, indices, input_shape, True)

@topk.jvp("input")
def topk_tangent(F, grad, indices, dim):
    return F.gather(grad, dim, indices), None

# ---------------------------------------------------------------- distinct values


def _no_derivative(name):
    def refuse(F, grad):
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")
    return refuse


@op(families.many_outputs, returns=("values", "inverse", "counts"), differentiable=1, method=False, function=False, out=False,
    node="Unique2Backward0")
def distinct(xp, input: Tensor) -> tuple:
    """Returns the distinct elements in order, which of them each element is, and how often each occurs."""
    return xp.unique(input)

distinct.vjp("input")(_no_derivative("_unique2"))


@op(families.many_outputs, returns=("values", "inverse", "counts"), differentiable=1, method=False, function=False, out=False,
    node="UniqueConsecutiveBackward0")
def distinct_runs(xp, input: Tensor) -> tuple:
    """As `distinct`, of runs of equal elements."""
    return xp.unique_consecutive(input)

distinct_runs.vjp("input")(_no_derivative("unique_consecutive"))


@op(families.many_outputs, returns=("values", "inverse", "counts"), differentiable=1, method=False, function=False, out=False,
    node="UniqueConsecutiveBackward0 if consecutive else UniqueDimBackward0")
def distinct_slices(xp, input: Tensor, dim, consecutive) -> tuple:
    """As `distinct`, of whole slices along `dim`."""
    if 0 in [n for d, n in enumerate(input.shape) if d != wrap_dim(dim, input.ndim)]:
        raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    return xp.unique_slices(input, dim, consecutive)

distinct_slices.vjp("input")(_no_derivative("unique_dim"))


@by_hand()
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """Returns the distinct elements (slices along `dim`) in order; then which one each is, and how often each occurs."""
    _refuse_unordered(input)
    found = distinct(input) if dim is None else distinct_slices(input, dim, False)
    return _chosen(found, return_inverse, return_counts)


@by_hand()
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """As `unique`, of runs of equal elements."""
    found = distinct_runs(input) if dim is None else distinct_slices(input, dim, True)
    return _chosen(found, return_inverse, return_counts)


def _refuse_unordered(input):
    if not hasattr(input, "_data"):
        raise TypeError(f"unique(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if input.dtype.category == dtypes.COMPLEX:
        raise NotImplementedError(f"\"unique\" not implemented for '{input.dtype.scalar_name}'")


def _chosen(found, inverse, counts):
    values, which, many = found
    chosen = (values, *([which] if inverse else []), *([many] if counts else []))
    return chosen if len(chosen) > 1 else values
