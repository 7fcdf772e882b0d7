"""Modules whose names are loaded when they are first used, and all at once for who looks through `vars(module)`."""
from __future__ import annotations

import sys
from types import ModuleType

_held = ModuleType.__dict__["__dict__"].__get__


class LazyModule(ModuleType):
    """A module with a `__getattr__`, and a `__dir__` that says what it knows."""

    @property
    def __dict__(self):
        """All names, as programs expect that write `vars(optim)["Adam"]`."""
        held = _held(self)
        for name in held["__dir__"]():
            if name not in held:
                held[name] = getattr(self, name)
        return held


def load_lazily(name):
    """Makes the module of that name a LazyModule: for modules to call when their own `__dir__` is defined."""
    sys.modules[name].__class__ = LazyModule
