"""torch.nn: each name is loaded from its module when first used."""
from importlib import import_module

_HOME = {
    "Parameter": "parameter", "UninitializedParameter": "parameter", "Buffer": "parameter", "UninitializedBuffer": "parameter",
}
_MODULES = ("functional", "parameter")


def __getattr__(name):
    if name in _HOME:
        return getattr(import_module(f"rushlight.nn.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_module(f"rushlight.nn.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.nn", name)


def __dir__():
    return sorted([*_HOME, *_MODULES])
