"""torch.autograd.Function: an operation whose derivative the user writes."""
from __future__ import annotations

import functools
import inspect
import warnings

from rushlight.autograd.context import BackwardCFunction, FunctionCtx                        # noqa: F401
from rushlight.autograd.delayed import DelayedError
from rushlight.autograd.function_outputs import place_outputs
from rushlight.autograd.grad_mode import mode, no_grad
from rushlight.autograd.views import edge_of
from rushlight.dispatch import levels
from rushlight.dispatch.eager import linked


class FunctionMeta(type):
    """Makes the node class that goes with a Function class."""

    def __init__(cls, name, bases, attributes):
        super().__init__(name, bases, attributes)
        cls._backward_cls = type(name + "Backward", (BackwardCFunction,), {
            "_forward_cls": cls, "__module__": "torch.autograd.function"})


class Function(metaclass=FunctionMeta):
    """Subclass it with static `forward` and `backward`, and call `apply`."""
    generate_vmap_rule = False
    clear_saved_tensors_on_access = False

    def __init__(self, *args, **kwargs):
        warnings.warn(f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should "
                      f"invoke them on the class itself. Instantiating an autograd function will raise an error in a future "
                      f"version of PyTorch.", DeprecationWarning, stacklevel=2)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
                           "function with static forward method. (Example: "
                           "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")

    @staticmethod
    def forward(*args, **kwargs):
        """Computes the outputs: forward(ctx, ...), or forward(...) with a setup_context beside it."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Fills ctx after forward(...) ran without one."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """Computes the gradients of the inputs, one for each argument of forward."""
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use "
                                  "it with backward mode AD.")

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs):
        """Computes the tangents of the outputs."""
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode "
                                  "AD.")

    @staticmethod
    def vmap(info, in_dims, *args):
        """Computes a batch at once."""
        raise NotImplementedError("To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
                                  "generate_vmap_rule=True.")

    @classmethod
    def backward_method(cls):
        """The method that computes gradients: `backward` or `vjp`, whichever the class has."""
        if cls.vjp is Function.vjp:
            return cls.backward
        if cls.backward is not Function.backward:
            raise RuntimeError("Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only "
                               "implement one of them.")
        return cls.vjp

    @classmethod
    def apply(cls, *args, **kwargs):
        """Runs forward on the arguments and puts the outputs on the tape."""
        if cls.setup_context is not Function.setup_context:
            args, kwargs = _with_defaults(cls.forward, args, kwargs)
        elif levels.active.transforms:
            raise RuntimeError(_NEEDS_SETUP_CONTEXT)
        if levels.active.batch is not None and levels.active.transforms:
            from rushlight.func.functions import apply_own_batching, has_own_batching
            if has_own_batching(cls):
                return apply_own_batching(cls, args, levels.active.batch)
        ctx = object.__new__(cls._backward_cls)
        ctx.tensor_arguments = [i for i, a in enumerate(args) if isinstance(a, levels.Tensor)]
        edges = [edge_of(t) for t in linked([args[i] for i in ctx.tensor_arguments])]
        wanted = {i for i, edge in zip(ctx.tensor_arguments, edges) if edge is not None}
        ctx.needs_input_grad = tuple([i in wanted for i in range(len(args))])
        with no_grad(), levels.at_dual_level(None):
            result = _call_forward(cls, ctx, args, kwargs)
        if cls.setup_context is not Function.setup_context:
            _check_returned_inputs(ctx, args, result)
        outs = place_outputs(ctx, args, result, edges if mode.enabled and wanted else None)
        if levels.active.dual:
            from rushlight.autograd.forward import for_each_level
            from rushlight.autograd.function_tangents import push_tangents
            for_each_level(push_tangents, cls, ctx, args, outs if isinstance(result, tuple) else (outs,))
        return outs


def _check_returned_inputs(ctx, args, result):
    """RuntimeError if forward returned an argument that setup_context keeps: it saw the argument, and no output."""
    kept = [*ctx.to_save, *(ctx.saved_for_forward or ())]
    for out in result if isinstance(result, tuple) else (result,):
        if isinstance(out, levels.Tensor) and any(out is a for a in args) and any(out is t for t in kept) and \
                not any(out is t for t in ctx.dirty_tensors or ()):
            raise RuntimeError("An input that has been returned as-is as output is being saved for backward. This is not "
                               "supported if you override setup_context. You should return and save a view of the input instead, "
                               "e.g. with x.view_as(x) or setup ctx inside the forward function itself.")


_NEEDS_SETUP_CONTEXT = (
    "In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must override the "
    "setup_context staticmethod. For more details, please see https://pytorch.org/docs/main/notes/extending.func.html")


def _with_defaults(forward, args, kwargs):
    """All arguments of the call by position, those left out too: setup_context sees them."""
    bound = inspect.signature(forward).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.args, bound.kwargs


def _call_forward(cls, ctx, args, kwargs):
    if cls.setup_context is Function.setup_context:
        return cls.forward(ctx, *args, **kwargs)
    result = cls.forward(*args, **kwargs)
    cls.setup_context(ctx, args, result)
    return result


class InplaceFunction(Function):
    """The old base class of Functions that may work in place."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


def once_differentiable(fn):
    """Decorates a backward that must not be differentiated: its results carry an error instead of a graph."""
    @functools.wraps(fn)
    def wrapper(ctx, *args):
        with no_grad():
            outputs = fn(ctx, *args)
        if not mode.enabled or not any(isinstance(a, levels.Tensor) and a.requires_grad for a in args):
            return outputs
        several = isinstance(outputs, tuple)
        return _undifferentiable(outputs) if several else _undifferentiable((outputs,))[0]
    return wrapper


def _undifferentiable(outputs):
    """The outputs, each depending on all of them in a way that cannot be differentiated."""
    leaves = [o.detach()._track(True) if isinstance(o, levels.Tensor) else None for o in outputs]
    error = DelayedError("trying to differentiate twice a function that was marked with @once_differentiable", len(leaves))
    made = error(*leaves)
    return made if isinstance(made, tuple) else (made,)


def __getattr__(name):
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.autograd.function", name)
