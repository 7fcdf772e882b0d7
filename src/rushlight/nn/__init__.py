"""torch.nn: each name is loaded from its module when first used."""
from importlib import import_module

from rushlight.lazy_module import load_lazily
from rushlight.nn.modules import HOME

_PARAMETERS = ("Parameter", "UninitializedParameter", "Buffer", "UninitializedBuffer")
_MODULES = ("attention", "common_types", "functional", "grad", "init", "modules", "parallel", "parameter", "utils")


def __getattr__(name):
    if name in HOME:
        return getattr(import_module(f"rushlight.nn.modules.{HOME[name]}"), name)
    if name in _PARAMETERS:
        return getattr(import_module("rushlight.nn.parameter"), name)
    if name == "DataParallel":
        return import_module("rushlight.nn.parallel").DataParallel
    if name in _MODULES:
        return import_module(f"rushlight.nn.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.nn", name)


def __dir__():
    return sorted([*HOME, *_PARAMETERS, *_MODULES, "DataParallel"])


load_lazily(__name__)
