"""torch.autograd: each name is loaded from its module when first used (the tape itself sits below the ops)."""
from importlib import import_module

_NAMES = {
    "anomaly_mode": "detect_anomaly set_detect_anomaly",
    "entry": "backward grad",
    "function": "Function FunctionCtx",
    "grad_mode": "no_grad enable_grad set_grad_enabled inference_mode set_multithreading_enabled is_multithreading_enabled "
                 "is_view_replay_enabled _force_original_view_tracking",
    "graph": "_unsafe_preserve_version_counter",
    "saved_tensor": "SavedTensor",
    "variable": "Variable",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}
_MODULES = ("anomaly_mode", "forward_ad", "function", "grad_mode", "graph", "profiler", "variable")


def __getattr__(name):
    if name in _HOME:
        return getattr(import_module(f"rushlight.autograd.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_module(f"rushlight.autograd.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.autograd", name)


def __dir__():
    return sorted([*_HOME, *_MODULES])
