"""Backward passes within backward passes, deeper than one stack allows."""
from __future__ import annotations

import threading

from rushlight.autograd.engine import current
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.saved import default_hooks
from rushlight.dispatch import levels

_STATE = (mode, current, default_hooks, levels.active)     # what a thread knows, and a call in it relies on


def on_fresh_stack(function):
    """The result of function(), run in a new thread that knows what this one does; what it raises is raised here."""
    known = [dict(vars(state)) for state in _STATE]
    outcome = []

    def run():
        for state, values in zip(_STATE, known):
            vars(state).update(values)
        try:
            outcome.append((function(), None))
        except BaseException as error:
            outcome.append((None, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    result, error = outcome[0]
    if error is not None:
        raise error
    return result
