"""Written by tools/make_stubs.py: do not edit."""

from rushlight.signal import windows as windows
