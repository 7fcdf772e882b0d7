"""torch._utils, for programs that import it: what they use of it."""
from rushlight.pickling import (                                                                # noqa: F401
    _rebuild_parameter, _rebuild_parameter_with_state, _rebuild_tensor, _rebuild_tensor_v2, _rebuild_tensor_v3)


def _element_size(dtype):
    """The bytes that an element of the type takes."""
    return dtype.itemsize
