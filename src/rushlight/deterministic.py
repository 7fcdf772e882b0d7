"""use_deterministic_algorithms and its like.

rushlight has one algorithm for each op, and it gives the same result every time: the switch has no slower algorithms to choose.
What it changes is `empty` and its like, whose memory is filled while it is on (see utils/deterministic.py).
"""
from __future__ import annotations

_DEBUG_MODES = ("default", "warn", "error")


class _Settings:
    enabled, warns_only, fills_memory = False, False, True


settings = _Settings()


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Asks for results that are the same in every run; `warn_only` is kept, as nothing here has to be refused."""
    for place, value in (("'mode' (position 1)", mode), ("'warn_only'", warn_only)):
        if not isinstance(value, bool):
            raise TypeError(f"_set_deterministic_algorithms(): argument {place} must be bool, not {type(value).__name__}")
    settings.enabled, settings.warns_only = mode, warn_only


def are_deterministic_algorithms_enabled():
    """Whether deterministic algorithms were asked for."""
    return settings.enabled


def is_deterministic_algorithms_warn_only_enabled():
    """Whether they were asked for with `warn_only`."""
    return settings.warns_only


def set_deterministic_debug_mode(debug_mode):
    """As use_deterministic_algorithms: "default" (0) for off, "warn" (1), "error" (2)."""
    if not isinstance(debug_mode, (str, int)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str) and debug_mode not in _DEBUG_MODES:
        raise RuntimeError(f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got {debug_mode}")
    level = _DEBUG_MODES.index(debug_mode) if isinstance(debug_mode, str) else debug_mode
    if level not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {level}")
    use_deterministic_algorithms(level > 0, warn_only=level == 1)


def get_deterministic_debug_mode():
    """0, 1 or 2: see set_deterministic_debug_mode."""
    return 0 if not settings.enabled else 1 if settings.warns_only else 2


def fills_memory():
    """Whether new memory must be filled."""
    return settings.enabled and settings.fills_memory
