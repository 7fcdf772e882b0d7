"""torch.nn.attention: which kernel computes scaled_dot_product_attention. Here there is one, the plain formula."""
from __future__ import annotations

import contextlib
from enum import IntEnum

from rushlight.errors import missing_attribute, refuse


class SDPBackend(IntEnum):
    """The kernels that PyTorch chooses from."""
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __str__(self):
        return f"SDPBackend.{self.name}"

    def __repr__(self):
        return f"<{self}: {self.value}>"


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Limits attention to some kernels in a `with` block: MATH, which computes it here, must be among them."""
    chosen = [backends] if isinstance(backends, SDPBackend) else list(backends)
    if SDPBackend.MATH not in chosen:
        refuse(f"sdpa_kernel({chosen}): attention is computed by SDPBackend.MATH alone")
    yield {}


def __getattr__(name):
    raise missing_attribute("torch.nn.attention", name)
