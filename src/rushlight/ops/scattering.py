"""Operations that write at positions: into a copy, or, as `op_`, into the tensor itself."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.autograd.delayed import DelayedError
from rushlight.dispatch import families, levels
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import op


@op(families.general, linear=True, method=False, function=False, out=False)
def value_backward(xp, input: Tensor, dim, indices: Tensor, shape, keepdim=True) -> Tensor:
    """Returns zeros of `shape` with `input` where `indices` found values along `dim`: the gradient of max, sort, topk."""
    return xp.put_along(xp.new_zeros(input, shape), dim, indices, input, keepdim)

@value_backward.vjp("input")
def value_backward_grad(F, grad, input_shape, dim, indices, keepdim):
    index = indices if keepdim or not grad.ndim else F.unsqueeze(indices, dim)
    return F.reshape(F.gather(grad, dim, index), input_shape)

# ---------------------------------------------------------------- one position per element, along a dimension


@op(families.scattering, node="ScatterBackward1 if type(src) in ANY_NUMBER else ScatterBackward0")
def scatter(xp, input: Tensor, dim, index: Tensor, src: Tensor | Number = None, *, value=None, reduce=None) -> Tensor:
    """Returns `input` with `src` (or the number `value`) written at `index` along `dim`."""
    if reduce not in (None, "add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    if (src is None) == (value is None):
        raise TypeError("scatter() takes either src or value")
    xp.scatter(input, dim, index, value if src is None else src, reduce={"add": "sum", "multiply": "prod"}.get(reduce))

def _refuse_reduce(reduce):
    if reduce is not None:
        raise RuntimeError("derivative for aten::scatter is not implemented")

@scatter.vjp("input")
def scatter_grad_input(F, grad, dim, index, reduce):
    _refuse_reduce(reduce)
    return F.scatter(grad, dim, index, 0)

@scatter.vjp("src")
def scatter_grad_src(F, grad, src_shape, dim, index, reduce):
    _refuse_reduce(reduce)
    return spread(F, F.gather(grad, dim, index), index, src_shape)

@scatter.jvp("input")
def scatter_tangent_input(F, grad, dim, index, reduce):
    return scatter_grad_input(F, grad, dim, index, reduce)

@scatter.jvp("src")
def scatter_tangent_src(F, grad, input_shape, dim, index, reduce):
    _refuse_reduce(reduce)
    return F.scatter(F.new_zeros(grad, input_shape), dim, index, grad)


def spread(F, grad, index, src_shape):
    """`grad` in the shape of a source that may be larger than the index: the rest of it was not used."""
    if tuple(grad.shape) == tuple(src_shape):
        return grad
    steps = tuple([(SliceStep, (d, 0, n, 1)) for d, n in enumerate(index.shape)])
    return F.view_backward(grad, steps, tuple(src_shape))


class SliceStep:
    """The step of a view that is a slice."""
    name = "slice"


@op(families.scattering)
def scatter_add(xp, input: Tensor, dim, index: Tensor, src: Tensor) -> Tensor:
    """Returns `input` with `src` added at `index` along `dim`; positions may repeat."""
    xp.scatter(input, dim, index, src, "scatter", "sum")

@scatter_add.vjp("input")
@scatter_add.jvp("input")
def scatter_add_grad_input(F, grad):
    return grad

@scatter_add.vjp("src")
def scatter_add_grad_src(F, grad, src_shape, dim, index):
    return spread(F, F.gather(grad, dim, index), index, src_shape)

@scatter_add.jvp("src")
def scatter_add_tangent_src(F, grad, input_shape, dim, index):
    return F.scatter_add(F.new_zeros(grad, input_shape), dim, index, grad)


REDUCTIONS = ("sum", "prod", "mean", "amax", "amin")


@op(families.scattering)
def scatter_reduce(xp, input: Tensor, dim, index: Tensor, src: Tensor, reduce, *, include_self=True) -> Tensor:
    """Returns `input` with the elements of `src` folded in at `index` along `dim`: sum, prod, mean, amax or amin."""
    if reduce not in REDUCTIONS:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    xp.scatter(input, dim, index, src, "scatter", reduce, include_self)

@scatter_reduce.vjp("input")
def scatter_reduce_grad_input(F, grad, out, input, src, dim, index, reduce, include_self):
    along = _Along(F, dim, index, tuple(src.shape))
    return reduced_grads(F, grad, along, reduce, include_self, out, input, along.used(src))[0]

@scatter_reduce.vjp("src")
def scatter_reduce_grad_src(F, grad, out, input, src, dim, index, reduce, include_self):
    along = _Along(F, dim, index, tuple(src.shape))
    return along.whole(reduced_grads(F, grad, along, reduce, include_self, out, input, along.used(src))[1])


class _Along:
    """Reads and writes at `index` along `dim`, where every element has its own position."""
    called = "scatter_reduce", "src"

    def __init__(self, F, dim, index, src_shape):
        self.F, self.dim, self.index, self.src_shape = F, dim, index, src_shape

    def read(self, value):
        return self.F.gather(value, self.dim, self.index)

    def add(self, zeros, values):
        return self.F.scatter_add(zeros, self.dim, self.index, values)

    def product(self, value, factors, include_self):
        return self.F.scatter_reduce(value, self.dim, self.index, factors, "prod", include_self=include_self)

    def clear(self, value):
        return self.F.scatter(value, self.dim, self.index, 0)

    def used(self, src):
        for d, n in enumerate(self.index.shape if src.ndim else ()):
            src = self.F.slice(src, d, 0, n, 1)
        return src

    def whole(self, grad):
        return spread(self.F, grad, self.index, self.src_shape)


class _Slices:
    """Reads and writes whole slices at `index` along `dim`."""
    called = "index_reduce", "source"

    def __init__(self, F, dim, index):
        self.F, self.dim, self.index = F, dim, index

    def read(self, value):
        return self.F.index_select(value, self.dim, self.index)

    def add(self, zeros, values):
        return self.F.index_add(zeros, self.dim, self.index, values)

    def product(self, value, factors, include_self):
        return self.F.index_reduce(value, self.dim, self.index, factors, "prod", include_self=include_self)

    def clear(self, value):
        return self.F.index_fill(value, self.dim, self.index, 0)


def reduced_grads(F, grad, at, reduce, include_self, out, input, src):
    """What a reduction at positions sends to the tensor it starts from, and to what was folded in."""
    rule = {"sum": _sum_grads, "mean": _mean_grads, "prod": _prod_grads}.get(reduce, _extreme_grads)
    to_input, to_src = rule(F, grad, at, include_self, out, input, src)
    return to_input if include_self else at.clear(to_input), to_src


def _sum_grads(F, grad, at, include_self, out, input, src):
    return grad, at.read(grad)


def _mean_grads(F, grad, at, include_self, out, input, src):
    count = F.ones_like(grad) if include_self else F.zeros_like(grad)
    count = at.add(count, F.ones_like(src))
    share = grad / F.where(count == 0, F.ones_like(count), count)
    return share, at.read(share)


def _extreme_grads(F, grad, at, include_self, out, input, src):
    """Ties share the gradient."""
    own, theirs = F.where(input == out, 1., 0.), F.where(src == at.read(out), 1., 0.)
    winners = at.add(own if include_self else F.zeros_like(own), theirs)
    share = grad / F.where(winners == 0, F.ones_like(winners), winners)
    return own * share, theirs * at.read(share)


def _prod_grads(F, grad, at, include_self, out, input, src):
    """The product of the others: a quotient, but for a zero, which needs the product of what is not zero."""
    is_zero, src_is_zero = input == 0, src == 0
    safe, src_safe = F.where(is_zero, F.ones_like(input), input), F.where(src_is_zero, F.ones_like(src), src)
    own = F.where(is_zero, 1., 0.)
    zeros = at.add(own if include_self else at.clear(own), F.where(src_is_zero, 1., 0.))
    whole, alone = grad * out, F.where(zeros == 1, grad * at.product(safe, src_safe, include_self), F.zeros_like(grad))
    to_src = F.where(src_is_zero, at.read(alone), at.read(whole) / src_safe)
    return F.where(is_zero, alone, whole / safe), _differentiable_once(F, to_src, at, at.add(F.zeros_like(own), F.where(
        src_is_zero, 1., 0.)))


def _differentiable_once(F, to_src, at, zeros):
    """The gradient, which refuses to be differentiated where several zeros meet: each alone sees that its gradient is zero, but
    not that it depends on the others.
    """
    if F is not tensors or levels.active.batch is not None or not (zeros > 1).any().item():
        return to_src
    name, source = at.called
    return DelayedError(f"{name}(): Double backward is unsupported for {source} when >1 zeros in {source} are scattered to the "
                        f"same position in self", 1)(to_src)

# ---------------------------------------------------------------- a vector of positions, along a dimension


@op(families.scattering)
def index_add(xp, input: Tensor, dim, index: Tensor, source: Tensor, *, alpha=1) -> Tensor:
    """Returns `input` with `alpha` times the slices of `source` added at `index` along `dim`."""
    dim = _check_slices(xp, "index_add_", input, dim, index, source, "{name}(): self ({own}) and source ({other}) must have the "
                                                                     "same scalar type")
    xp.check_bounds(index, input.shape[dim] if input.ndim else 1, dim, *_bounds_error(input))
    xp.index_write(input, dim, index, source if alpha == 1 else xp.mul(source, xp.value_for(source, alpha)), "sum")

@index_add.vjp("input")
@index_add.jvp("input")
def index_add_grad_input(F, grad):
    return grad

@index_add.vjp("source")
def index_add_grad_source(F, grad, source_shape, dim, index, alpha):
    picked = F.reshape(F.index_select(grad, dim, index), source_shape)
    return picked if alpha == 1 else picked * alpha

@index_add.jvp("source")
def index_add_tangent_source(F, grad, input_shape, dim, index, alpha):
    return F.index_add(F.new_zeros(grad, input_shape), dim, index, grad, alpha=alpha)


def _bounds_error(input):
    """torch has an error of its own for positions outside a vector."""
    return () if input.ndim > 1 else (IndexError, "index out of range in self")


def _check_slices(xp, name, input, dim, index, source, text):
    dim = wrap_dim(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError(f"{name}(): Index should have dimension 1 or 0 (got {index.ndim})")
    xp.check_index_type(name, index, "{name}(): Expected dtype int32/int64 for index but got: {scalar}")
    xp.check_same_type(name, input, source, text)
    xp.check_overlap(input, source)
    if source.ndim and index.size != source.shape[dim if dim < source.ndim else 0]:
        raise RuntimeError(f"{name}(): Number of indices ({index.size}) should be equal to source.size(dim): "
                           f"({source.shape[dim]}), for dim: {dim}")
    own, other = list(input.shape), list(source.shape)
    if own[:dim] + own[dim + 1:] != other[:dim] + other[dim + 1:] or (own and not other):
        raise RuntimeError(f"source tensor shape must match self tensor shape, excluding the specified dimension. Got "
                           f"self.shape = {own} source.shape = {other}")
    return dim


@op(families.scattering)
def index_copy(xp, input: Tensor, dim, index: Tensor, source: Tensor) -> Tensor:
    """Returns `input` with the slices of `source` at the positions `index` along `dim`."""
    dim = _check_copy(xp, input, dim, index, source)
    xp.check_bounds(index, input.shape[dim] if input.ndim else 1, dim, IndexError,
                    "index_copy_(): index {i} is out of bounds for dimension {dim} with size {size}")
    xp.index_write(input, dim, index, source)

@index_copy.vjp("input")
@index_copy.jvp("input")
def index_copy_grad_input(F, grad, dim, index):
    return F.index_fill(grad, dim, index, 0)

@index_copy.vjp("source")
def index_copy_grad_source(F, grad, source_shape, dim, index):
    return F.reshape(F.index_select(grad, dim, index), source_shape)

@index_copy.jvp("source")
def index_copy_tangent_source(F, grad, input_shape, dim, index):
    return F.index_copy(F.new_zeros(grad, input_shape), dim, index, grad)


def _check_copy(xp, input, dim, index, source):
    dim = wrap_dim(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    xp.check_same_type("index_copy_", input, source, "{name}(): self and source expected to have the same dtype, but got (self) "
                                                     "{own} and (source) {other}")
    if index.dtype != xp.int64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {index.dtype}")
    xp.check_overlap(input, source)
    if not source.ndim and index.size != 1:
        raise IndexError(f"index_copy_(): When source is scalar, index should have one element (got {index.size})")
    if source.ndim and input.ndim and source.ndim != input.ndim:
        raise IndexError(f"index_copy_(): When source and destination are not scalars, their dimensionality must match. Source "
                         f"dimensionality ({source.ndim}), destination dimensionality ({input.ndim})")
    own, other = list(input.shape), list(source.shape)
    if own[:dim] + own[dim + 1:] != other[:dim] + other[dim + 1:]:
        raise RuntimeError(f"index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: "
                           f"{own[:dim] + own[dim + 1:]} at dimension {dim} and source slice shape: "
                           f"{other[:dim] + other[dim + 1:]} at dimension 0.")
    if source.ndim and index.size != source.shape[dim]:
        raise IndexError(f"index_copy_(): Number of indices ({index.size}) should be equal to source.size(dim) "
                         f"({source.shape[dim]})")
    return dim


@op(families.filling, into_expanded=True,
    node="IndexFillBackward0 if type(value) in ANY_NUMBER else IndexFillBackward1")
def index_fill(xp, input: Tensor, dim, index: Tensor, value: Tensor | Number) -> Tensor:
    """Returns `input` with `value` in the slices at the positions `index` along `dim`."""
    _check_scalar("index_fill_", value)
    dim = wrap_dim(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError("index_fill_(): Index is supposed to be a vector")
    if index.dtype != xp.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    xp.check_overlap(input, index)
    size = input.shape[dim] if input.ndim else 1
    at = index + size * (index < 0)
    xp.check_bounds(at, size, dim, IndexError)
    if dtypes.dtype_of(input).category < dtypes.COMPLEX and _is_complex(value):
        raise RuntimeError("index_fill_(): Converting complex Scalar to non-complex type is not supported")
    if index.size:
        input[xp.subscript(dim, at) if input.ndim else ...] = xp.number_like(input, value)

def _is_complex(value):
    return value.dtype.kind == "c" if hasattr(value, "dtype") else isinstance(value, complex)

def _check_scalar(name, value):
    if getattr(value, "ndim", 0):
        raise RuntimeError(f"{name} only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s).")

@index_fill.vjp("input")
@index_fill.jvp("input")
def index_fill_grad_input(F, grad, dim, index):
    return F.index_fill(grad, dim, index, 0)

@index_fill.vjp("value")
def index_fill_grad_value(F, grad, dim, index):
    return F.sum(grad - F.index_fill(grad, dim, index, 0))          # each place once, however often `index` names it

@index_fill.jvp("value")
def index_fill_tangent_value(F, grad, input_shape, dim, index):
    return F.index_fill(F.new_zeros(grad, input_shape), dim, index, grad)


@op(families.scattering)
def index_reduce(xp, input: Tensor, dim, index: Tensor, source: Tensor, reduce, *, include_self=True) -> Tensor:
    """Returns `input` with the slices of `source` folded in at `index` along `dim`: prod, mean, amax or amin."""
    if reduce not in REDUCTIONS[1:]:
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    dim = _check_slices(xp, "index_reduce_", input, dim, index, source, "{name}(): self ({own}) and source ({other}) must have "
                                                                        "the same scalar type")
    xp.check_bounds(index, input.shape[dim] if input.ndim else 1, dim, *_bounds_error(input))
    xp.index_write(input, dim, index, source, reduce, include_self)

@index_reduce.vjp("input")
def index_reduce_grad_input(F, grad, out, input, source, dim, index, reduce, include_self):
    return reduced_grads(F, grad, _Slices(F, dim, index), reduce, include_self, out, input, source)[0]

@index_reduce.vjp("source")
def index_reduce_grad_source(F, grad, out, input, source, dim, index, reduce, include_self):
    return reduced_grads(F, grad, _Slices(F, dim, index), reduce, include_self, out, input, source)[1]

# ---------------------------------------------------------------- positions of the flattened tensor


@op(families.filling)
def put(xp, input: Tensor, index: Tensor, source: Tensor, accumulate=False) -> Tensor:
    """Returns `input` with `source` written (or added) at the positions `index` of the flattened tensor."""
    xp.put(input, index, source, accumulate)

@put.vjp("input")
@put.jvp("input")
def put_grad_input(F, grad, index, accumulate):
    return grad if accumulate else F.put(grad, index, F.new_zeros(grad, tuple(index.shape)))

@put.vjp("source")
def put_grad_source(F, grad, source_shape, index):
    return F.reshape(F.take(grad, index), source_shape)

@put.jvp("source")
def put_tangent_source(F, grad, input_shape, index, accumulate):
    return F.put(F.new_zeros(grad, input_shape), index, grad, accumulate)
