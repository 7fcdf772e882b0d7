"""The dimensions in another order."""
from __future__ import annotations

import warnings

from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Size, Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.op_methods import OpMethods


@op(families.view, linear=True, kernel="transpose")
def transpose(xp, input: Tensor, dim0, dim1) -> Tensor:
    """Returns a view with two dimensions exchanged."""
    return xp.transpose(input, dim0, dim1)

@transpose.vjp("input")
def transpose_grad(F, grad, dim0, dim1):
    return F.transpose(grad, dim0, dim1)


@op(families.composite)
def swapaxes(F, input: Tensor, axis0, axis1) -> Tensor:
    """Returns a view with two dimensions exchanged."""
    return F.transpose(input, axis0, axis1)


@op(families.composite)
def swapdims(F, input: Tensor, dim0, dim1) -> Tensor:
    """Returns a view with two dimensions exchanged."""
    return F.transpose(input, dim0, dim1)


@op(families.view, linear=True, kernel="t")
def t(xp, input: Tensor) -> Tensor:
    """Returns a view of a matrix transposed; a vector as it is."""
    return xp.t(input)

@t.vjp("input")
def t_grad(F, grad):
    return F.t(grad)


@op(families.view, linear=True, kernel="permute")
def permute(xp, input: Tensor, dims: Size) -> Tensor:
    """Returns a view with the dimensions in the order `dims`."""
    return xp.permute(input, dims)

@permute.vjp("input")
def permute_grad(F, grad, dims):
    n = len(dims)
    inverse = sorted(range(n), key=lambda i: dims[i] % n)
    return F.permute(grad, inverse) if n else grad


@op(families.composite)
def movedim(F, input: Tensor, source, destination) -> Tensor:
    """Returns a view with the dimensions `source` moved to the positions `destination`."""
    return F.permute(input, _moved(input._data.ndim, source, destination))


@op(families.composite)
def moveaxis(F, input: Tensor, source, destination) -> Tensor:
    """Returns a view with the dimensions `source` moved to the positions `destination`."""
    return F.permute(input, _moved(input._data.ndim, source, destination))


def _moved(n, source, destination):
    """The order in which dimensions stand after the move."""
    if type(source) is int and type(destination) is int and n:
        order = list(range(n))
        order.insert(wrap_dim(destination, n), order.pop(wrap_dim(source, n)))
        return tuple(order)
    source, destination = [[d] if type(d) is int else list(d) for d in (source, destination)]
    if len(source) != len(destination):
        raise RuntimeError(f"movedim: Invalid source or destination dims: source ({source} dims) should contain the same number "
                           f"of dims as destination ({destination} dims)")
    wrapped = [[wrap_dim(d, n) for d in dims] for dims in (source, destination)]
    for name, dims, given in zip(("source", "destination"), wrapped, (source, destination)):
        if len(set(dims)) != len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({given})")
    places = dict(zip(wrapped[1], wrapped[0]))
    rest = iter([d for d in range(n) if d not in places.values()])
    return tuple([places[i] if i in places else next(rest) for i in range(n)])


# ---------------------------------------------------------------- T, H, mT, mH

_IDENTITY = "{} is deprecated on 0-D tensors. This function is the identity in these cases."


def _T(input):
    """The tensor with its dimensions reversed."""
    n = input._data.ndim
    if not n:
        warnings.warn(_IDENTITY.format("Tensor.T"), stacklevel=2)
    elif n != 2:
        warnings.warn("The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will "
                      "throw an error in a future release. Consider `x.mT` to transpose batches of matrices or "
                      "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.", stacklevel=2)
    return tensors.permute(input, tuple(range(n - 1, -1, -1)))


def _H(input):
    """The conjugate transpose of a matrix."""
    n = input._data.ndim
    if not n:
        warnings.warn("Tensor.H is deprecated on 0-D tensors. Consider using x.conj().", stacklevel=2)
        return tensors.conj(input) if input._data.dtype.kind == "c" else input
    if n != 2:
        raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {n}-D tensor."
                           + (" For batches of matrices, consider using tensor.mH" if n > 2 else ""))
    return tensors.adjoint(input)


def _mT(input):
    """A batch of matrices, each transposed."""
    if not input._data.ndim:
        warnings.warn(_IDENTITY.format("Tensor.mT"), stacklevel=2)
        return input
    _check_matrices(input, "tensor.mT")
    return tensors.transpose(input, -2, -1)


def _mH(input):
    """A batch of matrices, each conjugated and transposed."""
    if not input._data.ndim:
        warnings.warn("Tensor.mH is deprecated on 0-D tensors. Consider using x.conj().", stacklevel=2)
        return tensors.conj(input) if input._data.dtype.kind == "c" else input
    _check_matrices(input, "tensor.mH")
    return tensors.adjoint(input)


def _check_matrices(input, name):
    if input._data.ndim < 2:
        raise RuntimeError(f"{name} is only supported on matrices or batches of matrices. Got {input._data.ndim}-D tensor.")


OpMethods.T, OpMethods.H, OpMethods.mT, OpMethods.mH = map(property, (_T, _H, _mT, _mH))


@by_hand()
def adjoint(input):
    """Returns the conjugate transpose of the last two dimensions."""
    if not input._data.ndim:
        warnings.warn("adjoint() is deprecated on 0-D tensors. Consider using x.conj().", stacklevel=2)
        return tensors.conj(input) if input._data.dtype.kind == "c" else input
    _check_matrices(input, "tensor.adjoint()")
    turned = tensors.transpose(input, -2, -1)
    return tensors.conj(turned) if input._data.dtype.kind == "c" else turned
