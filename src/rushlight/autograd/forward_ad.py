"""torch.autograd.forward_ad: dual numbers for forward-mode derivatives."""
from __future__ import annotations

import threading
from collections import namedtuple

from rushlight.autograd.grad_mode import _Switch
from rushlight.autograd.tangents import give_tangent, laid_like, open_levels, stands_alone, tangent_at
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F

UnpackedDualTensor = namedtuple("UnpackedDualTensor", ("primal", "tangent"))


def __getattr__(name):
    """`_current_level`: the number of the innermost level, or -1."""
    if name == "_current_level":
        return len(open_levels()) - 1
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.autograd.forward_ad", name)


def enter_dual_level():
    """Opens the forward-mode level and returns its number. RuntimeError if one is open: torch has one level too."""
    if levels.active.dual:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    levels.active.dual = levels.Dual()
    levels.enter_slow_path()
    return 0


def exit_dual_level(*, level=None):
    """Closes the forward-mode level: tensors lose their tangents."""
    current = len(open_levels()) - 1
    if level not in (None, current):
        raise RuntimeError("Trying to exit a forward AD level that was not the last one that was created. This is not supported.")
    if current < 0:
        raise RuntimeError("Dual level must be a positive number.")
    levels.active.dual = levels.active.dual.outer
    levels.leave_slow_path()


class dual_level(_Switch):
    """Opens the forward-mode level inside a `with` block; also a decorator."""

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *_):
        exit_dual_level()


class _Passed(threading.local):
    """While forward mode is switched off: the level that calls pass by."""
    enabled, dual = True, None


_passed = _Passed()


def _is_fwd_grad_enabled():
    """Whether calls see the open level."""
    return _passed.enabled


def enable_tangents(enabled):
    """Lets calls in this thread see the open level, or pass it by."""
    if enabled != _passed.enabled:
        _passed.enabled = enabled
        _passed.dual, levels.active.dual = levels.active.dual, _passed.dual


class _set_fwd_grad_enabled:
    """With False, forward mode passes by what follows, until the end of a `with` block."""

    def __init__(self, mode):
        self.before = _passed.enabled
        enable_tangents(mode)

    def __enter__(self):
        pass

    def __exit__(self, *_):
        enable_tangents(self.before)


def make_dual(tensor, tangent, *, level=None):
    """A view of `tensor` that carries `tangent`, which has the same shape."""
    if not levels.active.dual:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() "
                           "first.")
    check_pair(tensor, tangent)
    _check_level(level, "_make_dual")
    level, number = levels.active.dual, len(open_levels()) - 1
    if tangent_at(tensor, level) is not None:
        raise RuntimeError(f"Making a dual Tensor based on a Tensor that already has a forward gradient at the same level "
                           f"{number} is not supported.")
    if tangent_at(tangent, level) is not None:
        raise RuntimeError(f"Setting a forward grad that itself has a forward gradient at the same level{number} is not "
                           f"supported.")
    with levels.at_dual_level(level.outer):
        dual = stands_alone(F.view_as(tensor, tensor))
        give_tangent(dual, level, laid_like(dual, tangent))
    return dual


def _check_level(level, function):
    if level not in (None, len(open_levels()) - 1):
        raise RuntimeError(f"Invalid level given to {function}")


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
    """The primal of a tensor, a view of it, and its tangent (None where it has none, or no level is open)."""
    if not isinstance(tensor, levels.Tensor):
        raise TypeError(f"_unpack_dual(): argument 'dual' (position 1) must be Tensor, not {type(tensor).__name__}")
    if not levels.active.dual:
        return UnpackedDualTensor(tensor, None)
    _check_level(level, "_fw_primal")
    level = levels.active.dual
    with levels.at_dual_level(level.outer):
        primal = stands_alone(F.view_as(tensor, tensor))
    return UnpackedDualTensor(primal, tangent_at(tensor, level))
