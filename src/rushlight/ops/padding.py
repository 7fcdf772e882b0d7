"""Tensors with a border."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.dtypes import dtype_of


@op(families.composite, method=False, function=False)
def pad(F, input: Tensor, pad, mode="constant", value=None) -> Tensor:
    """Returns the input with a border of a constant, or of its own elements: "reflect", "replicate" or "circular".

    `pad` holds (before, after) for the last dimension, then for the one before it, and so on; negative numbers cut.
    """
    pad = as_pad(pad, input)
    if mode == "constant":
        return F.constant_pad_nd(input, pad, 0 if value is None else value)
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if input.ndim - len(pad) // 2 not in (1, 2) or len(pad) not in (2, 4, 6):
        raise NotImplementedError(f"Padding size {len(pad)} is not supported for {input.ndim}D input tensor.\nSupported "
                                  "combinations for non-constant padding:\n  - 2D or 3D input: padding size = 2 (pads last "
                                  "dimension)\n  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n  - 4D or 5D "
                                  "input: padding size = 6 (pads last 3 dimensions)")
    check_sources(input, pad, mode)
    return F.pad_by_copying(input, pad, mode)


def as_pad(pad, input):
    if not isinstance(pad, (tuple, list)):
        raise TypeError(f"pad(): argument 'pad' (position 2) must be tuple of ints, not {type(pad).__name__}")
    for i, n in enumerate(pad):
        if isinstance(n, bool) or not hasattr(n, "__index__"):
            raise TypeError(f"pad(): argument 'pad' (position 2) must be tuple of ints, but found element of type "
                            f"{type(n).__name__} at pos {i}")
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.ndim:
        raise RuntimeError(f"Padding length should be less than or equal to two times the input dimension but got padding length "
                           f"{len(pad)} and input of dimension {input.ndim}")
    return tuple([n.__index__() for n in pad])


KERNELS = {"reflect": "reflection_pad", "replicate": "replication_pad"}


def check_sources(input, pad, mode):
    n, shape = len(pad) // 2, list(input.shape)
    if mode in KERNELS and 0 in shape[-n - 1:]:
        raise RuntimeError(f"Expected {n + 1}D or {n + 2}D (batch mode) tensor with possibly 0 batch size and other non-zero "
                           f"dimensions for input, but got: {shape}")
    if mode in KERNELS and dtype_of(getattr(input, "_data", input)).name == "bool":
        raise NotImplementedError(f'"{KERNELS[mode]}{n}d" not implemented for \'Bool\'')
    for i in range(len(pad) // 2):
        axis, before, after = input.ndim - 1 - i, pad[2 * i], pad[2 * i + 1]
        size = input.shape[axis]
        if mode == "reflect" and max(before, after) >= size:
            raise RuntimeError(f"Argument #{4 + 2 * i}: Padding size should be less than the corresponding input dimension, but "
                               f"got: padding ({before}, {after}) at dimension {axis} of input {list(input.shape)}")
        if mode == "circular" and max(before, after) > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if size + before + after < (0 if mode == "circular" else 1):
            raise RuntimeError(f"input (size: {size}) is too small for padding ({before}, {after})")


@op(families.general, method=False)
def constant_pad_nd(xp, input: Tensor, pad, value=0) -> Tensor:
    """Returns the input with a border of `value`."""
    return xp.constant_pad_nd(input, pad, value)

@constant_pad_nd.vjp("input")
def constant_pad_nd_grad(F, grad, pad):
    return F.constant_pad_nd(grad, tuple([-n for n in pad]), 0)

@constant_pad_nd.jvp("input")
def constant_pad_nd_tangent(F, tangent, pad):
    return F.constant_pad_nd(tangent, pad, 0)


@op(families.general, linear=True, method=False, function=False, out=False, node=(
    "(ReflectionPad1DBackward0, ReflectionPad2DBackward0, ReflectionPad3DBackward0)[len(pad) // 2 - 1] if mode == 'reflect' else "
    "(ReplicationPad1DBackward0, ReplicationPad2DBackward0, ReplicationPad3DBackward0)[len(pad) // 2 - 1] if mode == 'replicate' "
    "else CircularPadBackward0"))
def pad_by_copying(xp, input: Tensor, pad, mode) -> Tensor:
    """Returns the input with a border of its own elements."""
    return xp.pad_by_copying(input, pad, mode)

@pad_by_copying.vjp("input")
def pad_by_copying_vjp(F, grad, input_shape, pad, mode):
    return F.pad_by_copying_grad(grad, input_shape, pad, mode)


@op(families.general, linear=True, method=False, function=False, out=False)
def pad_by_copying_grad(xp, grad: Tensor, shape, pad, mode) -> Tensor:
    """Returns what reaches the input of pad_by_copying."""
    return xp.pad_by_copying_grad(grad, shape, pad, mode)

@pad_by_copying_grad.vjp("grad")
def pad_by_copying_grad_grad(F, gradgrad, pad, mode):
    return F.pad_by_copying(gradgrad, pad, mode)
