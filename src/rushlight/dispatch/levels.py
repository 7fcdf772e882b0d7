"""What is active in a thread, and with it which calls may go fast.

# Note [One check for plain eager]
Written callers test `type(input) in plain`. `plain` holds the classes that may go fast. It is emptied while any thread has
something active that a caller must not overlook (forward mode, inference mode, saved-tensor hooks, a trace), so one test of a
set answers both questions; other threads then take the slow path too, look at their own state, and come to the same result.
"""
from __future__ import annotations

import threading

from rushlight.backends.meta import on_change

plain = set()
slow_path = False           # True while `plain` is emptied
fast_classes = set()
_reasons = 0
_lock = threading.RLock()         # a meta array may die, and leave, while its thread holds it
Tensor = None               # the class itself, which enters from above: see admit


def admit(cls):
    """Lets a class take the fast path. The first one admitted is Tensor itself."""
    global Tensor
    Tensor = Tensor or cls
    fast_classes.add(cls)
    if not slow_path:
        plain.add(cls)


def enter_slow_path():
    """Sends every call of every thread through `slow` until the matching leave_slow_path."""
    global _reasons, slow_path
    with _lock:
        _reasons += 1
        slow_path = True
        plain.clear()


def leave_slow_path():
    global _reasons, slow_path
    with _lock:
        _reasons -= 1
        if not _reasons:
            slow_path = False
            plain.update(fast_classes)


batching = None             # the module that runs ops over batched arrays, once there are any: rushlight.batching.calls


on_change(lambda first: enter_slow_path() if first else leave_slow_path())      # see dispatch/meta.py


class Dual:
    """A level of forward mode: values have a tangent for each level. `outer` is the level that was open before."""
    __slots__ = ("outer",)

    def __init__(self, outer=None):
        self.outer = outer


class at_dual_level:
    """Inside, `dual` is the innermost level of forward mode (None: there is none)."""

    def __init__(self, dual):
        self.dual = dual

    def __enter__(self):
        self.before, active.dual = active.dual, self.dual

    def __exit__(self, *_):
        active.dual = self.before


class _Active(threading.local):
    """What is active in this thread: `level` takes over whole calls (a trace), `dual` is the innermost level of forward mode,
    `batch` the innermost vmap."""
    level = batch = dual = None
    transforms = 0              # how many of torch.func's transforms this call is in


active = _Active()
