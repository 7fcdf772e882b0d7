"""torch.utils: the table of contents."""
from importlib import import_module

from rushlight.utils import deterministic, dlpack                                               # noqa: F401

_MODULES = ("_pytree", "benchmark", "checkpoint", "collect_env", "cpp_extension", "data", "hooks", "model_zoo",
            "tensorboard")   # loaded when first used


def __getattr__(name):
    if name == "swap_tensors":
        from rushlight.utils.swapping import swap_tensors
        return swap_tensors
    if name in _MODULES:
        return import_module(f"rushlight.utils.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.utils", name)
