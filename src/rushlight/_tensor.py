"""torch._tensor: where torch keeps its class of tensors."""
from rushlight.tensor import Tensor                                                             # noqa: F401
