"""torch.signal."""
from rushlight.signal import windows                                                            # noqa: F401
