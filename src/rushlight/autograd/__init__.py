"""torch.autograd: each name is loaded from its module when first used (the tape itself sits below the ops)."""
from importlib import import_module

_HOME = {
    "backward": "entry", "grad": "entry", "is_tensor_like": "entry",
    "Function": "function", "FunctionCtx": "function",
    "no_grad": "grad_mode", "enable_grad": "grad_mode", "set_grad_enabled": "grad_mode", "inference_mode": "grad_mode",
    "is_grad_enabled": "grad_mode", "is_inference_mode_enabled": "grad_mode",
}
_MODULES = ("forward_ad", "function", "grad_mode", "graph")


def __getattr__(name):
    if name in _HOME:
        return getattr(import_module(f"rushlight.autograd.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_module(f"rushlight.autograd.{name}")
    if name == "Variable":
        from rushlight.tensor import Tensor
        return Tensor
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.autograd", name)


def __dir__():
    return sorted([*_HOME, *_MODULES, "Variable"])
