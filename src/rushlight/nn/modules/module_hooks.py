"""Hooks of modules: the tables, for one module and for all, and a call that runs them."""
from __future__ import annotations

import functools
import warnings
from collections import OrderedDict

from rushlight.autograd.node import RemovableHandle
from rushlight.dispatch import levels
from rushlight.utils.hooks import BackwardHook

# For every module: tables like those that a module has for itself.
_global_forward_pre_hooks, _global_forward_hooks = OrderedDict(), OrderedDict()
_global_forward_hooks_always_called, _global_forward_hooks_with_kwargs = OrderedDict(), OrderedDict()
_global_backward_pre_hooks, _global_backward_hooks = OrderedDict(), OrderedDict()
_global_buffer_registration_hooks, _global_module_registration_hooks = OrderedDict(), OrderedDict()
_global_parameter_registration_hooks = OrderedDict()
_GLOBAL_CALL_HOOKS = (_global_forward_pre_hooks, _global_forward_hooks, _global_backward_pre_hooks, _global_backward_hooks)


class _GlobalKind:
    full = None             # whether the global backward hooks are full ones; None: there has been none


def _register(table, hook, *flags, prepend=False):
    """Hangs a hook into its table, and its number into each of the `flags`, which are tables too."""
    handle = RemovableHandle(table, extra_dict=list(flags) or None)
    table[handle.id] = hook
    for flag in flags:
        flag[handle.id] = True
    if prepend:
        for ordered in (table, *flags):
            ordered.move_to_end(handle.id, last=False)
    return handle


# ---------------------------------------------------------------- for all modules

def register_module_buffer_registration_hook(hook):
    """Calls hook(module, name, buffer) whenever a buffer is registered; a returned tensor takes its place."""
    return _register(_global_buffer_registration_hooks, hook)


def register_module_module_registration_hook(hook):
    """Calls hook(module, name, submodule) whenever a module is registered; a returned module takes its place."""
    return _register(_global_module_registration_hooks, hook)


def register_module_parameter_registration_hook(hook):
    """Calls hook(module, name, parameter) whenever a parameter is registered; a returned one takes its place."""
    return _register(_global_parameter_registration_hooks, hook)


def register_module_forward_pre_hook(hook):
    """Calls hook(module, args) before the forward of every module; what it returns replaces args."""
    return _register(_global_forward_pre_hooks, hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """Calls hook(module, args, output) after the forward of every module; what it returns replaces the output."""
    flags = [table for wanted, table in ((with_kwargs, _global_forward_hooks_with_kwargs),
                                         (always_call, _global_forward_hooks_always_called)) if wanted]
    return _register(_global_forward_hooks, hook, *flags)


def register_module_full_backward_pre_hook(hook):
    """Calls hook(module, grad_output) before the backward of every module; what it returns replaces grad_output."""
    return _register(_global_backward_pre_hooks, hook)


def register_module_full_backward_hook(hook):
    """Calls hook(module, grad_input, grad_output) after the backward of every module."""
    return _register_global_backward(hook, True)


def register_module_backward_hook(hook):
    """As register_module_full_backward_hook, but only around the last operation of each module. Deprecated in torch."""
    return _register_global_backward(hook, False)


def _register_global_backward(hook, full):
    if _GlobalKind.full is not None and _GlobalKind.full is not full:
        raise RuntimeError("Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use "
                           "only one of them.")
    _GlobalKind.full = full
    return _register(_global_backward_hooks, hook)


# ---------------------------------------------------------------- for one module

class HookedCalls:
    """The half of Module that runs when it is called."""

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Calls hook(module, args) before forward, or hook(module, args, kwargs); what it returns replaces them."""
        flags = [self._forward_pre_hooks_with_kwargs] if with_kwargs else []
        return _register(self._forward_pre_hooks, hook, *flags, prepend=prepend)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Calls hook(module, args, output) after forward, with kwargs before the output if wanted; what it returns replaces it.

        `always_call`: even when forward raises.
        """
        flags = [table for wanted, table in ((with_kwargs, self._forward_hooks_with_kwargs),
                                             (always_call, self._forward_hooks_always_called)) if wanted]
        return _register(self._forward_hooks, hook, *flags, prepend=prepend)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Calls hook(module, grad_output) when the gradients of the outputs are there; what it returns replaces them."""
        return _register(self._backward_pre_hooks, hook, prepend=prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """Calls hook(module, grad_input, grad_output) when the gradients of the inputs are there."""
        self._set_kind_of_backward_hooks(True)
        return _register(self._backward_hooks, hook, prepend=prepend)

    def register_backward_hook(self, hook):
        """As register_full_backward_hook, but only around the last operation of forward. Deprecated in torch."""
        self._set_kind_of_backward_hooks(False)
        return _register(self._backward_hooks, hook)

    def _set_kind_of_backward_hooks(self, full):
        if self._is_full_backward_hook not in (None, full):
            raise RuntimeError("Cannot use both regular backward hooks and full backward hooks on a single Module. Please use "
                               "only one of them.")
        self._is_full_backward_hook = full

    def _get_backward_hooks(self):
        """The full backward hooks and the others, each the global ones first."""
        full, other = [], []
        (full if _GlobalKind.full else other).extend(_global_backward_hooks.values())
        (full if self._is_full_backward_hook else other).extend(self._backward_hooks.values())
        return full, other

    def _get_backward_pre_hooks(self):
        return [*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]

    # ---- the call

    def _call_impl(self, *args, **kwargs):
        if not (self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or self._backward_pre_hooks
                or any(_GLOBAL_CALL_HOOKS)):
            return self.forward(*args, **kwargs)
        call = _Call(self, args, kwargs)
        try:
            return call.run()
        except Exception:
            call.run_hooks_still_due()
            raise

    def _wrapped_call_impl(self, *args, **kwargs):
        if self._compiled_call_impl is not None:
            return self._compiled_call_impl(*args, **kwargs)
        return self._call_impl(*args, **kwargs)

    def __call__(self, *args, **kwargs):
        return self._wrapped_call_impl(*args, **kwargs)


class _Call:
    """One call of a module that has hooks."""

    def __init__(self, module, args, kwargs):
        self.module, self.args, self.kwargs, self.result = module, args, kwargs, None
        self.called = set()                                     # the numbers of the forward hooks that have run

    def run(self):
        module = self.module
        full, other = module._get_backward_hooks()
        before = module._get_backward_pre_hooks()
        for number, hook in [*_global_forward_pre_hooks.items(), *module._forward_pre_hooks.items()]:
            self._run_pre_hook(hook, number in module._forward_pre_hooks_with_kwargs)
        backward = BackwardHook(module, full, before) if full or before else None
        if backward is not None:
            self.args = backward.setup_input_hook(self.args)
        self.result = module.forward(*self.args, **self.kwargs)
        for number, hook, with_kwargs, _ in self._forward_hooks():
            self.called.add(number)
            self._run_hook(hook, with_kwargs)
        if backward is not None:
            self._watch_outputs(backward)
        if other:
            self._hang_other_hooks(other)
        return self.result

    def _run_pre_hook(self, hook, with_kwargs):
        if not with_kwargs:
            changed = hook(self.module, self.args)
            if changed is not None:
                self.args = changed if isinstance(changed, tuple) else (changed,)
            return
        changed = hook(self.module, self.args, self.kwargs)
        if changed is None:
            return
        if not isinstance(changed, tuple) or len(changed) != 2:
            raise RuntimeError(f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {changed}.")
        self.args, self.kwargs = changed

    def _forward_hooks(self):
        """(number, hook, whether it takes kwargs, where it comes from), the global hooks first."""
        module = self.module
        for number, hook in list(_global_forward_hooks.items()):
            yield number, hook, number in _global_forward_hooks_with_kwargs, "global module"
        for number, hook in list(module._forward_hooks.items()):
            yield number, hook, number in module._forward_hooks_with_kwargs, "module"

    def _run_hook(self, hook, with_kwargs):
        changed = hook(self.module, self.args, *([self.kwargs] if with_kwargs else []), self.result)
        if changed is not None:
            self.result = changed

    def run_hooks_still_due(self):
        """After an error: the hooks that asked to be called always."""
        due = {*_global_forward_hooks_always_called, *self.module._forward_hooks_always_called} - self.called
        for number, hook, with_kwargs, whose in self._forward_hooks():
            if number not in due:
                continue
            try:
                self._run_hook(hook, with_kwargs)
            except Exception as error:
                warnings.warn(f"{whose} forward hook with ``always_call=True`` raised an exception that was silenced as another "
                              f"error was raised in forward: {error}", stacklevel=4)

    def _watch_outputs(self, backward):
        if not isinstance(self.result, (levels.Tensor, tuple)):
            warnings.warn("For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received "
                          f"{type(self.result)}", stacklevel=5)
        self.result = backward.setup_output_hook(self.result)

    def _hang_other_hooks(self, hooks):
        """Hooks of the older kind go on the node of the first output."""
        value = self.result
        while not isinstance(value, levels.Tensor):
            value = next(v for v in value.values() if isinstance(v, levels.Tensor)) if isinstance(value, dict) else value[0]
        node = value.grad_fn
        if node is None:
            return
        for hook in hooks:
            node.register_hook(functools.partial(hook, self.module))
        text = _what_is_missed(self.args, self.result, node)
        if text is not None:
            warnings.warn(text, FutureWarning, stacklevel=5)


# ---------------------------------------------------------------- what the older backward hooks do not see

_MISSED = ("Using {} is deprecated and will be removed in future versions. This hook will be missing some {}. Please use "
           "register_full_backward_hook to get the documented behavior.")


def _what_is_missed(args, result, node):
    """The warning that a backward hook of the older kind deserves, or None."""
    shape = "non-full backward hooks on a Module that does not {} a single Tensor or a tuple of Tensors"
    outputs, inputs = _as_tensors(result), _as_tensors(args)
    if outputs is None:
        return _MISSED.format(shape.format("return"), "of the grad_output")
    if inputs is None:
        return _MISSED.format(shape.format("take as input"), "of the grad_input")
    if any(t.grad_fn is not None and t.grad_fn is not node for t in outputs):
        return _MISSED.format("a non-full backward hook when outputs are generated by different autograd Nodes", "grad_output")
    if {t.grad_fn for t in inputs if t.grad_fn is not None} != {needed for needed, _ in node.next_functions}:
        return _MISSED.format("a non-full backward hook when the forward contains multiple autograd Nodes", "grad_input")
    return None


def _as_tensors(value):
    values = value if isinstance(value, tuple) else (value,)
    return values if all(isinstance(v, levels.Tensor) for v in values) else None
