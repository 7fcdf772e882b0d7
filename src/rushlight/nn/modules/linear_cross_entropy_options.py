"""How linear_cross_entropy may cut its work into pieces."""
from __future__ import annotations

from dataclasses import dataclass

from rushlight.dtypes import bfloat16, dtype, float16, float32, float64

ACCUMULATORS = (None, float16, bfloat16, float32, float64)


@dataclass(frozen=True, slots=True)
class LinearCrossEntropyOptions:
    """Options that trade memory for time in torch; here they are checked, and the loss is computed in one piece."""
    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: str = "auto"
    acc_dtype: dtype | None = None

    def __post_init__(self):
        if self.batch_chunk_size is not None and self.batch_chunk_size <= 0:
            raise ValueError(f"batch_chunk_size must be positive int or None, got {self.batch_chunk_size}")
        if self.chunking_method not in (None, "auto"):
            raise ValueError(f"invalid chunking_method: {self.chunking_method!r}")
        if self.acc_policy not in ("accurate", "balanced", "compact", "auto"):
            raise ValueError(f"invalid acc_policy: {self.acc_policy!r}")
        if self.acc_dtype not in ACCUMULATORS:
            raise ValueError("acc_dtype must be one of {None, torch.float16, torch.bfloat16, torch.float32, torch.float64}, got "
                             f"{self.acc_dtype}. Pass acc_dtype=None to let the op pick automatically.")
