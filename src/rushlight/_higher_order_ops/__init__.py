"""torch._higher_order_ops: operators that take functions."""
