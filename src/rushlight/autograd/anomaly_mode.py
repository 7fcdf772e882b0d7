"""Anomaly mode: which line of the program recorded the call whose gradient went wrong.

While it is off it costs nothing: switched on, it sends calls through the slow path, which tells `newborn` of each new node, and
backward passes become watched ones.
"""
from __future__ import annotations

import sys
import traceback
import warnings
from pathlib import Path

from rushlight.autograd import engine
from rushlight.autograd.node import newborn
from rushlight.dispatch import levels
from rushlight.dispatch.eager import unwrap

_PACKAGE = str(Path(__file__).parent.parent)


class _State:
    enabled, check_nan = False, True


state = _State()


def is_anomaly_enabled():
    """Whether anomaly mode is on."""
    return state.enabled


def is_anomaly_check_nan_enabled():
    """Whether anomaly mode looks for NaN in gradients."""
    return state.check_nan


def set_anomaly_enabled(enabled, check_nan=True):
    """Switches anomaly mode."""
    for position, (name, value) in enumerate((("enabled", enabled), ("check_nan", check_nan)), 1):
        if not isinstance(value, bool):
            raise TypeError(f"set_anomaly_enabled(): argument '{name}' (position {position}) must be bool, not "
                            f"{type(value).__name__}")
    state.check_nan = check_nan
    if enabled == state.enabled:
        return
    state.enabled = enabled
    if enabled:
        newborn.listeners += (remember_line,)
        engine.watch(WatchedSweep)
        levels.enter_slow_path()
    else:
        newborn.listeners = tuple([tell for tell in newborn.listeners if tell is not remember_line])
        engine.unwatch(WatchedSweep)
        levels.leave_slow_path()


class detect_anomaly:
    """Inside, an error in backward says which line of the forward pass it comes from, and NaN gradients are errors."""

    def __init__(self, check_nan=True):
        self.previous, self.check_nan = None, check_nan
        warnings.warn("Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
                      "debugging.", stacklevel=2)

    def __enter__(self):
        self.previous = state.enabled, state.check_nan
        set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, *_):
        set_anomaly_enabled(*self.previous)


class set_detect_anomaly:
    """Switches anomaly mode at once, and back at the end of a `with` block."""

    def __init__(self, mode, check_nan=True):
        self.previous = state.enabled, state.check_nan
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *_):
        set_anomaly_enabled(*self.previous)


# ---------------------------------------------------------------- where nodes come from

def remember_line(node):
    """Notes in the node's metadata the lines of the program that recorded it, and the node whose backward did."""
    sweep = engine.current.sweep
    if sweep is not None and sweep.node is not None:
        node.metadata["parent_"] = sweep.node
    node.metadata["traceback_"] = traceback.format_list(lines_of_the_program())


def lines_of_the_program():
    """The stack without what rushlight itself has on top of it."""
    stack = traceback.extract_stack()
    while len(stack) > 1 and stack[-1].filename.startswith((_PACKAGE, "<rushlight")):
        stack.pop()
    return stack


# ---------------------------------------------------------------- what went wrong

class WatchedSweep(engine.PlainSweep):
    """A backward pass that reports the call whose backward fails or gives NaN."""
    simple = property(lambda self: False, lambda self, value: None)

    def call(self, node, grad):
        try:
            results = super().call(node, grad)
            if state.check_nan:
                _refuse_nan(node, results)
        except Exception:
            _report(node)
            raise
        return results


def _refuse_nan(node, results):
    for number, result in enumerate(results):
        array = unwrap(result)
        if array is not None and (array != array).any():
            raise RuntimeError(f"Function '{node.name()}' returned nan values in its {number}th output.")


def _report(node):
    _warn(f"Error detected in {node.name()}. ", "Traceback of forward call that caused the error:\n", node)
    parent = node.metadata.get("parent_")
    while parent is not None:
        _warn(f"\n\nPrevious calculation was induced by {parent.name()}. ",
              "Traceback of forward call that induced the previous calculation:\n", parent)
        parent = parent.metadata.get("parent_")


def _warn(start, introduction, node):
    lines = node.metadata.get("traceback_")
    text = start + ("No forward pass information available. Enable detect anomaly during forward pass for more information."
                    if lines is None else introduction + "".join(lines))
    try:
        warnings.warn(text, stacklevel=2)
    except Warning as error:                    # raised, it would hide the error that it speaks of
        print(f"UserWarning: {error}", file=sys.stderr)
