"""Complex numbers and their parts."""
from __future__ import annotations

from rushlight.dispatch.families import composite, general, unary, view
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import exactly, iterated
from rushlight.dispatch.promotion import INT_TO_FLOAT, KEEP
from rushlight.dtypes import BOOL, dtype_of
from rushlight.errors import refuse
from rushlight.op_methods import OpMethods


def is_complex_value(value):
    """Whether an array or a Tensor is of complex numbers."""
    return getattr(value, "_data", value).dtype.kind == "c"


# ---------------------------------------------------------------- size and angle

@op(unary, promotes=KEEP.refusing('"abs_cpu" not implemented for \'{}\'', BOOL), kernel="abs", holomorphic=False,
    aliases=("absolute",))
def abs(xp, input: Tensor) -> Tensor:
    """Returns the absolute value, or the modulus of a complex number."""

@abs.vjp("input")
def abs_grad(F, grad, input):
    return grad * F.sgn(input)

@abs.jvp("input")
def abs_push(F, tangent, input):
    return F.real(tangent * F.conj(F.sgn(input)))


@op(unary, promotes=KEEP, kernel="sgn", holomorphic=False, out_dtype=iterated)
def sgn(xp, input: Tensor) -> Tensor:
    """Returns the sign, or input / |input| for complex numbers."""

@sgn.vjp("input")
@sgn.jvp("input")
def sgn_grad(F, grad, input):
    if not is_complex_value(input):
        return F.zeros_like(grad)
    size, direction = F.abs(input), F.sgn(input)
    along = F.real(grad * F.conj(direction))
    return F.where(size == 0, 0.0, (grad - direction * along) / size)


@op(unary, promotes=INT_TO_FLOAT, kernel="angle", holomorphic=False, inplace=False)
def angle(xp, input: Tensor) -> Tensor:
    """Returns the angle of a complex number; 0 or pi for a real one."""

@angle.vjp("input")
def angle_grad(F, grad, input):
    if not is_complex_value(input):
        return F.zeros_like(grad)
    size = F.abs(input)
    return F.where(size == 0, 0.0, grad * (input / (size * size)) * 1j)

@angle.jvp("input")
def angle_push(F, tangent, input):
    if not is_complex_value(input):
        return F.zeros_like(tangent)
    size = F.abs(input)
    return F.where(size == 0, 0.0, F.imag(tangent * F.conj(input)) / (size * size))


# ---------------------------------------------------------------- conjugates

@op(unary, promotes=KEEP, kernel="conj", linear=True, holomorphic=False, out_dtype=iterated)
def conj_physical(xp, input: Tensor) -> Tensor:
    """Returns the complex conjugate."""

@conj_physical.vjp("input")
def conj_physical_grad(F, grad):
    return F.conj(grad)


@op(unary, promotes=KEEP, kernel="conj", linear=True, holomorphic=False, method=False, function=False, inplace=False,
    out=False, node="ConjBackward0")
def conjugate(xp, input: Tensor) -> Tensor:
    """Returns the complex conjugate."""

@conjugate.vjp("input")
def conjugate_grad(F, grad):
    return F.conj(grad)


@op(composite, kernel="conj")
def conj(F, input: Tensor) -> Tensor:
    """Returns the complex conjugate: the tensor itself where it is real."""
    return F.conjugate(input) if is_complex_value(input) else input


@by_hand()
def resolve_conj(input):
    """Returns the tensor itself: conjugates are computed at once here."""
    return input


@by_hand()
def resolve_neg(input):
    """Returns the tensor itself: negatives are computed at once here."""
    return input


@by_hand()
def is_conj(input):
    """Returns False: no tensor here waits to be conjugated."""
    return False


@by_hand()
def is_neg(input):
    """Returns False: no tensor here waits to be negated."""
    return False


# ---------------------------------------------------------------- parts

@op(view, linear=True, holomorphic=False)
def view_as_real(xp, input: Tensor) -> Tensor:
    """Returns a view with a last dimension of two: the real and the imaginary parts."""
    if input.dtype.kind != "c":
        raise RuntimeError("view_as_real is only supported for complex tensors")
    return xp.view_as_real(input)

@view_as_real.vjp("input")
def view_as_real_grad(F, grad):
    return F.complex(F.select(grad, -1, 0), F.select(grad, -1, 1))


@op(view, linear=True, holomorphic=False)
def view_as_complex(xp, input: Tensor) -> Tensor:
    """Returns a view of pairs in the last dimension as complex numbers."""
    _check_pairs(input)
    return xp.view_as_complex(input)

@view_as_complex.vjp("input")
def view_as_complex_grad(F, grad):
    return F.stack([F.real(grad), F.imag(grad)], -1)


def _check_pairs(input):
    if input.dtype.char == "e":
        refuse("view_as_complex of torch.float16: there is no complex32")
    if input.dtype.char not in "fd":
        raise RuntimeError(f"view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar "
                           f"type: {dtype_of(input).scalar_name}")
    if not input.ndim:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if input.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    if input.strides[-1] != input.itemsize:
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    if any(s % (2 * input.itemsize) for s, n in zip(input.strides[:-1], input.shape) if n > 1):
        raise RuntimeError("Tensor must have a stride divisible by 2 for all but last dimension")


@op(composite, kernel="real", method=False)
def real(F, input: Tensor) -> Tensor:
    """Returns a view of the real parts; the tensor itself where it is real."""
    return F.select(F.view_as_real(input), -1, 0) if is_complex_value(input) else input


@op(composite, kernel="imag", method=False)
def imag(F, input: Tensor) -> Tensor:
    """Returns a view of the imaginary parts. RuntimeError for a real tensor."""
    if not is_complex_value(input):
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return F.select(F.view_as_real(input), -1, 1)


def _set_part(part):
    def write(input, value):
        part(input).copy_(value)
    return write


OpMethods.real = property(lambda input: real(input), _set_part(real), doc=real.__doc__)
OpMethods.imag = property(lambda input: imag(input), _set_part(imag), doc=imag.__doc__)


# ---------------------------------------------------------------- from parts

def _check_parts(first, second):
    names = dtype_of(first).scalar_name, dtype_of(second).scalar_name
    if not {"Half", "Float", "Double"}.issuperset(names):
        raise RuntimeError(f"Expected both inputs to be Half, Float or Double tensors but got {names[0]} and {names[1]}")
    if names[0] != names[1]:
        raise RuntimeError(f"Expected object of scalar type {names[0]} but got scalar type {names[1]} for second argument")
    if names[0] == "Half":
        refuse("complex32")


@op(general, method=False, holomorphic=False,
    out_dtype=exactly("Expected object of scalar type {wanted} but got scalar type {given} for argument 'out'"))
def complex(xp, real: Tensor, imag: Tensor) -> Tensor:
    """Returns real + imag * 1j."""
    _check_parts(real, imag)
    return xp.make_complex(real, imag)

@complex.vjp("real")
def complex_grad_real(F, grad):
    return F.real(grad)

@complex.vjp("imag")
def complex_grad_imag(F, grad):
    return F.imag(grad)

@complex.jvp("real")
def complex_push_real(F, tangent):
    return F.complex(tangent, F.zeros_like(tangent))

@complex.jvp("imag")
def complex_push_imag(F, tangent):
    return F.complex(F.zeros_like(tangent), tangent)


@op(general, method=False, holomorphic=False,
    out_dtype=exactly("Expected object of scalar type {wanted} but got scalar type {given} for argument 'out'"))
def polar(xp, abs: Tensor, angle: Tensor) -> Tensor:
    """Returns abs * (cos(angle) + sin(angle) * 1j)."""
    _check_parts(abs, angle)
    return xp.polar(abs, angle)

@polar.vjp("abs")
def polar_grad_abs(F, grad, out):
    return F.real(grad * F.conj(F.sgn(out)))

@polar.vjp("angle")
def polar_grad_angle(F, grad, out):
    return F.real(grad * F.conj(out * 1j))

@polar.jvp("abs")
def polar_push_abs(F, tangent, angle):
    return F.complex(tangent * F.cos(angle), tangent * F.sin(angle))

@polar.jvp("angle")
def polar_push_angle(F, tangent, out):
    return tangent * out * 1j
