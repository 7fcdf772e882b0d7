"""torch.compiler: rushlight runs programs as they are written, so marks for a compiler return what they mark."""


def is_compiling():
    """False: nothing is being compiled."""
    return False


is_dynamo_compiling = is_exporting = is_compiling


def disable(fn=None, recursive=True, *, reason=None):
    """`fn` itself; a decorator without `fn`."""
    return allow_in_graph if fn is None else fn


def allow_in_graph(fn):
    """`fn` itself."""
    return fn


assume_constant_result = allow_in_graph


def reset():
    """Forgets compiled code: there is none."""


def cudagraph_mark_step_begin():
    """Marks a step for CUDA graphs: there are none."""
