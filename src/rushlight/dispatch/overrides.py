"""`__torch_function__`: classes that take over the operations on their instances."""
from __future__ import annotations

import threading

from rushlight.dispatch import levels


class _Overrides(threading.local):
    disabled = False


overrides = _Overrides()


class disable_override:
    """Inside, subclasses are treated as plain tensors."""

    def __enter__(self):
        self.before, overrides.disabled = overrides.disabled, True

    def __exit__(self, *_):
        overrides.disabled = self.before


_ORDINARY = frozenset((int, float, bool, str, type(None), complex))


def find_override(args):
    """The first argument whose class takes over operations, or None."""
    if overrides.disabled:
        return None
    for value in args:
        cls = type(value)
        if cls in levels.fast_classes or cls in _ORDINARY:
            continue
        if cls is list or cls is tuple:
            value = find_override(value)
            if value is not None:
                return value
        elif hasattr(cls, "__torch_function__"):
            return value
    return None


def call_override(function, op, args, out=None):
    """What the classes that take over operations make of a call of `function`; NotImplemented if all of them pass."""
    kwargs = {p.name: a for p, a in zip(op.parameters, args) if p.keyword_only}
    if out is not None:
        kwargs["out"] = out
    positional = tuple([a for p, a in zip(op.parameters, args) if not p.keyword_only])
    return ask_in_turn(_overriding(args), function, positional, kwargs)


def answered(result, op, args):
    """The result of a call. TypeError if it is NotImplemented, as each class that could take it over left it to the others."""
    if result is NotImplemented:
        classes = "\n".join([f"  - tensor subclass {type(value)}" for value in one_of_each_class(_overriding(args))])
        raise TypeError(f"Multiple dispatch failed for 'torch.{op.shown_name}'; all __torch_function__ handlers returned "
                        f"NotImplemented:\n\n{classes}")
    return result


def _overriding(args):
    found = [part for value in args for part in (_overriding(value) if type(value) in (list, tuple) else (value,))]
    return [value for value in found if type(value) not in levels.fast_classes]


def ask_in_turn(values, function, args, kwargs):
    """What the first `__torch_function__` that does not pass makes of a call, or NotImplemented."""
    asked = one_of_each_class(values)
    types = tuple(type(value) for value in asked)
    for value in asked:
        result = type(value).__torch_function__(function, types, args, kwargs)
        if result is not NotImplemented:
            return result
    return NotImplemented


def one_of_each_class(values):
    """The values that take over operations, in order, except that a subclass comes right before the first of its bases."""
    chosen = []
    for value in values:
        cls = type(value)
        if not hasattr(cls, "__torch_function__") or cls in map(type, chosen):
            continue
        place = next((i for i, other in enumerate(chosen) if issubclass(cls, type(other))), len(chosen))
        chosen.insert(place, value)
    return chosen


def default_torch_function(cls, func, types, args=(), kwargs=None):
    """Runs `func` and gives its tensors the subclass that asked; NotImplemented where an unknown class takes part."""
    if not all(issubclass(cls, other) for other in types):
        return NotImplemented
    with disable_override():
        result = func(*args, **(kwargs or {}))
    return _as_subclass(result, cls)


@staticmethod                                               # it is put into classes as their __torch_function__
def disabled_torch_function(func, types, args=(), kwargs=None):
    """Runs `func` as if the arguments were plain tensors; the results are."""
    with disable_override():
        return func(*args, **(kwargs or {}))


def _as_subclass(result, cls):
    if cls in levels.fast_classes:
        return result
    if isinstance(result, levels.Tensor) and not isinstance(result, cls):
        return result.as_subclass(cls)
    if type(result) in (list, tuple):
        return type(result)(_as_subclass(r, cls) for r in result)
    return result
