"""The state of an optimizer as a dict that can be saved, and loaded by another, torch's too.

In it parameters are numbers, counted through the groups.
"""
from __future__ import annotations

from collections import defaultdict
from copy import deepcopy
from itertools import chain

from rushlight import construction
from rushlight.tensor import Tensor

# Options that were added to optimizers over time: what a group saved before then means.
_LATER_OPTIONS = {"maximize": False, "foreach": None, "fused": None, "differentiable": False, "capturable": False,
                  "amsgrad": False, "nesterov": False, "momentum": 0, "centered": False, "decoupled_weight_decay": False}
_SCALARS = ("step", "mu_product", "eta", "mu")         # tensors that once were numbers


def state_dict(self):
    """The state of every parameter and the options of every group. The tensors are the optimizer's own."""
    for hook in self._optimizer_state_dict_pre_hooks.values():
        hook(self)
    numbers = {}
    groups = [_pack(group, numbers) for group in self.param_groups]
    packed = {numbers[id(key)] if isinstance(key, Tensor) else key: value for key, value in self.state.items()}
    saved = {"state": packed, "param_groups": groups}
    for hook in self._optimizer_state_dict_post_hooks.values():
        saved = _replaced(saved, hook(self, saved))
    return saved


def _pack(group, numbers):
    """The options of a group; its parameters get the next numbers."""
    for param in group["params"]:
        numbers.setdefault(id(param), len(numbers))
    options = {name: value for name, value in group.items() if name != "params"}
    return {**options, "params": [numbers[id(param)] for param in group["params"]]}


def load_state_dict(self, state_dict):
    """Takes over a state that was saved. ValueError if its groups are not of the sizes of this optimizer's."""
    saved = state_dict.copy()
    for hook in self._optimizer_load_state_dict_pre_hooks.values():
        saved = _replaced(saved, hook(self, saved))
    groups = deepcopy(saved["param_groups"])
    _check_sizes(self.param_groups, groups)
    params = dict(zip(chain.from_iterable(group["params"] for group in groups),
                      chain.from_iterable(group["params"] for group in self.param_groups)))
    state = defaultdict(dict)
    for key, value in saved["state"].items():
        if key in params:
            state[params[key]] = _fit_all(params[key], key, groups, value)
        else:
            state[key] = value
    self.__setstate__({"state": state, "param_groups": [_unpack(*pair) for pair in zip(self.param_groups, groups)]})
    for hook in self._optimizer_load_state_dict_post_hooks.values():
        hook(self)


def _replaced(value, result):
    return value if result is None else result


def _check_sizes(groups, saved):
    if len(groups) != len(saved):
        raise ValueError("loaded state dict has a different number of parameter groups")
    if any(len(group["params"]) != len(other["params"]) for group, other in zip(groups, saved)):
        raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")


def _unpack(group, saved):
    saved["params"] = group["params"]
    if "param_names" in group and "param_names" not in saved:
        saved["param_names"] = group["param_names"]
    return saved


def _fit_all(param, number, groups, value, key=None):
    """A saved value with every tensor in it made to fit its parameter."""
    if isinstance(value, Tensor):
        return fitted(param, value, number, groups, key)
    if isinstance(value, dict):
        return {name: _fit_all(param, number, groups, v, name) for name, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_fit_all(param, number, groups, v) for v in value])
    return value


def fitted(param, value, param_id, param_groups, key=None):
    """A tensor of the state in the parameter's element type; step counts keep theirs."""
    return value if key == "step" or not param.is_floating_point() else value.to(dtype=param.dtype)


def modernize(optimizer):
    """Brings what an older version saved to today's form."""
    from rushlight.optim.optimizer import scalar_dtype
    for group in optimizer.param_groups:
        for name in _LATER_OPTIONS.keys() & optimizer.defaults.keys():
            group.setdefault(name, _LATER_OPTIONS[name])
        for param in group["params"]:
            state = optimizer.state.get(param, {})
            if state.get("momentum_buffer", 0) is None:
                del state["momentum_buffer"]
            for name in _SCALARS:
                if isinstance(state.get(name), (int, float)):
                    state[name] = construction.tensor(float(state[name]), dtype=scalar_dtype(group.get("fused")))
