"""Names of torch that programs import and rushlight has not built: they can be imported, and refuse to be used."""
from __future__ import annotations

from rushlight.errors import missing_attribute, refuse


def refusing(owner, names):
    """A `__getattr__` for the module `owner`: functions that refuse calls; for capitalised names, classes without instances."""
    made = dict.fromkeys(names.split())

    def __getattr__(name):
        if name not in made:
            raise missing_attribute(owner, name)
        made[name] = made[name] or _refusal(owner, name)
        return made[name]
    return __getattr__


def _refusal(owner, name):
    def refusal(*args, **kwargs):
        refuse(f"{owner}.{name}")
    refusal.__name__ = refusal.__qualname__ = name
    refusal.__module__ = owner
    return type(name, (), {"__module__": owner, "__new__": refusal}) if name[0].isupper() else refusal
