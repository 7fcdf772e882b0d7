"""torch.autograd: each name is loaded from its module when first used (the tape itself sits below the ops)."""
import sys
from importlib import import_module
from types import ModuleType

_NAMES = {
    "anomaly_mode": "detect_anomaly set_detect_anomaly",
    "entry": "backward grad",
    "function": "Function FunctionCtx",
    "gradcheck": "gradgradcheck",
    "grad_mode": "no_grad enable_grad set_grad_enabled inference_mode set_multithreading_enabled is_multithreading_enabled "
                 "is_view_replay_enabled _force_original_view_tracking",
    "graph": "_unsafe_preserve_version_counter",
    "saved_tensor": "SavedTensor",
    "variable": "Variable",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}
_MODULES = ("anomaly_mode", "forward_ad", "function", "functional", "grad_mode", "graph", "profiler", "variable")


class _Autograd(ModuleType):
    """This module: its `gradcheck` is the function, also when an import has put the module of that name here."""

    @property
    def gradcheck(self):
        return import_module("rushlight.autograd.gradcheck").gradcheck

    @gradcheck.setter
    def gradcheck(self, module):
        pass


sys.modules[__name__].__class__ = _Autograd


def __getattr__(name):
    if name in _HOME:
        return getattr(import_module(f"rushlight.autograd.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_module(f"rushlight.autograd.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.autograd", name)


def __dir__():
    return sorted([*_HOME, *_MODULES, "gradcheck"])
