"""torch._dynamo, for programs that import it: see rushlight.compiler."""
from rushlight._dynamo import config, eval_frame, exc                                              # noqa: F401
from rushlight._dynamo.eval_frame import OptimizedModule                                           # noqa: F401
from rushlight.compiler import allow_in_graph, assume_constant_result, disable, is_compiling, reset        # noqa: F401
from rushlight.errors import missing_attribute


def graph_break(msg=""):
    """Ends a compiled part: there is none."""


def mark_dynamic(t, index, *, hint_override=None, min=None, max=None, specialize_on=None):
    """Says of a dimension that its size will change, which a compiler would have to know."""


def maybe_mark_dynamic(t, index):
    """Says of a dimension that its size may change."""


def mark_static(t, index=None):
    """Says of a dimension that its size stays."""


def mark_static_address(t, guard=False):
    """Says of a tensor that its memory stays where it is."""


def __getattr__(name):
    raise missing_attribute("torch._dynamo", name)
