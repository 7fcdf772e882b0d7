"""Module: a tree of parameters, buffers and further modules, with a forward."""
from __future__ import annotations

import inspect
import warnings
from collections import OrderedDict

from rushlight.__future__ import get_overwrite_module_params_on_conversion, get_swap_module_params_on_conversion
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch import levels
from rushlight.dtypes import bfloat16, float16, float32, float64
from rushlight.nn.modules.destination import parse_to
from rushlight.nn.modules.module_hooks import (                                                 # noqa: F401
    HookedCalls, _global_backward_hooks, _global_backward_pre_hooks, _global_buffer_registration_hooks, _global_forward_hooks,
    _global_forward_hooks_always_called, _global_forward_hooks_with_kwargs, _global_forward_pre_hooks,
    _global_module_registration_hooks, _global_parameter_registration_hooks,
    register_module_backward_hook, register_module_buffer_registration_hook, register_module_forward_hook,
    register_module_forward_pre_hook, register_module_full_backward_hook, register_module_full_backward_pre_hook,
    register_module_module_registration_hook, register_module_parameter_registration_hook)
from rushlight.nn.modules.module_state import (                                                 # noqa: F401
    _EXTRA_STATE_KEY_SUFFIX, Stateful, _IncompatibleKeys, _WrappedHook)
from rushlight.nn.parameter import Buffer, Parameter
from rushlight.utils.swapping import swap_tensors

# The tables of hooks that every module has, in the order in which torch makes them.
_TABLES = ("_backward_pre_hooks", "_backward_hooks", "_is_full_backward_hook", "_forward_hooks", "_forward_hooks_with_kwargs",
           "_forward_hooks_always_called", "_forward_pre_hooks", "_forward_pre_hooks_with_kwargs", "_state_dict_hooks",
           "_state_dict_pre_hooks", "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks")


class Module(HookedCalls, Stateful):
    """The base of everything that has parameters. A subclass calls `super().__init__()`, sets attributes, and has a `forward`."""
    _version = 1
    dump_patches = call_super_init = False
    _compiled_call_impl = None

    def __init__(self, *args, **kwargs):
        if not self.call_super_init and (args or kwargs):
            what = f"takes 1 positional argument but {len(args) + 1} were given" if args and not kwargs else \
                f"got an unexpected keyword argument '{next(iter(kwargs))}'"
            raise TypeError(f"{type(self).__name__}.__init__() {what}")
        put = super().__setattr__
        put("training", True)
        put("_parameters", {})
        put("_buffers", {})
        put("_non_persistent_buffers_set", set())
        for name in _TABLES:
            put(name, None if name == "_is_full_backward_hook" else OrderedDict())
        put("_modules", {})
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def forward(self, *input):
        """What the module computes. A subclass says it."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    # ---------------------------------------------------------------- registering

    def register_parameter(self, name, param):
        """Adds a parameter (or None, a place for one) under a name."""
        self._check_name("parameter", name, self._parameters if "_parameters" in self.__dict__ else None)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{_type_name(param)}' object to parameter '{name}' (torch.nn.Parameter or None "
                            f"required)")
        if param is not None and param.grad_fn is not None:
            raise ValueError(f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. "
                             f"To express '{name}' as a function of another Tensor, compute the value in the forward() method.")
        self._parameters[name] = None if param is None else \
            _after_hooks(_global_parameter_registration_hooks, self, name, param)

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that is not learned (or None) under a name; one that is not `persistent` stays out of state_dict."""
        self._check_name("buffer", name, self._buffers if "_buffers" in self.__dict__ else None)
        if tensor is not None and not _is_like_tensor(tensor):
            raise TypeError(f"cannot assign '{_type_name(tensor)}' object to buffer '{name}' (torch Tensor or None required)")
        self._buffers[name] = _after_hooks(_global_buffer_registration_hooks, self, name, tensor)
        (self._non_persistent_buffers_set.discard if persistent else self._non_persistent_buffers_set.add)(name)

    def add_module(self, name, module):
        """Adds a child (or None) under a name."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{_type_name(module)} is not a Module subclass")
        self._check_name("module", name, self._modules if "_modules" in self.__dict__ else None)
        self._modules[name] = _after_hooks(_global_module_registration_hooks, self, name, module)

    def register_module(self, name, module):
        """The same as add_module."""
        self.add_module(name, module)

    def _check_name(self, kind, name, table):
        if table is None:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {_type_name(name)}")
        if hasattr(self, name) and name not in table:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')

    # ---------------------------------------------------------------- attributes

    def __getattr__(self, name):
        for table in ("_parameters", "_buffers", "_modules"):
            found = self.__dict__.get(table)
            if found is not None and name in found:
                return found[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        tables = self.__dict__
        if isinstance(value, Parameter):
            self._require_tables("parameters")
            self._remove_elsewhere(name, "_parameters")
            self.register_parameter(name, value)
        elif name in tables.get("_parameters", ()):
            if value is not None:
                raise TypeError(f"cannot assign '{_type_name(value)}' as parameter '{name}' (torch.nn.Parameter or None "
                                f"expected)")
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            self._require_tables("module")
            self._remove_elsewhere(name, "_modules")
            self._modules[name] = _after_hooks(_global_module_registration_hooks, self, name, value)
        elif name in tables.get("_modules", ()):
            if value is not None:
                raise TypeError(f"cannot assign '{_type_name(value)}' as child module '{name}' (torch.nn.Module or None "
                                f"expected)")
            self._modules[name] = _after_hooks(_global_module_registration_hooks, self, name, value)
        elif isinstance(value, Buffer) or name in tables.get("_buffers", ()):
            self._set_buffer(name, value)
        else:
            super().__setattr__(name, value)

    def _set_buffer(self, name, value):
        if value is not None and not _is_like_tensor(value):
            raise TypeError(f"cannot assign '{_type_name(value)}' as buffer '{name}' (torch.nn.Buffer, torch.Tensor or None "
                            f"expected)")
        self._require_tables("buffer")
        if isinstance(value, Buffer):
            self._register_as_told(name, value)
        else:
            self._buffers[name] = _after_hooks(_global_buffer_registration_hooks, self, name, value)

    def _register_as_told(self, name, value):
        """Registers a Buffer; a subclass may have a register_buffer without `persistent`."""
        if "persistent" in inspect.signature(self.register_buffer).parameters:
            self.register_buffer(name, value, value.persistent)
        elif value.persistent:
            self.register_buffer(name, value)
        else:
            raise RuntimeError("Registering a non-persistent buffer on a Module subclass that implements register_buffer() "
                               "without the persistent argument is not allowed.")

    def _require_tables(self, what):
        if "_modules" not in self.__dict__:
            raise AttributeError(f"cannot assign {what} before Module.__init__() call")

    def _remove_elsewhere(self, name, kept):
        """A name means one thing: takes it out of everything but its new table."""
        for table in (self.__dict__, *[self.__dict__[t] for t in ("_parameters", "_buffers", "_modules") if t != kept]):
            table.pop(name, None)
        if kept != "_buffers":
            self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name):
        for table in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__.get(table, ()):
                del self.__dict__[table][name]
                self._non_persistent_buffers_set.discard(name)
                return
        super().__delattr__(name)

    def __dir__(self):
        names = {*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers}
        return sorted(name for name in names if not name[0].isdigit())

    def __setstate__(self, state):
        self.__dict__.update(state)
        for name in _TABLES:                                    # of a module that an older version pickled
            self.__dict__.setdefault(name, None if name == "_is_full_backward_hook" else OrderedDict())
        self.__dict__.setdefault("_non_persistent_buffers_set", set())

    def __getstate__(self):
        return {name: value for name, value in self.__dict__.items() if name != "_compiled_call_impl"}

    # ---------------------------------------------------------------- walking the tree

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        """(full name, member) for each (name, member) that get_members_fn(module) gives."""
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in get_members_fn(module):
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield f"{path}.{name}" if path else name, member

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """Yields (name, parameter) pairs."""
        yield from self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        """Yields the parameters."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """Yields (name, buffer) pairs."""
        yield from self._named_members(lambda module: module._buffers.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """Yields the buffers."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_children(self):
        """Yields (name, module) for each child, each module once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        """Yields the children."""
        for _, module in self.named_children():
            yield module

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Yields (name, module) for this module, whose name is empty, and all below it."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def modules(self, remove_duplicate=True):
        """Yields this module and all below it."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    # ---------------------------------------------------------------- by path

    def get_submodule(self, target):
        """The module at a dotted path. AttributeError if there is none."""
        module = self
        for name in target.split(".") if target else ():
            module = _attribute(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def set_submodule(self, target, module, strict=False):
        """Puts a module at a dotted path; `strict`: only where one is already."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        if hasattr(parent, name) and not isinstance(getattr(parent, name), Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target):
        """The parameter at a dotted path. AttributeError if there is none."""
        return self._get_tensor(target, lambda module, name, found: isinstance(found, Parameter), "an nn.Parameter")

    def get_buffer(self, target):
        """The buffer at a dotted path. AttributeError if there is none."""
        return self._get_tensor(target, lambda module, name, found: name in module._buffers, "a buffer")

    def _get_tensor(self, target, fits, kind):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        found = _attribute(module, name)
        if not fits(module, name, found):
            raise AttributeError(f"`{name}` is not {kind}")
        return found

    # ---------------------------------------------------------------- changing everything in the tree

    def apply(self, fn):
        """Calls fn(module) for each module, children first, and returns this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        """Switches training mode here and below, and returns the module."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Switches training mode off here and below, and returns the module."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Switches requires_grad of all parameters, and returns the module."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Forgets the gradients of all parameters, or fills them with zeros."""
        if getattr(self, "_is_replica", False):
            warnings.warn("Calling .zero_grad() from a module created with nn.DataParallel() has no effect. The parameters are "
                          "copied (in a differentiable manner) from the original module. This means they are not leaf nodes in "
                          "autograd and so don't accumulate gradients. If you need gradients in your forward method, consider "
                          "using autograd.grad instead.", stacklevel=2)
        for parameter in self.parameters():
            if parameter._grad is None:
                continue
            if set_to_none:
                parameter.grad = None
            else:
                if parameter.grad.grad_fn is not None:
                    parameter.grad.detach_()
                else:
                    parameter.grad.requires_grad_(False)
                parameter.grad.zero_()

    def _apply(self, fn, recurse=True):
        """Replaces every parameter, gradient and buffer by fn of it; parameters stay the objects that they are."""
        if recurse:
            for module in self.children():
                module._apply(fn)
        for name, parameter in self._parameters.items():
            if parameter is not None:
                self._parameters[name] = self._converted(name, parameter, fn)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def _converted(self, name, parameter, fn):
        """The parameter, or what takes its place, with its value and gradient put through `fn`."""
        with no_grad():
            value, grad = fn(parameter), parameter._grad
            if grad is not None:
                new_grad = fn(grad).requires_grad_(grad.requires_grad)
            if get_swap_module_params_on_conversion():
                made = Parameter(value, parameter.requires_grad)
                try:
                    if grad is not None:
                        swap_tensors(grad, new_grad)
                        made._grad = grad
                    swap_tensors(parameter, made)
                except Exception as error:
                    raise RuntimeError(f"_apply(): Couldn't swap {self._get_name()}.{name}") from error
                return parameter
            if get_overwrite_module_params_on_conversion():
                parameter = Parameter(value, parameter.requires_grad)
            else:
                parameter.data = value
            if grad is not None:
                parameter._grad = new_grad
        return parameter

    def to(self, *args, **kwargs):
        """Moves and converts parameters and buffers as Tensor.to does; only floating point ones change their type."""
        device, dtype, non_blocking, memory_format = parse_to(*args, **kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")
        if dtype is not None and dtype.is_complex:
            warnings.warn("Complex modules are a new feature under active development whose design may change, and some modules "
                          "might not work as expected when using complex tensors as parameters or buffers. Please file an issue "
                          "at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml if a complex module does not "
                          "work as expected.", stacklevel=2)

        def convert(tensor):
            if tensor.is_meta and device is not None and device.type != "meta":
                raise NotImplementedError("Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() "
                                          "instead of torch.nn.Module.to() when moving module from meta to a different device.")
            changes = dtype if tensor.is_floating_point() or tensor.is_complex() else None
            options = {"memory_format": memory_format} if memory_format is not None and tensor.dim() in (4, 5) else {}
            return tensor.to(device, changes, non_blocking, **options)
        return self._apply(convert)

    def to_empty(self, *, device, recurse=True):
        """Gives parameters and buffers new memory on a device, without their values."""
        from rushlight.dispatch.namespace import tensors as F
        return self._apply(lambda t: F.empty_like(t, device=device), recurse=recurse)

    def type(self, dst_type):
        """Converts all parameters and buffers to a type."""
        return self._apply(lambda t: t.type(dst_type))

    def cpu(self):
        """The module itself: its memory is the CPU's."""
        return self._apply(lambda t: t.cpu())

    def cuda(self, device=None):
        """Raises: there is no such device."""
        return self._apply(lambda t: t.cuda(device))

    def xpu(self, device=None):
        """Raises: there is no such device."""
        return self._apply(lambda t: t.xpu(device))

    def share_memory(self):
        """Moves parameters and buffers to memory that forked processes share."""
        return self._apply(lambda t: t.share_memory_())

    def float(self):
        """Converts floating point parameters and buffers to float32."""
        return self._to_floating(float32)

    def double(self):
        """Converts floating point parameters and buffers to float64."""
        return self._to_floating(float64)

    def half(self):
        """Converts floating point parameters and buffers to float16."""
        return self._to_floating(float16)

    def bfloat16(self):
        """Converts floating point parameters and buffers to bfloat16."""
        return self._to_floating(bfloat16)

    def _to_floating(self, dtype):
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() else t)

    def compile(self, *args, **kwargs):
        """Checks the arguments of torch.compile, which returns what it is given."""
        from rushlight.compiler import compile
        self._compiled_call_impl = compile(self._call_impl, *args, **kwargs)

    def _replicate_for_data_parallel(self):
        """A copy with tables of its own and no parameters: torch.nn.parallel puts their copies in."""
        replica = self.__new__(type(self))
        replica.__dict__ = {**self.__dict__, "_parameters": {}, "_buffers": self._buffers.copy(),
                            "_modules": self._modules.copy(), "_is_replica": True}
        return replica

    # ---------------------------------------------------------------- showing

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """What stands between the brackets."""
        return ""

    def __repr__(self):
        extra = self.extra_repr().split("\n") if self.extra_repr() else []
        children = [f"({name}): {_indented(repr(module))}" for name, module in self._modules.items()]
        if len(extra) == 1 and not children:
            return f"{self._get_name()}({extra[0]})"
        lines = extra + children
        return f"{self._get_name()}(" + ("\n  " + "\n  ".join(lines) + "\n" if lines else "") + ")"


def _indented(text, spaces=2):
    first, *rest = text.split("\n")
    return "\n".join([first, *[" " * spaces + line for line in rest]])


def _attribute(module, name):
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return getattr(module, name)


def _after_hooks(table, module, name, value):
    """The value to register: what the last hook that returned something returned."""
    for hook in table.values():
        changed = hook(module, name, value)
        value = value if changed is None else changed
    return value


def _is_like_tensor(value):
    return isinstance(value, levels.Tensor) or hasattr(value, "__torch_function__")


def _type_name(value):
    """The name of a value's type as torch shows it."""
    if isinstance(value, levels.Tensor):
        return value.type()
    kind = value if isinstance(value, type) else type(value)
    module = kind.__module__
    return kind.__qualname__ if module in ("builtins", "__builtin__") else f"{module}.{kind.__qualname__}"
