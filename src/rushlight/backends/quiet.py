"""Runs NumPy without floating-point warnings, in every thread, leaving the program's own NumPy settings alone.

torch computes 1/0 in silence. `np.errstate` costs 2.8 us, seven times an addition; `Context.run` with a context prepared
once costs 0.1. A context can be entered once at a time, hence one per thread, and hence `run` never nests: what it is given
calls NumPy and rules at the array level, never a user's code.
"""
import contextvars
import threading

import numpy as np


def _quiet_context():
    context = contextvars.copy_context()
    context.run(np.seterr, all="ignore")
    return context


class _Quiet(threading.local):
    def __init__(self):
        self.run = _quiet_context().run


quiet = _Quiet()
run_ufunc = _quiet_context().run        # one for all threads, 0.05 us cheaper; RuntimeError if another thread is inside just now
