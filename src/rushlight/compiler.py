"""torch.compile and torch.compiler: rushlight runs programs as they are written, so both return what they are given."""

_MODES = ("default", "lite", "reduce-overhead", "max-autotune-no-cudagraphs", "max-autotune")


def compile(model=None, *, fullgraph=False, dynamic=None, backend=None, mode=None, options=None, name=None, disable=False,
            recompile_limit=None, isolate_recompiles=False, shapes_spec=None):
    """Returns `model` (a function or module) itself; a decorator without one. The options are how to compile, and are checked.

    A `backend` that is a function is refused: torch hands it a graph, of which there is none here.
    """
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if mode is not None and mode not in _MODES:
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(_MODES)}")
    if callable(backend) and not disable:
        from rushlight.errors import refuse
        refuse("torch.compile(backend=a function)")
    if model is None:
        return lambda model: compile(model, mode=mode, options=options)
    if not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    return model


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
