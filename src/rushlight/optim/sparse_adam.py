"""SparseAdam, which is for sparse gradients; there are none here."""
from __future__ import annotations

from rushlight.optim.checks import check
from rushlight.optim.descent import TensorDescent


class SparseAdam(TensorDescent):
    """Refuses every gradient it meets, as torch's refuses dense ones."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        check(lr=lr, eps=eps, betas=betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))

    def update(self, group, param, grad, state):
        raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
