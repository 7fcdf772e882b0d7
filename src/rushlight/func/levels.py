"""How deep in function transforms a thread is."""
from __future__ import annotations

import threading


class _Transforming(threading.local):
    depth = 0               # of active vmap, grad and jvp


transforming = _Transforming()
