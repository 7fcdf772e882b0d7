"""State dictionaries of modules: what is written into them, and how they are read back."""
from __future__ import annotations

import warnings
import weakref
from collections import OrderedDict, namedtuple

from rushlight.__future__ import get_swap_module_params_on_conversion
from rushlight.autograd.grad_mode import no_grad
from rushlight.autograd.node import RemovableHandle
from rushlight.dispatch import levels
from rushlight.nn.parameter import Parameter, is_lazy
from rushlight.utils.swapping import swap_tensors

_EXTRA_STATE_KEY_SUFFIX = "_extra_state"


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ("missing_keys", "unexpected_keys"))):
    """The keys that a state dictionary lacked, and those that nothing in the module took."""
    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"

    __str__ = __repr__


class _WrappedHook:
    """A hook that may want its module as first argument; it does not keep the module alive."""

    def __init__(self, hook, module=None):
        self.hook, self.with_module = hook, module is not None
        self.module = weakref.ref(module) if self.with_module else None

    def __call__(self, *args):
        if not self.with_module:
            return self.hook(*args)
        module = self.module()
        if module is None:
            raise RuntimeError("You are trying to call the hook of a dead Module!")
        return self.hook(module, *args)

    def __getstate__(self):
        state = {"hook": self.hook, "with_module": self.with_module}
        return {**state, "module": self.module()} if self.with_module else state

    def __setstate__(self, state):
        self.__init__(state["hook"], state.get("module"))


class Stateful:
    """The half of Module that is about state dictionaries."""

    def get_extra_state(self):
        """What else belongs into the state dictionary. A module that defines this defines set_extra_state too."""
        raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be called.")

    def set_extra_state(self, state):
        """Takes what get_extra_state gave."""
        raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be called.")

    # ---- hooks

    def register_state_dict_pre_hook(self, hook):
        """Calls hook(module, prefix, keep_vars) before the state is collected."""
        return _hang(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook):
        """Calls hook(module, state_dict, prefix, local_metadata) after the state was collected; it may change it in place."""
        hook._from_public_api = True
        return _hang(self._state_dict_hooks, hook)

    def _register_state_dict_hook(self, hook):
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError("Cannot register the same function as the state dict post hook that was previously registered via "
                               "register_state_dict_post_hook")
        return _hang(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook):
        """Calls hook(module, state_dict, prefix, ...) before the module reads its state."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return _hang(self._load_state_dict_pre_hooks, _WrappedHook(hook, self if with_module else None))

    def register_load_state_dict_post_hook(self, hook):
        """Calls hook(module, incompatible_keys) after the module and its children read their state."""
        return _hang(self._load_state_dict_post_hooks, hook)

    # ---- writing

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        """Returns parameters, persistent buffers and extra state under their full names; `keep_vars`: not detached."""
        if args:
            warnings.warn("Positional args are being deprecated, use kwargs instead. Refer to https://pytorch.org/docs/main/"
                          "generated/torch.nn.Module.html#torch.nn.Module.state_dict for details.", FutureWarning, stacklevel=2)
            destination, prefix, keep_vars = (*args, *(destination, prefix, keep_vars)[len(args):])
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local_metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        return self._run_state_dict_hooks(destination, prefix, local_metadata)

    def _run_state_dict_hooks(self, destination, prefix, local_metadata):
        for hook in self._state_dict_hooks.values():
            changed = hook(self, destination, prefix, local_metadata)
            if getattr(hook, "_from_public_api", False):
                if changed is not None:
                    raise RuntimeError("state_dict post-hook must return None")
            elif changed is not None:
                destination = changed
        return destination

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        """Writes this module's own state; children write theirs."""
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if type(self).get_extra_state is not Stateful.get_extra_state:
            destination[prefix + _EXTRA_STATE_KEY_SUFFIX] = self.get_extra_state()

    def _own_state(self):
        buffers = {n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set}
        return {n: t for n, t in (*self._parameters.items(), *buffers.items()) if t is not None}

    # ---- reading

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copies a state dictionary into parameters and buffers, or with `assign` puts its tensors in their places.

        Returns the missing and the unexpected keys. RuntimeError for either if `strict`, and for shapes that do not fit.
        """
        if not hasattr(state_dict, "keys") or not hasattr(state_dict, "__getitem__"):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        metadata = getattr(state_dict, "_metadata", None)
        state_dict = OrderedDict(state_dict)
        if metadata is not None:
            state_dict._metadata = metadata
        reading = _Reading(metadata, assign, [], [], [])
        reading.into(self, state_dict, "")
        errors = reading.errors
        if strict:
            for text, keys in (("Unexpected", reading.unexpected), ("Missing", reading.missing)):
                if keys:
                    shown = ", ".join([f'"{k}"' for k in keys])
                    errors.insert(0, f"{text} key(s) in state_dict: {shown}. ")
        if errors:
            raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(type(self).__name__, "\n\t".join(errors)))
        return _IncompatibleKeys(reading.missing, reading.unexpected)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        """Reads this module's own state; children read theirs."""
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        own, assign = self._own_state(), local_metadata.get("assign_to_params_buffers", False)
        for name, tensor in own.items():
            key = prefix + name
            if key in state_dict:
                error = self._read(name, tensor, key, state_dict[key], assign)
                error_msgs.extend([error] if error else [])
            elif strict:
                missing_keys.append(key)
        self._load_extra_state(state_dict, prefix + _EXTRA_STATE_KEY_SUFFIX, strict, missing_keys, unexpected_keys)
        if strict:
            unexpected_keys.extend(self._foreign_keys(state_dict, prefix, own))

    def _foreign_keys(self, state_dict, prefix, own):
        for key in state_dict:
            if key.startswith(prefix) and key != prefix + _EXTRA_STATE_KEY_SUFFIX:
                first, dot, _ = key[len(prefix):].partition(".")
                if first not in (self._modules if dot else own):
                    yield key

    def _load_extra_state(self, state_dict, key, strict, missing_keys, unexpected_keys):
        if type(self).set_extra_state is not Stateful.set_extra_state:
            if key in state_dict:
                self.set_extra_state(state_dict[key])
            elif strict:
                missing_keys.append(key)
        elif strict and key in state_dict:
            unexpected_keys.append(key)

    def _read(self, name, tensor, key, value, assign):
        """Copies one entry, or puts it in the tensor's place. Returns what went wrong, if anything."""
        if not isinstance(value, levels.Tensor) and not hasattr(type(value), "__torch_function__"):
            return (f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from checkpoint but '
                    f"received {type(value)}")
        lazy = is_lazy(tensor)
        if not lazy and tensor.ndim == 0 and value.ndim == 1:
            value = value[0]                                    # what 0-d parameters were stored as, long ago
        if not lazy and value.shape != tensor.shape:
            return (f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, the shape in current "
                    f"model is {tensor.shape}.")
        if tensor.is_meta and not value.is_meta and not assign:
            warnings.warn(f"for {key}: copying from a non-meta parameter in the checkpoint to a meta parameter in the current "
                          f"model, which is a no-op. (Did you mean to pass `assign=True` to assign items in the state dictionary "
                          f"to their corresponding key in the module instead of copying them in place?)", stacklevel=5)
        try:
            with no_grad():
                if get_swap_module_params_on_conversion():
                    self._swap_in(name, tensor, value, assign)
                elif assign:
                    setattr(self, name, _fit_to_replace(tensor, value))
                else:
                    tensor.copy_(value)
        except Exception as error:
            return (f'While copying the parameter named "{key}", whose dimensions in the model are {tensor.shape} and whose '
                    f"dimensions in the checkpoint are {value.shape}, an exception occurred : {error.args}.")
        return None


    def _swap_in(self, name, tensor, value, assign):
        """Exchanges a tensor with the entry, so that everything which knows the tensor sees the entry's memory."""
        made = tensor.module_load(value, assign=assign)
        if tensor is made or value is made:
            raise RuntimeError("module_load() returned one of self or other, please .detach() the result if returning one of the "
                               "inputs in module_load")
        if isinstance(tensor, Parameter) and not isinstance(made, Parameter):
            made = Parameter(made, requires_grad=tensor.requires_grad)
        swap_tensors(tensor, made)


def _fit_to_replace(tensor, value):
    """An entry as a parameter, where it takes the place of one."""
    if not isinstance(tensor, Parameter):
        return value
    if isinstance(value, Parameter):
        return value.requires_grad_(tensor.requires_grad)
    return Parameter(value, requires_grad=tensor.requires_grad)


class _Reading(namedtuple("_Reading", ("metadata", "assign", "missing", "unexpected", "errors"))):
    """One load_state_dict."""

    def into(self, module, state_dict, prefix):
        local_metadata = {} if self.metadata is None else self.metadata.get(prefix[:-1], {})
        if self.assign:
            local_metadata["assign_to_params_buffers"] = True
        module._load_from_state_dict(state_dict, prefix, local_metadata, True, self.missing, self.unexpected, self.errors)
        for name, child in module._modules.items():
            if child is not None:
                below = f"{prefix}{name}."
                self.into(child, {k: v for k, v in state_dict.items() if k.startswith(below)}, below)
        keys = _IncompatibleKeys(self.missing, self.unexpected)
        for hook in module._load_state_dict_post_hooks.values():
            if hook(module, keys) is not None:
                raise AssertionError("Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return "
                                     "new values, if incompatible_keys need to be modified, it should be done inplace.")


def _hang(table, hook):
    handle = RemovableHandle(table)
    table[handle.id] = hook
    return handle
