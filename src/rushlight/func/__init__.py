"""torch.func: functions of functions. Each is loaded when it is first used."""
from importlib import import_module

_HOME = {
    "vmap": "mapping", "chunk_vmap": "chunks", "grad": "derivatives", "grad_and_value": "derivatives", "vjp": "derivatives",
    "jvp": "forward", "linearize": "forward", "jacrev": "jacobians", "jacfwd": "jacobians", "hessian": "jacobians",
    "functional_call": "modules", "stack_module_state": "modules", "replace_all_batch_norm_modules_": "modules",
    "functionalize": "views", "debug_unwrap": "views", "rearrange": "rearranging",
}
__all__ = ["grad", "grad_and_value", "vmap", "replace_all_batch_norm_modules_", "functionalize", "hessian", "jacfwd", "jacrev", "jvp",
           "linearize", "rearrange", "vjp", "functional_call", "stack_module_state", "debug_unwrap"]


def __getattr__(name):
    if name not in _HOME:
        from rushlight.errors import missing_attribute
        raise missing_attribute("torch.func", name)
    found = globals()[name] = getattr(import_module(f"rushlight.func.{_HOME[name]}"), name)
    return found


def __dir__():
    return sorted(__all__)
