"""Written by tools/make_stubs.py: do not edit."""

from rushlight._higher_order_ops import associative_scan as associative_scan
