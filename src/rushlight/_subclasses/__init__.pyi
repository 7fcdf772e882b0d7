"""Written by tools/make_stubs.py: do not edit."""

from rushlight._subclasses import fake_tensor as fake_tensor
