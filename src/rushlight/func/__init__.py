"""torch.func: functions of functions. Each is loaded when it is first used."""
from importlib import import_module

_HOME = {name: module for module, names in {
    "func.mapping": ("vmap",),
    "func.chunks": ("chunk_vmap",),
    "func.derivatives": ("grad", "grad_and_value", "vjp"),
    "func.forward": ("jvp", "linearize"),
    "func.jacobians": ("jacrev", "jacfwd", "hessian"),
    "func.modules": ("functional_call", "stack_module_state", "replace_all_batch_norm_modules_"),
    "func.patterns": ("rearrange",),
    "func.views": ("functionalize", "debug_unwrap"),
    "_functorch.make_functional": ("make_functional", "make_functional_with_buffers", "combine_state_for_ensemble"),
}.items() for name in names}
__all__ = ["grad", "grad_and_value", "vmap", "replace_all_batch_norm_modules_", "functionalize", "hessian", "jacfwd", "jacrev",
           "jvp", "linearize", "vjp", "functional_call", "stack_module_state", "debug_unwrap",
           "rearrange"]


def __getattr__(name):
    if name not in _HOME:
        from rushlight.errors import missing_attribute
        raise missing_attribute("torch.func", name)
    found = globals()[name] = getattr(import_module(f"rushlight.{_HOME[name]}"), name)
    return found


def __dir__():
    return sorted(__all__)
