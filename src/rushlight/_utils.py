"""torch._utils, for programs that import it: what they use of it."""
import sys
import traceback

from rushlight.pickling import (                                                                # noqa: F401
    _rebuild_parameter, _rebuild_parameter_with_state, _rebuild_tensor, _rebuild_tensor_v2, _rebuild_tensor_v3)


def _element_size(dtype):
    """The bytes that an element of the type takes."""
    return dtype.itemsize


class KeyErrorMessage(str):
    """A message that a KeyError shows as it is, with its lines."""

    def __repr__(self):
        return self


class ExceptionWrapper:
    """An exception with its traceback as text, to be raised again in another thread or process."""

    def __init__(self, exc_info=None, where="in background"):
        exc_info = exc_info or sys.exc_info()
        self.exc_type, self.where = exc_info[0], where
        self.exc_msg = "".join(traceback.format_exception(*exc_info))

    def reraise(self):
        """Raises an exception of the same type; a RuntimeError if the type cannot be made from a message."""
        text = f"Caught {self.exc_type.__name__} {self.where}.\nOriginal {self.exc_msg}"
        if self.exc_type is KeyError:
            text = KeyErrorMessage(text)
        elif getattr(self.exc_type, "message", None):
            raise self.exc_type(message=text)
        try:
            exception = self.exc_type(text)
        except Exception:
            raise RuntimeError(text) from None
        raise exception
