"""torch.jit without a compiler: scripting and tracing give back the function or module, which runs as Python."""
from rushlight.compiler import allow_in_graph as _itself
from rushlight.compiler import is_compiling as _no

is_scripting = is_tracing = _no
unused = export = interface = _itself


def script(obj):
    """`obj` itself."""
    return obj


def ignore(drop=False):
    """`drop` itself, where it is the function; else a decorator."""
    return drop if callable(drop) else _itself


def trace(func, example_inputs=None, check_trace=True):
    """`func` itself: what a trace would have recorded is done anew in each call."""
    return func
