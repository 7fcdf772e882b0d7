"""torch._dynamo, for programs that import it: see rushlight.compiler."""
from rushlight._dynamo import config                                                   # noqa: F401
from rushlight.compiler import allow_in_graph, disable, is_compiling, reset             # noqa: F401
