"""functorch's older way to make functions of modules: see torch.func.functional_call."""
from __future__ import annotations

import copy

from rushlight.dispatch.namespace import tensors as F
from rushlight.nn.modules.module import Module
from rushlight.nn.utils.stateless import _functional_call


class FunctionalModule(Module):
    """A module as a function of (parameters, *arguments)."""

    def __init__(self, stateless_model, param_names):
        super().__init__()
        self.stateless_model, self.param_names = stateless_model, param_names

    def forward(self, params, *args, **kwargs):
        return _functional_call(self.stateless_model, dict(zip(self.param_names, params)), args, kwargs)


class FunctionalModuleWithBuffers(Module):
    """A module as a function of (parameters, buffers, *arguments)."""

    def __init__(self, stateless_model, param_names, buffer_names):
        super().__init__()
        self.stateless_model, self.param_names, self.buffer_names = stateless_model, param_names, buffer_names

    def forward(self, params, buffers, *args, **kwargs):
        named = dict(zip((*self.param_names, *self.buffer_names), (*params, *buffers)))
        return _functional_call(self.stateless_model, named, args, kwargs)


def make_functional(model, disable_autograd_tracking=False):
    """(function, parameters) of a module without buffers; the function works on a copy of it."""
    if any(True for _ in model.buffers()):
        raise RuntimeError("make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead.")
    names, params = _state(model.named_parameters())
    return FunctionalModule(_stateless(model), names), _untracked(params) if disable_autograd_tracking else params


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    """(function, parameters, buffers) of a module; the function works on a copy of it."""
    names, params = _state(model.named_parameters())
    buffer_names, buffers = _state(model.named_buffers())
    function = FunctionalModuleWithBuffers(_stateless(model), names, buffer_names)
    return function, _untracked(params) if disable_autograd_tracking else params, buffers


def _state(named):
    """(names, copies of the tensors)."""
    pairs = list(named)
    return tuple([name for name, _ in pairs]), tuple([copy.deepcopy(tensor) for _, tensor in pairs])


def _untracked(params):
    for p in params:
        p.requires_grad_(False)
    return params


def _stateless(model):
    """A copy of the module whose own parameters are on no memory."""
    return copy.deepcopy(model).to("meta")


def combine_state_for_ensemble(models):
    """(function, parameters, buffers) of modules of one class: what vmap over them needs."""
    if not len(models):
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or not any(m.training for m in models)):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to have the same training/eval mode.")
    if any(type(m) is not type(models[0]) for m in models):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to be of the same class.")
    functions, params, buffers = zip(*map(make_functional_with_buffers, models))
    return functions[0], _stacked(params), _stacked(buffers)


def _stacked(states):
    return tuple([F.stack(list(tensors), 0).detach() for tensors in zip(*states)])


def functional_init(model_class, ensemble_shape=(), device="cpu"):
    """A function that makes (parameters, function, names) of new modules, `ensemble_shape` (at most one size) of them stacked."""
    def make(*args, **kwargs):
        made = _models(model_class, ensemble_shape, device, args, kwargs)
        function, params = make_functional(made[0])
        if ensemble_shape:
            params = _stacked([make_functional(m)[1] for m in made])
        return params, function, function.param_names
    return make


def functional_init_with_buffers(model_class, ensemble_shape=(), device="cpu"):
    """As functional_init, with buffers: (parameters, buffers, function, parameters' names, buffers' names)."""
    def make(*args, **kwargs):
        made = _models(model_class, ensemble_shape, device, args, kwargs)
        function, params, buffers = make_functional_with_buffers(made[0])
        if ensemble_shape:
            _, params, buffers = combine_state_for_ensemble(made)
        return params, buffers, function, function.param_names, function.buffer_names
    return make


def _models(model_class, ensemble_shape, device, args, kwargs):
    if len(ensemble_shape) >= 2:
        raise ValueError("NYI: ensemble_shape with more than 1 element")
    if ensemble_shape and ensemble_shape[0] <= 0:
        raise ValueError(f"num_models {ensemble_shape[0]} should be > 0")
    return [model_class(*args, **kwargs).to(device) for _ in range(ensemble_shape[0] if ensemble_shape else 1)]
