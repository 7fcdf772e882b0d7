"""Samples: elementwise."""
from __future__ import annotations

from tests.ops.samples import call, samples                             # noqa: F401
