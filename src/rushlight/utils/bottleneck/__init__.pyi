"""Written by tools/make_stubs.py: do not edit."""

