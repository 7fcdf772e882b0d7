"""torch._VF: the operations, under the name by which some programs call them past the public modules."""
from rushlight.dispatch.namespace import tensors


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(tensors, name)
