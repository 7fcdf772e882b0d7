"""torch.library: operators that programs define in Python, which are then found under torch.ops too.

There is no C++ dispatcher behind them: an operator is a function, and a custom autograd Function where gradients are wanted.
"""
from __future__ import annotations

import functools
import inspect
from types import SimpleNamespace

from rushlight.autograd import grad_mode
from rushlight.autograd.function import Function
from rushlight.errors import missing_attribute, refuse
from rushlight.tensor import Tensor
from rushlight.unbuilt import refusing

_operators = {}                                             # (namespace, name) -> operator
_awaited_fakes = {}                                         # the same -> what was registered before there was an operator
__getattr__ = refusing("torch.library", "Library define fallthrough_kernel impl impl_abstract infer_schema opcheck "
                                        "register_autocast register_torch_dispatch triton_op wrap_triton")


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """An operator "namespace::name" that computes `fn`; a decorator without `fn`. `schema` speaks for missing annotations."""
    if fn is None:
        return lambda fn: custom_op(name, fn, mutates_args=mutates_args, device_types=device_types, schema=schema, tags=tags)
    namespace, name = name.split("::")
    if schema is None:
        _check_annotations(fn)
    made = CustomOpDef(namespace, name, fn, mutates_args)
    made.register_kernel(device_types, fn)
    made._fake = _awaited_fakes.pop((namespace, name), None)
    _operators[namespace, name] = made
    return made


def _check_annotations(fn):
    signature = inspect.signature(fn)
    for name, parameter in signature.parameters.items():
        if parameter.annotation is parameter.empty:
            raise ValueError(f"infer_schema(func): Parameter {name} must have a type annotation. Got func with signature "
                             f"{signature})")


class CustomOpDef:
    """An operator. Calls compute it, and record one node where an argument requires gradients."""

    def __init__(self, namespace, name, fn, mutates_args):
        self._namespace, self._name, self._qualname = namespace, name, f"{namespace}::{name}"
        self._signature = inspect.signature(fn)
        self._mutated = ("unknown",) if mutates_args == "unknown" else tuple(mutates_args)
        self._kernel = self._fake = self._vmap = None
        self._backward, self._setup_context = self._no_backward, None
        unknown = {*self._mutated} - {*self._signature.parameters, "unknown"}
        if unknown:
            raise ValueError(f"infer_schema(func): {unknown} in mutates_args were not found in the custom op's signature")

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    @property
    def default(self):
        """The operator itself: it has one overload."""
        return self

    def register_kernel(self, device_types, fn=None, /):
        """Computes with `fn` on these devices; those that are not the CPU never ask."""
        if fn is None:
            return lambda fn: self.register_kernel(device_types, fn)
        if device_types is None or "cpu" in ([device_types] if isinstance(device_types, str) else device_types):
            self._kernel = fn
        return fn

    def register_fake(self, fn, /):
        """Asks `fn` for the outputs where arguments are meta tensors."""
        self._fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        """Gradients: backward(ctx, *grads), of what setup_context(ctx, inputs, output) kept."""
        if self._mutated:
            raise RuntimeError(f"Cannot register autograd formula for non-functional operator {self}. Please create a functional "
                               "operator and register an autograd formula for that.")
        self._backward, self._setup_context = backward, setup_context

    def register_vmap(self, func=None):
        """Under vmap: func(info, in_dims, *args) -> (outputs, out_dims)."""
        if func is None:
            return self.register_vmap
        self._vmap = func
        return func

    def __call__(self, *args, **kwargs):
        call = self._bound(args, kwargs)
        tensors = [a for a in call.args if isinstance(a, Tensor)]
        if self._mutated:
            with grad_mode.no_grad():
                return self._compute(*call.args, **call.kwargs)
        if self._vmap is None and not (grad_mode.is_grad_enabled() and any(t.requires_grad for t in tensors)):
            return self._compute(*call.args, **call.kwargs)
        return self._function(call.kwargs).apply(*call.args)

    def _bound(self, args, kwargs):
        try:
            call = self._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise RuntimeError(f"{self._qualname}() {error}") from None
        call.apply_defaults()
        return call

    def _compute(self, *args, **kwargs):
        if any(isinstance(a, Tensor) and a.is_meta for a in args):
            return self._compute_fake(*args, **kwargs)
        if self._kernel is None:
            raise NotImplementedError(f"Could not run '{self._qualname}' with arguments from the 'CPU' backend: it has no kernel "
                                      "for it; register_kernel(\"cpu\", fn) gives it one.")
        out = self._kernel(*args, **kwargs)
        parts = out if isinstance(out, (tuple, list)) else (out,)
        if any(part is a for part in parts for a in args if isinstance(a, Tensor)):
            raise RuntimeError(f"{self._qualname}: The output of this custom operator (1) must not also be an input to this "
                               "custom operator and (2) may not alias any inputs to this custom operator or other returns.")
        return out

    def _compute_fake(self, *args, **kwargs):
        if self._fake is None:
            raise RuntimeError(f"There was no fake impl registered for {self}. Meta tensors need one: `f.register_fake`.")
        return self._fake(*args, **kwargs)

    def _function(self, options):
        """The class of the node, under torch's name."""
        members = {"forward": staticmethod(lambda *args: self._compute(*args, **options)), "setup_context": self._kept,
                   "backward": staticmethod(self._backward), "generate_vmap_rule": self._vmap is None}
        if self._vmap is not None:
            members["vmap"] = staticmethod(self._vmap)
        return type(f"GeneratedBackwardFor_{self._namespace}_{self._name}_default", (Function,), members)

    def _kept(self, ctx, inputs, output):
        if self._setup_context is not None:
            self._setup_context(ctx, inputs, output)

    def _no_backward(self, ctx, *grads):
        raise RuntimeError(f"Trying to backward through {self._namespace}.{self._name}.default but no autograd formula was "
                           "registered. Please use register_autograd to add one.")


def register_kernel(op, device_types, func=None, /):
    """CustomOpDef.register_kernel of an operator, or of the one of that name."""
    return _operator(op).register_kernel(device_types, func)


def register_fake(op, func=None, /):
    """CustomOpDef.register_fake, likewise; a decorator without `func`. One that comes before its operator is kept for it:
    libraries whose operators are compiled are imported without them."""
    if func is None:
        return lambda func: register_fake(op, func)
    key = None if isinstance(op, CustomOpDef) else tuple(op.split("::"))
    if key is None or key in _operators:
        return _operator(op).register_fake(func)
    return _awaited_fakes.setdefault(key, func)


def register_autograd(op, backward, /, *, setup_context=None):
    """CustomOpDef.register_autograd, likewise."""
    _operator(op).register_autograd(backward, setup_context=setup_context)


def register_vmap(op, func=None, /):
    """CustomOpDef.register_vmap, likewise."""
    return _operator(op).register_vmap(func)


def _operator(op):
    found = op if isinstance(op, CustomOpDef) else _operators.get(tuple(op.split("::")))
    if found is None:
        raise RuntimeError(f"operator {op} does not exist")
    return found


def namespace(name):
    """torch.ops.<name>: the operators that were defined under it. AttributeError if none was."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    if name in ("aten", "prim", "prims"):
        return _built_in(f"torch.ops.{name}")
    found = {op: made for (owner, op), made in _operators.items() if owner == name}
    if not found:
        raise missing_attribute("torch.ops", name)
    return SimpleNamespace(**found)


def _load_library(path):
    """OSError: compiled operators are linked with PyTorch's own library."""
    raise OSError(f"{path}: rushlight loads no compiled operators")


_FUNCTIONS = {"load_library": _load_library}


class _BuiltIn:
    """The name of an operator of PyTorch's own, as libraries compare it; calls are refused, for torch.* has the functions."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return self._name.removeprefix("torch.ops.")

    def __call__(self, *args, **kwargs):
        refuse(f"calls of {self._name}")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _built_in(f"{self._name}.{name}")


_built_in = functools.cache(_BuiltIn)
