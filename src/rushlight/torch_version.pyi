"""Written by tools/make_stubs.py: do not edit."""

from rushlight.version import TorchVersion as TorchVersion
