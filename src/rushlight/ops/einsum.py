"""Sums of products over named dimensions: einsum, tensordot and their relatives, all made of contractions of two tensors."""
from __future__ import annotations

import functools
from collections import Counter

from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Number, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import exactly

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


# ---------------------------------------------------------------- two tensors

@op(families.general, method=False, function=False, out=False, node="ViewBackward0")
def _contract(xp, input: Tensor, other: Tensor, labels, other_labels, out_labels) -> Tensor:
    """Returns the sum of products over the labels that both inputs have and the output has not.

    A label occurs once per tensor, has one size, and where only one input has it, so has the output.
    """
    return xp.contract(input, other, labels, other_labels, out_labels)

@_contract.vjp("input")
def _contract_grad_input(F, grad, other, labels, other_labels, out_labels):
    return F._contract(grad, other, out_labels, other_labels, labels)

@_contract.vjp("other")
def _contract_grad_other(F, grad, input, labels, other_labels, out_labels):
    return F._contract(input, grad, labels, out_labels, other_labels)

@_contract.jvp("input")
def _contract_tangent_input(F, tangent, other, labels, other_labels, out_labels):
    return F._contract(tangent, other, labels, other_labels, out_labels)

@_contract.jvp("other")
def _contract_tangent_other(F, tangent, input, labels, other_labels, out_labels):
    return F._contract(input, tangent, labels, other_labels, out_labels)


@op(families.composite, method=False, function=False)
def _tensordot(F, input: Tensor, other: Tensor, dims, other_dims) -> Tensor:
    """Returns the sum of products over pairs of dimensions, given as ints counted from the front."""
    return F._contract(input, other, *_labels_of_pairs(len(input.shape), len(other.shape), tuple(dims), tuple(other_dims)))


@functools.lru_cache(256)
def _labels_of_pairs(n, m, dims, other_dims):
    """Labels for two tensors and the result of their tensordot."""
    labels, other_labels = list(range(n)), list(range(n, n + m))
    for d, e in zip(dims, other_dims):
        other_labels[e] = d
    free = [d for d in labels if d not in dims] + [e for e in other_labels if e >= n]
    return tuple(labels), tuple(other_labels), tuple(free)


@by_hand(method=False)
def tensordot(a, b, dims=2, out=None):
    """Returns the sum of products over the last `dims` dimensions of `a` and the first of `b`, or over two lists of them."""
    n, m = a.ndim, b.ndim
    if hasattr(dims, "_data"):
        dims = dims.item() if dims._data.size == 1 else dims.tolist()
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(n, m):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims = list(range(-dims, 0)), list(range(dims))
    first, second = [[d] if isinstance(d, int) else list(d) for d in dims]
    if len(first) != len(second):
        raise RuntimeError("both dimension lists should have same length")
    _require_one_dtype(a, b)
    given = list(zip(first, second))
    first, second = [wrap_dim(d, n) for d in first], [wrap_dim(d, m) for d in second]
    a, b = _without_stretched(a, b, first, second, given)
    result = _tensordot(a, b, first, second)
    return result if out is None else _written(tensordot, result, out)


def _without_stretched(a, b, first, second, given):
    """Sums what the contraction would stretch from size 1; RuntimeError where sizes do not match."""
    for d, e, (said_d, said_e) in zip(first, second, given):
        if a.shape[d] == b.shape[e]:
            continue
        if b.shape[e] == 1:
            a = a.sum(d, True)
        elif a.shape[d] == 1:
            b = b.sum(e, True)
        else:
            raise RuntimeError(f"contracted dimensions need to match, but first has size {a.shape[d]} in dim {said_d} and "
                               f"second has size {b.shape[e]} in dim {said_e}")
    return a, b


def _written(function, result, out):
    from rushlight.dispatch.writing import write_result
    from rushlight.autograd.views import edge_of
    if edge_of(result) is not None:
        raise RuntimeError(f"{function.__name__}(): functions with out=... arguments don't support automatic differentiation, "
                           f"but one of the arguments requires grad.")
    return write_result(None, result, out)


def _require_one_dtype(a, b):
    if a.dtype is not b.dtype:
        raise RuntimeError("both inputs should have same dtype")


@op(families.composite, out=True,
    out_dtype=exactly("tensordot: Expected the output tensor to have dtype {wanted}, but got an output tensor with dtype "
                      "{given}"))
def inner(F, input: Tensor, other: Tensor) -> Tensor:
    """Returns the sums of products over the last dimensions."""
    n, m = len(input.shape), len(other.shape)
    if not n or not m:
        return F.mul(input, other)
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(f"inner() the last dimension must match on both input tensors but got shapes {list(input.shape)} and "
                           f"{list(other.shape)}")
    _require_one_dtype(input, other)
    return F._tensordot(input, other, [n - 1], [m - 1])


@op(families.composite, out=True)
def kron(F, input: Tensor, other: Tensor) -> Tensor:
    """Returns the Kronecker product."""
    n = max(len(input.shape), len(other.shape))
    outer = (1,) * (n - len(input.shape)) + tuple(input.shape)
    inner = (1,) * (n - len(other.shape)) + tuple(other.shape)
    spread = F.reshape(input, [size for o in outer for size in (o, 1)])
    product = F.mul(spread, F.reshape(other, [size for i in inner for size in (1, i)]))
    return F._unsafe_view(product, tuple([o * i for o, i in zip(outer, inner)]))


@op(families.composite, method=False, function=False)
def bilinear(F, input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Returns input1 @ weight[k] @ input2 + bias[k] for each k."""
    for d, (n, m) in enumerate(zip(input1.shape[:-1], input2.shape[:-1])):
        if n != m:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {d}: got {n} and {m}")
    for number, input in enumerate((input1, input2), 1):
        if input.shape[-1] != weight.shape[number]:
            raise RuntimeError(f"bilinear(): input{number} size does not match weight size: got {input.shape[-1]} but expected "
                               f"{weight.shape[number]}")
    batch = tuple(range(3, 2 + len(input1.shape)))
    half = F._contract(input1, weight, (*batch, 1), (0, 1, 2), (*batch, 0, 2))
    out = F._contract(half, input2, (*batch, 0, 2), (*batch, 2), (*batch, 0))
    return out if bias is None else F.add(out, bias)


# ---------------------------------------------------------------- einsum

@by_hand(method=False)
def einsum(*args):
    """Returns the sum of products that an equation such as "bij,bjk->bik" describes.

    Takes (equation, *operands), (equation, operands) or (operand, labels, operand, labels, ..., output labels).
    """
    if len(args) < 2:
        raise ValueError("einsum(): must specify the equation string and at least one operand, or at least one operand and its "
                         "subscripts list")
    if hasattr(args[0], "_data"):
        args = _from_lists(args)
    equation, *operands = args
    if not isinstance(equation, str):
        raise TypeError(f"einsum(): argument 'equation' (position 1) must be str, not {type(equation).__name__}")
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    for position, operand in enumerate(operands, 2):
        if not hasattr(operand, "_data"):
            raise TypeError(f"einsum(): argument 'operands' (position {position}) must be Tensor, not {type(operand).__name__}")
    from rushlight.dispatch.namespace import tensors as F
    plan = parse(equation, tuple([t._data.shape for t in operands]))
    if len(operands) == 2 and plan[2]:
        return F._contract(*operands, *plan[0], plan[1])
    terms = [_Term(_with_diagonals(F, t, labels), tuple(dict.fromkeys(labels))) for t, labels in zip(operands, plan[0])]
    return _evaluate(F, terms, plan[1])


def _from_lists(args):
    """The equation and operands that operands with lists of labels stand for."""
    terms, operands, rest = [], [], list(args)
    while len(rest) > 1:
        operands.append(rest.pop(0))
        terms.append(_letters(rest.pop(0)))
    return (",".join(terms) + ("->" + _letters(rest[0]) if rest else ""), *operands)


def _letters(labels):
    for label in labels:
        if label is not Ellipsis and not 0 <= label < len(_LETTERS):
            raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
    return "".join(["..." if label is Ellipsis else _LETTERS[label] for label in labels])


class _Term:
    """A tensor with a label for each dimension."""
    __slots__ = ("tensor", "labels")

    def __init__(self, tensor, labels):
        self.tensor, self.labels = tensor, labels


def _with_diagonals(F, tensor, labels):
    """The tensor with each repeated label reduced to one dimension, at the place of its first occurrence."""
    labels = list(labels)
    for i, label in enumerate(labels):
        while label in labels[i + 1:]:
            j = labels.index(label, i + 1)
            tensor = F.movedim(F.diagonal(tensor, 0, i, j), -1, i)
            del labels[j]
    return tensor


def _evaluate(F, terms, out_labels):
    """The product of all terms, left to right, summed as early as possible."""
    left = terms[0]
    for position, right in enumerate(terms[1:], 1):
        needed = set(out_labels).union(*[t.labels for t in terms[position + 1:]])
        left = _multiply(F, left, right, needed, out_labels if position == len(terms) - 1 else None)
    left = _summed(F, left, set(left.labels) - set(out_labels))
    if left.labels == tuple(out_labels) and (len(terms) > 1 or left.tensor is not terms[0].tensor):
        return left.tensor
    return F.permute(left.tensor, [left.labels.index(label) for label in out_labels])


def _multiply(F, left, right, needed, out_labels):
    left, right = _squeezed(F, left, right), _squeezed(F, right, left)
    left = _summed(F, left, set(left.labels) - set(right.labels) - needed)
    right = _summed(F, right, set(right.labels) - set(left.labels) - needed)
    shared = [label for label in left.labels if label in right.labels]
    every = dict.fromkeys(left.labels + right.labels)
    labels = tuple([label for label in (every if out_labels is None else out_labels) if label in every and label in needed])
    if all(label in needed for label in shared):
        return _Term(F.mul(_aligned(F, left, labels), _aligned(F, right, labels)), labels)
    return _Term(F._contract(left.tensor, right.tensor, left.labels, right.labels, labels), labels)


def _summed(F, term, labels):
    if not labels:
        return term
    dims = [i for i, label in enumerate(term.labels) if label in labels]
    return _Term(F.sum(term.tensor, dims), tuple([label for label in term.labels if label not in labels]))


def _squeezed(F, term, other):
    """The term without the dimensions of size 1 that would be stretched to another size of `other`."""
    sizes = dict(zip(other.labels, other.tensor.shape))
    stretched = [label for label, n in zip(term.labels, term.tensor.shape) if n == 1 and sizes.get(label, 1) != 1]
    if not stretched:
        return term
    return _Term(F.squeeze(term.tensor, [term.labels.index(label) for label in stretched]),
                 tuple([label for label in term.labels if label not in stretched]))


def _aligned(F, term, labels):
    """The tensor with a dimension for each of `labels`, of size 1 where it has none of that name."""
    order = [term.labels.index(label) for label in labels if label in term.labels]
    tensor = term.tensor if order == sorted(order) else F.permute(term.tensor, order)
    if len(order) < len(labels):
        sizes = dict(zip(term.labels, term.tensor.shape))
        tensor = F.reshape(tensor, [sizes.get(label, 1) for label in labels])
    return tensor


# ---------------------------------------------------------------- the equation

@functools.lru_cache(1024)
def parse(equation, shapes):
    """The labels of each operand and of the output; dimensions under an ellipsis get ints counted from the right."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(shapes):
        raise RuntimeError(f"einsum(): {'fewer' if len(terms) > len(shapes) else 'more'} operands were provided than specified "
                           f"in the equation")
    for i, term in enumerate(terms):
        _check_term(equation, term, f"for operand {i}")
    inputs = [_labels(term, shape, i) for i, (term, shape) in enumerate(zip(terms, shapes))]
    _check_sizes(inputs, shapes)
    dots = max([sum(type(label) is int for label in labels) for labels in inputs])
    hidden = tuple(range(-dots, 0))
    if not arrow:
        counts = Counter("".join(terms).replace(".", ""))
        out = hidden + tuple(sorted(label for label, n in counts.items() if n == 1))
    else:
        out = _output_labels(equation, right, hidden, inputs)
    return inputs, out, len(inputs) == 2 and _is_contraction(inputs, shapes, out)


def _is_contraction(inputs, shapes, out):
    """Whether two operands can go to `_contract` as they are."""
    (first, second), sizes = inputs, [dict(zip(labels, shape)) for labels, shape in zip(inputs, shapes)]
    shared = set(first) & set(second)
    return (all(len(set(labels)) == len(labels) for labels in inputs) and not shared <= set(out)
            and all(label in out for label in set(first) ^ set(second))
            and all(sizes[0][label] == sizes[1][label] for label in shared))


def _check_term(equation, term, where):
    dots = 0
    for char in term:
        if char == ".":
            dots += 1
            if dots > 3:
                raise RuntimeError(f"einsum(): found '.' {where} for which an ellipsis was already found")
        elif not (char.isascii() and char.isalpha()):
            raise RuntimeError(f"einsum(): invalid subscript given at index {equation.find(char)} in the equation string, "
                               f"subscripts must be in [a-zA-Z]")
    if dots and (dots != 3 or "..." not in term):
        raise RuntimeError(f"einsum(): found '.' {where} that is not part of any ellipsis")


def _labels(term, shape, operand):
    before, ellipsis, after = term.partition("...")
    hidden = len(shape) - len(before) - len(after)
    if hidden < 0 or (hidden and not ellipsis):
        raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(before) + len(after)}) "
                           f"{'is more than' if ellipsis else 'does not match'} the number of dimensions ({len(shape)}) for "
                           f"operand {operand}{'' if ellipsis else ' and no ellipsis was given'}")
    return (*before, *range(-hidden, 0), *after)


def _check_sizes(inputs, shapes):
    sizes = {}
    for operand, (labels, shape) in enumerate(zip(inputs, shapes)):
        own = {}
        for label, n in zip(labels, shape):
            if own.setdefault(label, n) != n:
                raise RuntimeError(f"einsum(): subscript {label} is repeated for operand {operand} but the sizes don't match, "
                                   f"{n} != {own[label]}")
        for label, n in own.items():
            seen = sizes.setdefault(label, n)
            if seen == 1:
                sizes[label] = n
            elif n not in (1, seen):
                raise RuntimeError(f"einsum(): subscript {label} has size {n} for operand {operand} which does not broadcast "
                                   f"with previously seen size {seen}")


def _output_labels(equation, right, hidden, inputs):
    _check_term(equation, right, "for the output")
    before, ellipsis, after = right.partition("...")
    labels = (*before, *(hidden if ellipsis else ()), *after)
    known = set().union(*inputs)
    for label in before + after:
        if labels.count(label) > 1:
            raise RuntimeError(f"einsum(): output subscript {label} appears more than once in the output")
        if label not in known:
            raise RuntimeError(f"einsum(): output subscript {label} does not appear in the equation for any input operand")
    return labels
