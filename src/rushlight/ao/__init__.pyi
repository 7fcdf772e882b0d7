"""Written by tools/make_stubs.py: do not edit."""

from rushlight.ao import quantization as quantization
