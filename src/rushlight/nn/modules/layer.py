"""The mould of layers that keep a few options and call one function with them."""
from __future__ import annotations

import inspect
from dataclasses import KW_ONLY
from string import Formatter

REQUIRED = inspect.Parameter.empty
VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
NOT_CONSTANT = {"size_average", "reduce", "weight", "pos_weight"}


def layer(shown=None):
    """Gives a class the `__init__` that its annotations describe, as a dataclass has, and the `extra_repr` that fills in `shown`.

    Parameters that the base class takes too are handed on to it, the others become attributes. `inplace` is shown when it is
    true, unless `shown` has a place for it.
    """
    def finished(cls):
        fields = _taken_fields(cls)
        if fields and "__init__" not in cls.__dict__:
            cls.__init__ = _written_init(cls, fields)
        if fields and "__constants__" not in cls.__dict__:
            cls.__constants__ = [name for name in fields if name != "_" and name not in NOT_CONSTANT]
        if shown is not None:
            cls.extra_repr = _written_repr(cls, shown)
        return cls
    return finished


def _taken_fields(cls):
    """What the class body annotates, with the defaults, which do not stay on the class; "_" marks where keywords begin."""
    fields = {}
    for name, kind in inspect.get_annotations(cls).items():
        fields[name] = KW_ONLY if kind == "KW_ONLY" else cls.__dict__.get(name, REQUIRED)
        if name in cls.__dict__:
            delattr(cls, name)
    return fields


def _written_init(cls, fields):
    takes = inspect.signature(super(cls, cls).__init__).parameters
    handed = [name for name in fields if name in takes and takes[name].kind not in VARIADIC]
    lines = [f"def __init__(self, {', '.join(_parameter(name, default) for name, default in fields.items())}):",
             f"    super(cls, self).__init__({', '.join(f'{name}={name}' for name in handed)})"]
    lines += [f"    self.{name} = {name}" for name in fields if name not in handed and name != "_"]
    scope = {"cls": cls, "fields": fields}
    exec("\n".join(lines), scope)
    made = scope["__init__"]
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    return made


def _parameter(name, default):
    return "*" if default is KW_ONLY else name if default is REQUIRED else f"{name}=fields['{name}']"


def _written_repr(cls, shown):
    names = [name for _, name, _, _ in Formatter().parse(shown) if name]

    def extra_repr(self):
        text = shown.format_map({name: getattr(self, name) for name in names})
        if "inplace" in names or not getattr(self, "inplace", False):
            return text
        return f"{text}, inplace=True" if text else "inplace=True"
    extra_repr.__qualname__ = f"{cls.__qualname__}.extra_repr"
    return extra_repr
