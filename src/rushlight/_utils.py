"""torch._utils, for programs that import it: what they use of it."""


def _element_size(dtype):
    """The bytes that an element of the type takes."""
    return dtype.itemsize
