"""torch._C, for programs that reach past the public names: the few that mean something here."""
import weakref
from importlib import import_module
from types import SimpleNamespace

from rushlight.unbuilt import refusing

_HOME = {
    "DispatchKey": "dispatch_keys.DispatchKey",
    "DispatchKeySet": "dispatch_keys.DispatchKeySet",
    "DisableTorchFunctionSubclass": "dispatch.overrides.disable_override",
    "_LinAlgError": "linalg.LinAlgError",
    "_TensorMeta": "bases.TensorMeta",
    "_disabled_torch_function_impl": "dispatch.overrides.disabled_torch_function",
    "_are_functorch_transforms_active": "bases.transforms_are_active",
    "_current_autograd_node": "autograd.running.current_node",
    "_current_graph_task_execution_order": "autograd.running.execution_order",
    "_current_graph_task_id": "autograd.running.current_task_id",
    "_will_engine_execute_node": "autograd.running.will_execute",
    "Generator": "generator.Generator",
    "Size": "size.Size",
    "StorageBase": "bases.StorageBase",
    "TensorBase": "bases.TensorBase",
    "_TensorBase": "bases.TensorBase",
    "_get_deterministic_fill_uninitialized_memory": "bases.fills_memory",
    "_get_privateuse1_backend_name": "bases.private_backend",
    "_get_tracing_state": "bases.nothing",
    "_is_fwd_grad_enabled": "autograd.forward_ad._is_fwd_grad_enabled",
    "_log_api_usage_once": "bases.nothing",
    "_set_fwd_grad_enabled": "autograd.forward_ad.enable_tangents",
    "device": "device.device",
    "dtype": "dtypes.dtype",
    "_debug_only_are_vmap_fallback_warnings_enabled": "batching.loop.warnings_are_enabled",
    "_debug_only_display_vmap_fallback_warnings": "batching.loop.display_warnings",
    "is_grad_enabled": "autograd.grad_mode.is_grad_enabled",
}
_FUNCTIONAL = ("avg_pool2d", "avg_pool3d", "gelu", "linear", "one_hot", "scaled_dot_product_attention", "softplus", "softshrink")
_GROUPS = {
    "_autograd": {
        "SavedTensor": "autograd.saved_tensor.SavedTensor",
        "_get_current_graph_task_keep_graph": "autograd.running.keeps_graph",
        "_saved_tensors_hooks_is_enabled": "autograd.saved.hooks_are_enabled",
        "_unsafe_set_version_counter": "autograd.graph._unsafe_set_version_counter",
    },
    "_functions": {
        "AccumulateGrad": "autograd.node.AccumulateGrad",
        "DelayedError": "autograd.delayed.DelayedError",
        "UndefinedGrad": "autograd.delayed.UndefinedGrad",
    },
    "_nn": {"_parse_to": "nn.modules.destination.parse_to", **{name: f"nn.functional.{name}" for name in _FUNCTIONAL}},
}
_of_scripts = refusing("torch._C", "Argument Block CompilationUnit FunctionSchema Graph Node PyTorchFileReader "
                                   "ScriptFunction ScriptModule SymBool SymFloat SymInt Value")


def __getattr__(name):
    if name in _HOME:
        return _load(_HOME[name])
    if name in _GROUPS:
        return SimpleNamespace(**{member: _load(path) for member, path in _GROUPS[name].items()})
    return _of_scripts(name)


class _WeakTensorRef:
    """A reference to a tensor that does not keep it alive."""

    def __init__(self, tensor):
        self._reference = weakref.ref(tensor)

    def expired(self):
        """Whether the tensor is gone."""
        return self._reference() is None


def _load(path):
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"rushlight.{module}"), name)
