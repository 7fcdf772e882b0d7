"""torch.nn.utils.parametrize: a parameter or buffer that is computed from others whenever it is read."""
from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import contextmanager

from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch import levels
from rushlight.nn.modules.container import ModuleDict, ModuleList
from rushlight.nn.parameter import Parameter

__all__ = ["cached", "ParametrizationList", "register_parametrization", "is_parametrized", "remove_parametrizations",
           "type_before_parametrizations", "transfer_parametrizations_and_params"]

_cache_enabled = 0
_cache = {}                 # (id of the module, name) -> the tensor, within cached()


@contextmanager
def cached():
    """Inside, each parametrized tensor is computed once."""
    global _cache_enabled, _cache
    _cache_enabled += 1
    try:
        yield
    finally:
        _cache_enabled -= 1
        if not _cache_enabled:
            _cache = {}


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, applied one after the other to `original` (or to `original0`, `original1`, ...)."""

    def __init__(self, modules, original, unsafe=False):
        if not modules:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with no_grad():
            start = _inverted(modules, original)
        self.is_tensor = isinstance(start, levels.Tensor)
        self.ntensors = 1 if self.is_tensor else len(start)
        if self.is_tensor:
            self._keep_one(original, start)
        else:
            self._keep_several(original, start)
        if not unsafe:
            _check_result("tensor, unless `unsafe`", self(), shape, dtype, "unparametrized", "parametrized")

    def _keep_one(self, original, start):
        if original.dtype != start.dtype:
            raise ValueError(f"When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                             f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {start.dtype}")
        original.data = start
        _register_parameter_or_buffer(self, "original", original)

    def _keep_several(self, original, start):
        for i, part in enumerate(start):
            if not isinstance(part, levels.Tensor):
                raise ValueError(f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got element "
                                 f"{i} of the sequence with type {type(part).__name__}.")
            if isinstance(original, Parameter):
                part = Parameter(part, original.requires_grad)
            part.requires_grad_(original.requires_grad)
            _register_parameter_or_buffer(self, f"original{i}", part)

    def right_inverse(self, value):
        """Sets the originals so that the parametrized tensor becomes `value`. RuntimeError where a step has no right_inverse."""
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                self._set_one(value)
            else:
                self._set_several(value)

    def _set_one(self, value):
        if not isinstance(value, levels.Tensor):
            raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
        if value.dtype != self.original.dtype:
            raise ValueError(f"The tensor returned by `right_inverse` has dtype {value.dtype} while `original` has dtype "
                             f"{self.original.dtype}")
        self.original.data = value

    def _set_several(self, values):
        if not isinstance(values, Sequence):
            raise ValueError(f"'right_inverse' must return a sequence of tensors. Got {type(values).__name__}.")
        if len(values) != self.ntensors:
            raise ValueError(f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got a sequence of "
                             f"length {len(values)}.")
        for i, (value, original) in enumerate(zip(values, self._originals())):
            if not isinstance(value, levels.Tensor):
                raise ValueError(f"'right_inverse' must return a sequence of tensors or reference-type opaques. Got element {i} "
                                 f"of type {type(value).__name__}.")
            if value.dtype != original.dtype:
                raise ValueError(f"Tensor {i} returned by `right_inverse` has dtype {value.dtype} while `original{i}` has dtype "
                                 f"{original.dtype}")
            original.data = value

    def _originals(self):
        return [self.original] if self.is_tensor else [getattr(self, f"original{i}") for i in range(self.ntensors)]

    def forward(self):
        """The parametrized tensor."""
        first, *others = self
        value = first(*self._originals())
        for module in others:
            value = module(value)
        return value


def _inverted(modules, original):
    """What the parametrizations must start from to end at `original`, as far as they can tell."""
    value = original
    for module in reversed(modules):
        if hasattr(module, "right_inverse"):
            try:
                value = module.right_inverse(value)
            except NotImplementedError:
                pass
    if not isinstance(value, (levels.Tensor, Sequence)):
        raise ValueError(f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got "
                         f"{type(value).__name__}")
    return value



def _check_result(unless, made, shape, dtype, before, after):
    """ValueError unless a parametrization gave a tensor like the one that it stands for."""
    if not isinstance(made, levels.Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(made).__name__}.")
    joint = "." if "." in before else " "
    for what, old, new in (("dtype", dtype, made.dtype), ("shape", shape, made.shape)):
        if old != new:
            raise ValueError(f"Registering a parametrization may not change the {what} of the {unless} flag is enabled.\n"
                             f"{before}{joint}{what}: {old}\n{after}{joint}{what}: {new}")


def _register_parameter_or_buffer(module, name, value):
    if isinstance(value, Parameter):
        module.register_parameter(name, value)
    else:
        module.register_buffer(name, value)


# ---------------------------------------------------------------- registering

def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Makes `module.tensor_name` what `parametrization` computes from it, and returns the module.

    The result must have the tensor's shape and dtype unless `unsafe`; assigning to it asks `right_inverse`, where there is one.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            _check_further(module, tensor_name, parametrization)
        module.parametrizations[tensor_name].append(parametrization)
        module.parametrizations[tensor_name].unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        parametrizations = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _inject_new_class(module)
            module.parametrizations = ModuleDict()
        _inject_property(module, tensor_name)
        module.parametrizations[tensor_name] = parametrizations
    else:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name "
                         f"'{tensor_name}'")
    return module


def _check_further(module, name, parametrization):
    """ValueError unless a further parametrization keeps the tensor's shape and dtype, there and back."""
    value = getattr(module, name)
    made = parametrization(value)
    before = f"module.{name}"
    _check_result("tensor, unless the `unsafe`", made, value.shape, value.dtype, before, f"parametrization({before})")
    if not hasattr(parametrization, "right_inverse"):
        return
    try:
        back = parametrization.right_inverse(made)
    except NotImplementedError:
        return
    if not isinstance(back, levels.Tensor):
        raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(back).__name__}")
    for what in ("dtype", "shape"):
        if getattr(back, what) != getattr(value, what):
            raise ValueError(f"The tensor returned by parametrization.right_inverse must have the same {what} as module.{name}, "
                             f"unless the `unsafe` flag is enabled.\nmodule.{name}.{what}: {getattr(value, what)}\n"
                             f"returned {what}: {getattr(back, what)}")


def _inject_new_class(module):
    """Gives the module a class of its own, which can have properties."""
    cls = type(module)
    members = {"__getstate__": _refuse_pickling}
    if not hasattr(cls, "__deepcopy__"):
        members["__deepcopy__"] = _deepcopied
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), members)


def _refuse_pickling(self):
    raise RuntimeError("Serialization of parametrized modules is only supported through state_dict(). "
                       "See:\nhttps://pytorch.org/tutorials/beginner/saving_loading_models.html#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training")


def _deepcopied(self, memo):
    if id(self) not in memo:
        made = memo[id(self)] = type(self).__new__(type(self))
        made.__dict__ = copy.deepcopy(self.__dict__, memo)
    return memo[id(self)]


def _inject_property(module, tensor_name):
    """Makes reading the attribute compute it, and assigning to it invert that."""

    def read(self):
        if not _cache_enabled:
            return self.parametrizations[tensor_name]()
        key = id(module), tensor_name
        if key not in _cache:
            _cache[key] = self.parametrizations[tensor_name]()
        return _cache[key]

    def write(self, value):
        self.parametrizations[tensor_name].right_inverse(value)

    setattr(type(module), tensor_name, property(read, write))


def is_parametrized(module, tensor_name=None):
    """Whether the module has a parametrized tensor, or one of that name."""
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


# ---------------------------------------------------------------- removing and copying

def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Makes the tensor an ordinary one again, with its parametrized value or its original one, and returns the module."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    parametrizations = module.parametrizations[tensor_name]
    if not parametrizations.is_tensor and not leave_parametrized:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a "
                         "sequence of tensors.")
    kept = parametrizations.original if not leave_parametrized else _frozen(module, tensor_name, parametrizations)
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _register_parameter_or_buffer(module, tensor_name, kept)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = type(module).__bases__[0]
    return module


def _frozen(module, name, parametrizations):
    """The parametrized value: in the original, if there is one, so that optimizers go on with it."""
    with no_grad():
        value = getattr(module, name)
    if not parametrizations.is_tensor:
        wants_grad = any(original.requires_grad for original in parametrizations._originals())
        return Parameter(value) if wants_grad else value
    original = parametrizations.original
    if value.dtype != original.dtype:
        raise RuntimeError("Calling remove_parametrizations() with leave_parametrized=True for a parameter that is an instance "
                           "of a tensor subclass requires set_() to be implemented correctly for the tensor "
                           "subclass.Alternatively, one can opt into the swap_tensors pathEither set leave_parametrized=False or "
                           "provide a working implementationfor set_() in the tensor subclass or set "
                           "torch.__future__.set_swap_module_params_on_conversion(True).")
    original.data = value
    return original


def type_before_parametrizations(module):
    """The class that the module had before it was parametrized."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Parametrizes `to_module` like `from_module`, with the same modules and originals, and returns it."""
    if not is_parametrized(from_module):
        return to_module
    for name in from_module.parametrizations if tensor_name is None else [tensor_name]:
        source = from_module.parametrizations[name]
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        for parametrization in source:
            register_parametrization(to_module, name, parametrization)
        for held in ["original"] if source.is_tensor else [f"original{i}" for i in range(source.ntensors)]:
            setattr(to_module.parametrizations[name], held, getattr(source, held))
    return to_module
