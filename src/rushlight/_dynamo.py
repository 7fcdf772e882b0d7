"""torch._dynamo, for programs that import it: see rushlight.compiler."""
from rushlight.compiler import allow_in_graph, disable, is_compiling, reset             # noqa: F401
