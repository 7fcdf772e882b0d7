"""What every optimizer has: groups of parameters with options, a state for each parameter, hooks around a step.

# Note [foreach and fused]
In torch they choose between kernels that compute the same update in another order. Here there is one way, which is fast for many
small parameters and for a big one, and gives the numbers of torch's plain loop. So both are accepted where torch accepts them,
change nothing, and are refused where torch refuses them. `capturable` is for recording on an accelerator: a step refuses it.
"""
from __future__ import annotations

import functools
import warnings
from collections import defaultdict
from itertools import chain
from types import MappingProxyType

from rushlight import dtypes
from rushlight.autograd.grad_mode import enable_grad, mode
from rushlight.autograd.node import HookTable
from rushlight.optim import saving
from rushlight.tensor import Tensor

_before_any_step, _after_any_step = HookTable(), HookTable()


def register_optimizer_step_pre_hook(hook):
    """Calls hook(optimizer, args, kwargs) before each step of every optimizer."""
    return _before_any_step.add(hook)


def register_optimizer_step_post_hook(hook):
    """Calls hook(optimizer, args, kwargs) after each step of every optimizer."""
    return _after_any_step.add(hook)


class _RequiredParameter:
    """The default of an option that has none."""

    def __repr__(self):
        return "<required parameter>"


required = _RequiredParameter()


def _hooked(step):
    """A class's `step` that runs the hooks around it."""
    @functools.wraps(step)
    def with_hooks(self, *args, **kwargs):
        if not (_before_any_step or _after_any_step or self._optimizer_step_pre_hooks or self._optimizer_step_post_hooks):
            return step(self, *args, **kwargs)
        args = (self, *args)
        for hook in (*_before_any_step.values(), *self._optimizer_step_pre_hooks.values()):
            result = hook(self, args, kwargs)
            if result is not None:
                args, kwargs = _new_arguments(step, result)
        out = step(*args, **kwargs)
        for hook in (*self._optimizer_step_post_hooks.values(), *_after_any_step.values()):
            hook(self, args, kwargs)
        return out
    with_hooks.hooked = True
    return with_hooks


def _new_arguments(step, result):
    if not isinstance(result, tuple) or len(result) != 2:
        raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.")
    return result


class Optimizer:
    """The base of all optimizers: a subclass gives `step`."""
    profile_hook_step = staticmethod(_hooked)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        step = cls.__dict__.get("step")
        if step is not None and not hasattr(step, "hooked"):
            cls.step = _hooked(step)

    def __init__(self, params, defaults):
        self.defaults = defaults
        self._make_hooks()
        if isinstance(params, Tensor):
            raise TypeError(f"params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                            f"{params.type()}")
        self.state, self.param_groups = defaultdict(dict), []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def _make_hooks(self):
        for name in ("step_pre", "step_post", "state_dict_pre", "state_dict_post", "load_state_dict_pre", "load_state_dict_post"):
            setattr(self, f"_optimizer_{name}_hooks", HookTable())

    # ---------------------------------------------------------------- groups

    def add_param_group(self, param_group):
        """Adds a dict of `params` and the options in which they differ from the defaults."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params, names = _listed(param_group["params"])
        param_group["params"] = params
        if names:
            param_group["param_names"] = names
        for param in params:
            _check_param(param, self.defaults.get("differentiable"))
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        if len(set(params)) != len(params):
            warnings.warn("optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                          "see github.com/pytorch/pytorch/issues/40967 for more information", stacklevel=3)
        self._check_against_groups(params, names)
        self.param_groups.append(param_group)

    def _check_against_groups(self, params, names):
        if self.param_groups and ("param_names" in self.param_groups[0]) != bool(names):
            what = "with" if names else "without"
            raise ValueError("all optimizer param groups should be with/without names. cannot add param group "
                             f"{what} names to the optimizer")
        taken = set(chain.from_iterable(group["params"] for group in self.param_groups))
        if not taken.isdisjoint(params):
            raise ValueError("some parameters appear in more than one parameter group")

    def __repr__(self):
        lines = [f"{type(self).__name__} ("]
        for number, group in enumerate(self.param_groups):
            lines += [""] * (number > 0) + [f"Parameter Group {number}"]
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([*lines, ")"])

    # ---------------------------------------------------------------- training

    def zero_grad(self, set_to_none=True):
        """Forgets the gradients of all parameters, or makes them zero."""
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none:
                    param._grad = None
                elif param.grad is not None:
                    param.grad = param.grad.detach() if param.grad.grad_fn is not None else param.grad.requires_grad_(False)
                    param.grad.zero_()

    def step(self, closure=None):
        """Changes the parameters once. Returns what `closure`, which recomputes the loss, returns."""
        raise NotImplementedError

    def register_step_pre_hook(self, hook):
        """Calls hook(optimizer, args, kwargs) before each step; a pair that it returns replaces the arguments."""
        return self._optimizer_step_pre_hooks.add(hook)

    def register_step_post_hook(self, hook):
        """Calls hook(optimizer, args, kwargs) after each step."""
        return self._optimizer_step_post_hooks.add(hook)

    # ---------------------------------------------------------------- saving

    state_dict, load_state_dict = saving.state_dict, saving.load_state_dict
    _process_value_according_to_param_policy = staticmethod(saving.fitted)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """Calls hook(optimizer) before state_dict()."""
        return _add(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """Calls hook(optimizer, state_dict) after state_dict(); a dict that it returns is returned instead."""
        return _add(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """Calls hook(optimizer, state_dict) before load_state_dict(); a dict that it returns is loaded instead."""
        return _add(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """Calls hook(optimizer) after load_state_dict()."""
        return _add(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    # What a class finds that wraps an optimizer and makes none of its own.
    _optimizer_step_pre_hooks = _optimizer_step_post_hooks = MappingProxyType({})

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        if "_optimizer_step_pre_hooks" not in self.__dict__:
            self._make_hooks()
        saving.modernize(self)


def _listed(params):
    """The parameters of a group as a list, and their names if they have any."""
    if isinstance(params, Tensor):
        return [params], []
    if isinstance(params, set):
        raise TypeError("optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets "
                        "will change between runs. Please use a list instead.")
    params = list(params)
    named = [isinstance(param, tuple) for param in params]
    if not any(named):
        return params, []
    if not all(named):
        raise ValueError("all optimizer params should be with/without names. Some param names are missing")
    return [param[1] for param in params], [param[0] for param in params]


def _check_param(param, differentiable):
    if not isinstance(param, Tensor):
        raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {_type_name(param)}")
    if not (differentiable or param.is_leaf or param.retains_grad):
        raise ValueError("can't optimize a non-leaf Tensor")


def _type_name(value):
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _add(table, hook, prepend):
    handle = table.add(hook)
    if prepend:
        others = [(key, other) for key, other in table.items() if key != handle.id]
        for key, other in others:
            del table[key]
            table[key] = other
    return handle


def loss_of(closure):
    """What a step's closure returns, run where gradients are recorded; None without one."""
    if closure is None:
        return None
    with enable_grad():
        return closure()


class grad_mode_of:
    """Inside, operations are recorded only if the optimizer is differentiable."""

    def __init__(self, optimizer):
        self.wanted = optimizer.defaults.get("differentiable", False)

    def __enter__(self):
        self.before, mode.enabled = mode.enabled, self.wanted

    def __exit__(self, *_):
        mode.enabled = self.before


def scalar_dtype(is_fused=False):
    """The element type of a state's scalars."""
    wide = dtypes.get_default_dtype() is dtypes.float64 and not is_fused
    return dtypes.float64 if wide else dtypes.float32
