"""torch.fx: functions are not recorded as graphs of nodes (rushlight.graph shows what a tensor was computed from)."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.fx", "Graph GraphModule Interpreter Node Proxy Tracer Transformer has_side_effect map_arg "
                                   "replace_pattern symbolic_trace")


def wrap(fn_or_name):
    """`fn_or_name` itself: which functions a recording does not look into makes no difference to calls."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    return fn_or_name
