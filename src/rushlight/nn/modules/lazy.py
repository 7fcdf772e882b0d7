"""Lazy modules: their parameters get a shape at the first call, from the input."""
from __future__ import annotations

from rushlight.nn.parameter import is_lazy


class LazyModuleMixin:
    """Mixed into a module whose parameters start uninitialised. `initialize_parameters(*args)` gives them their shapes.

    After the first call the module becomes a `cls_to_become`, and is lazy no more.
    """
    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        """Uninitialised parameters are written as they are: there is nothing to detach."""
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if is_lazy(tensor) or keep_vars else tensor.detach()

    def _lazy_load_hook(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        """Gives parameters the shapes of what is about to be loaded."""
        for name, tensor in self._own_state().items():
            value = state_dict.get(prefix + name)
            if value is not None and is_lazy(tensor) and not is_lazy(value):
                tensor.materialize(value.shape)

    def initialize_parameters(self, *args, **kwargs):
        """Gives the parameters their shapes, from the arguments of the first call. Each lazy module says how."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self):
        """Whether a parameter or buffer has no shape yet."""
        return any(is_lazy(t) for t in (*self._parameters.values(), *self._buffers.values()))

    def _infer_parameters(self, module, args, kwargs=None):
        """Initialises the parameters before the first call, and ends the laziness."""
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        module._initialize_hook.remove()
        module._load_hook.remove()
        del module._initialize_hook, module._load_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    def _replicate_for_data_parallel(self):
        raise RuntimeError("Modules with uninitialized parameters can't be used with `DataParallel`. Run a dummy forward pass to "
                           "correctly initialize the modules")
