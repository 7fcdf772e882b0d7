"""What the options of optimizers must satisfy."""
from __future__ import annotations

from rushlight.tensor import Tensor

_SHOWN = {"lr": "learning rate", "eps": "epsilon value"}             # any other option is shown as "NAME value"


def check(*, betas=None, rho=None, etas=None, **options):
    """ValueError, in torch's words, for an option outside its range."""
    if isinstance(options["lr"], Tensor) and options["lr"].numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    for name, value in options.items():
        if not 0.0 <= value:
            raise ValueError(f"Invalid {_SHOWN.get(name, f'{name} value')}: {value}")
    for index, beta in enumerate(betas or ()):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {index}: {beta}")
    if rho is not None and not 0.0 <= rho <= 1.0:
        raise ValueError(f"Invalid rho value: {rho}")
    if etas is not None and not 0.0 < etas[0] < 1.0 < etas[1]:
        raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")


def check_fused(fused, foreach, differentiable):
    """RuntimeError for what torch's fused kernels do not go with."""
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")
