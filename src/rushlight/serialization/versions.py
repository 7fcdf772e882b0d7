"""Small things that programs take from torch.serialization."""
from __future__ import annotations

import re
import shutil
import tempfile
import warnings
from contextlib import contextmanager


class SourceChangeWarning(Warning):
    """A class is not what it was when the file was written."""


@contextmanager
def mkdtemp():
    """A folder that is removed at the end."""
    path = tempfile.mkdtemp()
    try:
        yield path
    finally:
        shutil.rmtree(path)


def check_module_version_greater_or_equal(module, req_version_tuple, error_if_malformed=True):
    """Whether a module's version is at least that. One that makes no sense raises RuntimeError, or passes with a warning."""
    try:
        numbers = [int(part) for part in re.match(r"[\d.]*", module.__version__)[0].rstrip(".").split(".")]
        return tuple(numbers[:len(req_version_tuple)]) >= tuple(req_version_tuple)
    except (ValueError, TypeError, AttributeError) as error:
        text = (f"'{module.__name__}' module version string is malformed '{getattr(module, '__version__', None)}' and cannot be "
                f"compared with tuple {req_version_tuple}")
        if error_if_malformed:
            raise RuntimeError(text) from error
        warnings.warn(text + ", but continuing assuming that requirement is met", stacklevel=2)
        return True
