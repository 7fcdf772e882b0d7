"""torch.nn.utils.prune: parameters with some of their elements held at zero.

A pruned parameter `weight` is a parameter `weight_orig`, a buffer `weight_mask`, and their product, made anew before each call.
"""
from __future__ import annotations

import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterable

from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.nn.utils.convert_parameters import parameters_to_vector
from rushlight.size import contiguous_format


# ---------------------------------------------------------------- what pruning methods share

class BasePruningMethod(ABC):
    """A hook that masks a parameter before each call. A subclass says, with `compute_mask`, which elements to keep."""

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t, default_mask):
        """The mask: 0 where `default_mask` has 0, and where elements of `t` are to go."""

    def apply_mask(self, module):
        """The masked parameter."""
        if self._tensor_name is None:
            raise AssertionError(f"Module {module} has to be pruned")
        original = getattr(module, self._tensor_name + "_orig")
        return getattr(module, self._tensor_name + "_mask").to(original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prunes a parameter, further if it is pruned already, and returns the hook."""
        method = _with_earlier(module, name, cls(*args, **kwargs))
        original = getattr(module, name)
        scores = original if importance_scores is None else importance_scores
        if scores.shape != original.shape:
            raise AssertionError(f"importance_scores should have the same shape as parameter {name} of {module}, got "
                                 f"{scores.shape} vs {original.shape}")
        with no_grad():
            mask = method.compute_mask(scores, _mask_of(module, name, original))
        if not isinstance(method, PruningContainer):
            module.register_parameter(name + "_orig", original)
            del module._parameters[name]
        module.register_buffer(name + "_mask", mask)
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """The tensor with zeros where the mask has them."""
        scores = t if importance_scores is None else importance_scores
        if importance_scores is not None and scores.shape != t.shape:
            raise AssertionError(f"importance_scores should have the same shape as tensor t, got {scores.shape} vs {t.shape}")
        return t * self.compute_mask(scores, F.ones_like(t) if default_mask is None else default_mask)

    def remove(self, module):
        """Makes the masked parameter an ordinary one."""
        name = self._tensor_name
        if name is None:
            raise AssertionError(f"Module {module} has to be pruned before pruning can be removed")
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters.pop(name + "_orig")
        del module._buffers[name + "_mask"]
        original.data = weight.data
        setattr(module, name, original)


def _with_earlier(module, name, method):
    """The method; where the parameter is pruned already, together with what pruned it."""
    method._tensor_name = name
    earlier = _hooks_on(module, name)
    if not earlier:
        return method
    key, found = earlier[0]
    del module._forward_pre_hooks[key]
    container = found if isinstance(found, PruningContainer) else PruningContainer(found)
    container.add_pruning_method(method)
    return container


def _hooks_on(module, name):
    return [(key, hook) for key, hook in module._forward_pre_hooks.items()
            if isinstance(hook, BasePruningMethod) and hook._tensor_name == name]


def _mask_of(module, name, original):
    mask = module._buffers.get(name + "_mask")
    return F.ones_like(original.detach()) if mask is None else mask.detach().clone(memory_format=contiguous_format)


class PruningContainer(BasePruningMethod):
    """Several methods on one parameter: each works on what those before it left."""

    def __init__(self, *args):
        self._pruning_methods = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method):
        """Adds a method, which must be on the same parameter."""
        if not isinstance(method, BasePruningMethod) and method is not None:
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError(f"Can only add pruning methods acting on the parameter named '{self._tensor_name}' to "
                             f"PruningContainer {self}. Found '{method._tensor_name}'")
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        method = self._pruning_methods[-1]
        kept = _kept_by(method, t, default_mask)
        mask = default_mask.clone().to(t.dtype)
        mask[kept] = method.compute_mask(t[kept], default_mask[kept]).to(t.dtype)
        return mask


def _kept_by(method, t, mask):
    """An index of what earlier methods left: elements, slices, or everything."""
    if method.PRUNING_TYPE == "unstructured":
        return mask == 1
    if method.PRUNING_TYPE == "global":
        return (slice(None),) * t.dim()
    if method.PRUNING_TYPE != "structured":
        raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
    if not hasattr(method, "dim"):
        raise AttributeError("Pruning methods of PRUNING_TYPE \"structured\" need to have the attribute `dim` defined.")
    at = method.dim % t.dim()
    alive = mask.sum([d for d in range(t.dim()) if d != at]) != 0
    return (slice(None),) * at + (alive,)


# ---------------------------------------------------------------- the methods

class Identity(BasePruningMethod):
    """Prunes nothing: the parameter becomes one with a mask."""
    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        return default_mask

    @classmethod
    def apply(cls, module, name):
        return super().apply(module, name)


class RandomUnstructured(BasePruningMethod):
    """Prunes elements drawn at random."""
    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        count = _count(self.amount, t.nelement())
        return _without(F.topk(F.rand_like(t).view(-1), count), default_mask) if count else default_mask.clone()

    @classmethod
    def apply(cls, module, name, amount):
        return super().apply(module, name, amount=amount)


class L1Unstructured(BasePruningMethod):
    """Prunes the elements nearest to zero."""
    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        count = _count(self.amount, t.nelement())
        return _without(F.topk(t.abs().view(-1), count, largest=False), default_mask) if count else default_mask.clone()

    @classmethod
    def apply(cls, module, name, amount, importance_scores=None):
        return super().apply(module, name, amount=amount, importance_scores=importance_scores)


def _without(chosen, mask):
    """The mask, with zeros where topk chose."""
    mask = mask.clone(memory_format=contiguous_format)
    mask.view(-1)[chosen.indices] = 0
    return mask


class RandomStructured(BasePruningMethod):
    """Prunes slices along `dim` drawn at random."""
    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        _validate_pruning_amount_init(amount)
        self.amount, self.dim = amount, dim

    def compute_mask(self, t, default_mask):
        slices = _slices_along(t, self.dim)
        count = _count(self.amount, slices)
        if not count:
            return default_mask
        draws = F.rand(slices)
        return _masked_slices(default_mask, draws > F.kthvalue(draws, count).values, self.dim)

    @classmethod
    def apply(cls, module, name, amount, dim=-1):
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(BasePruningMethod):
    """Prunes the slices along `dim` with the smallest n-norms."""
    PRUNING_TYPE = "structured"

    def __init__(self, amount, n, dim=-1):
        _validate_pruning_amount_init(amount)
        self.amount, self.n, self.dim = amount, n, dim

    def compute_mask(self, t, default_mask):
        slices = _slices_along(t, self.dim)
        count = _count(self.amount, slices)
        if not count:
            return default_mask
        norms = F.norm(t, self.n, [d for d in range(t.dim()) if d != self.dim % t.dim()])
        kept = F.zeros_like(norms)
        kept[F.topk(norms, slices - count).indices] = 1
        return _masked_slices(default_mask, kept != 0, self.dim)

    @classmethod
    def apply(cls, module, name, amount, n, dim, importance_scores=None):
        return super().apply(module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)


def _slices_along(t, dim):
    """How many slices there are. ValueError, IndexError where there are none to prune."""
    if t.dim() <= 1:
        raise ValueError(f"Structured pruning can only be applied to multidimensional tensors. Found tensor of shape {t.shape} "
                         f"with {t.dim()} dims")
    if dim >= t.dim():
        raise IndexError(f"Invalid index {dim} for tensor of size {t.shape}")
    return t.shape[dim]


def _masked_slices(mask, kept, dim):
    shape = [1] * mask.dim()
    shape[dim] = -1
    return mask * kept.view(shape).to(mask.dtype)


class CustomFromMask(BasePruningMethod):
    """Prunes what a mask says."""
    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        if default_mask.shape != self.mask.shape:
            raise AssertionError(f"default_mask shape {default_mask.shape} must match self.mask shape {self.mask.shape}")
        return default_mask * self.mask.to(default_mask.dtype)

    @classmethod
    def apply(cls, module, name, mask):
        return super().apply(module, name, mask=mask)


def _validate_pruning_amount_init(amount):
    if not isinstance(amount, numbers.Real):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if amount < 0 or (not isinstance(amount, numbers.Integral) and amount > 1):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _validate_pruning_amount(amount, tensor_size):
    if isinstance(amount, numbers.Integral) and amount > tensor_size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={tensor_size}")


def _compute_nparams_toprune(amount, tensor_size):
    return amount if isinstance(amount, numbers.Integral) else round(amount * tensor_size)


def _count(amount, size):
    """How many of `size` to prune."""
    _validate_pruning_amount(amount, size)
    return _compute_nparams_toprune(amount, size)


# ---------------------------------------------------------------- as functions

def identity(module, name):
    """Gives a parameter a mask of ones, and returns the module."""
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    """Prunes a number (int) or share (float) of a parameter's elements at random, and returns the module."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    """Prunes the elements of a parameter nearest to zero, and returns the module."""
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    """Prunes slices of a parameter along `dim` at random, and returns the module."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    """Prunes the slices of a parameter along `dim` with the smallest n-norms, and returns the module."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    """Prunes a parameter where the mask has zeros, and returns the module."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Prunes elements of several (module, name) parameters, chosen among all of them together."""
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    importance_scores = {} if importance_scores is None else importance_scores
    if not isinstance(importance_scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    held = [(module, name, getattr(module, name)) for module, name in parameters]
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(f'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method {pruning_method} of '
                        f'type {method.PRUNING_TYPE}')
    container = PruningContainer()
    container._tensor_name = method._tensor_name = "temp"
    container.add_pruning_method(method)
    scores = parameters_to_vector([importance_scores.get((module, name), value) for module, name, value in held])
    masks = parameters_to_vector([_mask_of(module, name, value) for module, name, value in held])
    with no_grad():
        mask = container.compute_mask(scores, masks)
    for (module, name, value), part in zip(held, mask.split([value.numel() for _, _, value in held])):
        custom_from_mask(module, name, part.view_as(value))


def remove(module, name):
    """Makes a pruned parameter an ordinary one, zeros included, and returns the module. ValueError if it is not pruned."""
    found = _hooks_on(module, name)
    if not found:
        raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")
    key, hook = found[0]
    hook.remove(module)
    del module._forward_pre_hooks[key]
    return module


def is_pruned(module):
    """Whether a pruning hook is on the module or below it."""
    return any(isinstance(hook, BasePruningMethod) for part in module.modules() for hook in part._forward_pre_hooks.values())
