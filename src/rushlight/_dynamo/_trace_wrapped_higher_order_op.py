"""torch._dynamo._trace_wrapped_higher_order_op: the one name that programs import."""
from contextlib import nullcontext as TransformGetItemToIndex       # noqa: F401   numbers of a vmap are indices without it
