"""torch.fx: functions are not recorded as graphs of nodes (rushlight.graph shows what a tensor was computed from)."""
from importlib import import_module

from rushlight.unbuilt import refusing

_refused = refusing("torch.fx", "Graph GraphModule Interpreter Node Proxy Tracer Transformer has_side_effect map_arg "
                                "replace_pattern symbolic_trace")


def __getattr__(name):
    return import_module(f"rushlight.fx.{name}") if name in ("graph", "graph_module", "node", "proxy") else _refused(name)


def wrap(fn_or_name):
    """`fn_or_name` itself: which functions a recording does not look into makes no difference to calls."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    return fn_or_name
