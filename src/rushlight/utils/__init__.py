"""torch.utils: the table of contents."""
from rushlight.utils import deterministic, dlpack                                               # noqa: F401
