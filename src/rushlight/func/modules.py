"""Modules as functions of their parameters: `functional_call`, `stack_module_state`."""
from __future__ import annotations

from rushlight.dispatch.namespace import tensors as F
from rushlight.nn.modules.batchnorm import _BatchNorm
from rushlight.nn.utils.stateless import _functional_call


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """What module(*args, **kwargs) gives with the named tensors in the place of its own: a dictionary, or several.

    With `tie_weights`, a tensor that the module has under several names is replaced under all of them. With `strict`, the names
    must be those that the module has.
    """
    given = parameter_and_buffer_dicts
    return _functional_call(module, given if isinstance(given, dict) else _merged(given), args, kwargs, tie_weights=tie_weights,
                            strict=strict)


def _merged(dicts):
    if not isinstance(dicts, (list, tuple)):
        raise ValueError(f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(dicts)}")
    if not all(isinstance(d, dict) for d in dicts):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    names = [name for d in dicts for name in d]
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    return {name: value for d in dicts for name, value in d.items()}


def stack_module_state(models):
    """(parameters, buffers): by name, those of all models stacked along a new first dimension, as leaves. For vmap over
    models.
    """
    if not len(models):
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or not any(m.training for m in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if any(type(m) is not type(models[0]) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    return tuple([{name: _stacked(name, [table[name] for table in tables]) for name in tables[0]}
                  for tables in ([dict(m.named_parameters()) for m in models], [dict(m.named_buffers()) for m in models])])


def _stacked(name, tensors):
    wanted = tensors[0].requires_grad
    if any(t.requires_grad != wanted for t in tensors):
        raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
    return F.stack([t.detach() for t in tensors], 0).requires_grad_(wanted)


def replace_all_batch_norm_modules_(root):
    """`root`, in which no batch norm keeps running statistics any more: writing them is no pure function."""
    for module in root.modules():
        if isinstance(module, _BatchNorm):
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
