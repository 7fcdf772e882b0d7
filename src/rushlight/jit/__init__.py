"""torch.jit without a compiler: scripting and tracing give back the function or module, which runs as Python."""
from typing import Final                                                                        # noqa: F401

from rushlight.compiler import allow_in_graph as _itself
from rushlight.compiler import is_compiling as _no
from rushlight.unbuilt import refusing

is_scripting = is_tracing = _no
unused = export = interface = script_method = script_if_tracing = _script_if_tracing = _overload = _overload_method = _itself


def script(obj):
    """`obj` itself."""
    return obj


def ignore(drop=False):
    """`drop` itself, where it is the function; else a decorator."""
    return drop if callable(drop) else _itself


def trace(func, example_inputs=None, check_trace=True):
    """`func` itself: what a trace would have recorded is done anew in each call."""
    return func


def annotate(the_type, the_value):
    """`the_value`: what it is was said for a compiler."""
    return the_value


_refused = refusing("torch.jit", "Attribute CompilationUnit Future RecursiveScriptModule ScriptFunction TopLevelTracedModule "
                                 "TracedModule enable_onednn_fusion fork freeze fuser load onednn_fusion_enabled "
                                 "optimize_for_inference optimized_execution save set_fusion_strategy trace_module wait")


def __getattr__(name):
    if name != "ScriptModule":
        return _refused(name)
    from rushlight.nn import Module
    return globals().setdefault(name, type(name, (Module,), {"__module__": __name__, "__doc__": "A module, as any other."}))
