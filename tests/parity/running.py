"""Runs a program under the real torch and under rushlight, in this process."""
import contextlib
import io
import sys

from rushlight import alias


def run_both(path):
    """What the program at `path` prints under each, PyTorch's first."""
    assert not alias.is_installed() and "torch" in sys.modules
    theirs = output_of(path)
    alias.install_as_torch(force=True)
    try:
        return theirs, output_of(path)
    finally:
        alias.uninstall_as_torch()


def output_of(path):
    code = compile(path.read_text(), str(path), "exec")
    printed = io.StringIO()
    sys.path.insert(0, str(path.parent))
    try:
        with contextlib.redirect_stdout(printed):
            exec(code, {"__name__": "__main__", "__file__": str(path), "__builtins__": __builtins__})
    finally:
        sys.path.remove(str(path.parent))
    return printed.getvalue()
