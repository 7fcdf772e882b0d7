"""torch.autograd.profiler: there is none; marks that programs leave for it cost nothing, and measuring is refused."""
from __future__ import annotations

import functools

from rushlight.errors import refuse
from rushlight.unbuilt import refusing


class record_function:
    """Marks a region, or a decorated function, for a profiler: without one, it only runs."""

    def __init__(self, name, args=None):
        self.name, self.args = name, args

    def __call__(self, function):
        @functools.wraps(function)
        def marked(*args, **kwargs):
            with record_function(self.name, self.args):
                return function(*args, **kwargs)
        return marked

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


class profile:
    """Profiles nothing while `enabled` is False; anything else is refused."""

    def __init__(self, enabled=True, **options):
        if enabled:
            refuse("autograd.profiler.profile (Python's own cProfile shows where the time goes)")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


__getattr__ = refusing("torch.autograd.profiler", "EventList FunctionEvent KinetoStepTracker emit_itt emit_nvtx load_nvprof")
