"""torch.autograd.forward_ad: dual numbers for forward-mode derivatives."""
from __future__ import annotations

from collections import namedtuple

from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F

UnpackedDualTensor = namedtuple("UnpackedDualTensor", ("primal", "tangent"))
_open = []          # per open level: the tensors that got tangents on it


def enter_dual_level():
    """Opens the forward-mode level and returns its number. RuntimeError if one is open: torch has one level too."""
    if levels.active.dual:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    levels.active.dual = levels.Dual()
    levels.enter_slow_path()
    return 0


def exit_dual_level(*, level=None):
    """Closes the forward-mode level: tensors lose their tangents."""
    if not levels.active.dual:
        raise RuntimeError("Trying to exit a forward AD level that was not the last one that was created. This is not supported.")
    levels.active.dual = None
    levels.leave_slow_path()


class dual_level:
    """Opens the forward-mode level inside a `with` block."""

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *_):
        exit_dual_level()


class _set_fwd_grad_enabled:
    """With False, forward mode passes by what is inside."""

    def __init__(self, mode):
        self.inside = levels.at_dual_level(levels.active.dual if mode else None)

    def __enter__(self):
        self.inside.__enter__()

    def __exit__(self, *_):
        self.inside.__exit__()


def make_dual(tensor, tangent, *, level=None):
    """A view of `tensor` that carries `tangent` (same shape and dtype)."""
    if not levels.active.dual:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() "
                           "first.")
    check_pair(tensor, tangent)
    if tangent.dtype is not tensor.dtype:
        raise RuntimeError(f"Expected same dtype for tangent and primal, got {tangent.dtype} and {tensor.dtype}")
    dual = F.view_as(tensor, tensor)
    dual._tangent = tangent
    return dual


def check_pair(tensor, tangent):
    """Raises what torch raises where a tensor cannot carry a tangent."""
    if not (tensor.is_floating_point() or tensor.is_complex()):
        raise ValueError(f"Expected primal to be floating point or complex, but got: {tensor.dtype}")
    if not (tangent.is_floating_point() or tangent.is_complex()):
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    if tangent.shape != tensor.shape:
        raise RuntimeError(f"Trying to set a forward gradient that has a different size than that of the original Tensor, this "
                           f"is not supported. Tensor is of size {list(tensor.shape)} while the given forward gradient is of "
                           f"size {list(tangent.shape)}.")


def unpack_dual(tensor, *, level=None):
    """The primal of a tensor and its tangent (None where it has none, or no level is open)."""
    if not levels.active.dual:
        return UnpackedDualTensor(tensor, None)
    from rushlight.autograd.forward import primal
    return UnpackedDualTensor(primal(tensor), tensor._tangent)
