"""torch.utils.hooks: handles on hooks, and the hooks of a module's backward pass."""
from __future__ import annotations

import warnings

from rushlight.autograd.function import Function
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import RemovableHandle                                             # noqa: F401
from rushlight.dispatch import levels


class BackwardHook:
    """Calls a module's backward hooks: the pre-hooks with the gradients of its outputs, the hooks with those of its inputs too.

    The module's inputs and outputs are led through an identity each, whose nodes tell when those gradients are there.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module, self.user_hooks, self.user_pre_hooks = module, user_hooks, user_pre_hooks
        self.grad_outputs = self.n_outputs = self.output_at = self.n_inputs = self.input_at = None

    def setup_input_hook(self, args):
        """The inputs, led through the identity (a lone tensor, or a tuple)."""
        args, self.n_inputs, self.input_at = _through_identity(args, self._at_inputs)
        return args

    def setup_output_hook(self, args):
        """The outputs, led through the identity."""
        args, self.n_outputs, self.output_at = _through_identity(args, self._at_outputs)
        return args

    def _at_outputs(self, _, grad_output):
        """The gradients of the outputs are there."""
        self.grad_outputs = _spread(grad_output, self.output_at, self.n_outputs)
        for hook in self.user_pre_hooks:
            changed = hook(self.module, self.grad_outputs)
            if changed is not None:
                self.grad_outputs = self._checked("Backward pre hook", "grad_output", changed, self.n_outputs)
        grads = tuple([self.grad_outputs[at] for at in self.output_at])
        if not self.input_at:                                   # no input has a gradient: there is nothing more to wait for
            warnings.warn("Full backward hook is firing when gradients are computed with respect to module outputs since no "
                          "inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
                          "#torch.nn.Module.register_full_backward_hook for more details.", stacklevel=2)
            self._call_user_hooks((None,) * self.n_inputs)
        return grads

    def _at_inputs(self, grad_input, _):
        """The gradients of the inputs are there."""
        if self.grad_outputs is None:
            return None                                         # backward did not come through the outputs
        grads = self._call_user_hooks(_spread(grad_input, self.input_at, self.n_inputs))
        return tuple([grads[at] for at in self.input_at])

    def _call_user_hooks(self, grads):
        grad_outputs, self.grad_outputs = self.grad_outputs, None
        for hook in self.user_hooks:
            changed = hook(self.module, grads, grad_outputs)
            if changed is not None:
                if not self.input_at and not _is_nothing(changed):
                    raise RuntimeError("Backward hook for Modules where no input requires gradient should always return None or "
                                       "None for all gradients.")
                grads = self._checked("Backward hook", "grad_input", changed, self.n_inputs)
        return grads

    @staticmethod
    def _checked(kind, name, changed, expected):
        if len(changed) != expected:
            raise RuntimeError(f"{kind} returned an invalid number of {name}, got {len(changed)}, but expected {expected}")
        return tuple(changed)


def _is_nothing(grads):
    return all(g is None for g in (grads if isinstance(grads, tuple) else (grads,)))


def _spread(grads, positions, count):
    """All gradients, with None where there is no tensor."""
    placed = dict(zip(positions, grads))
    return tuple([placed.get(at) for at in range(count)])


def _through_identity(args, hook):
    """The arguments with their tensors led through one node that has the hook, how many they are, and where the tensors were."""
    values = list(args) if isinstance(args, tuple) else [args]
    at = [i for i, v in enumerate(values) if isinstance(v, levels.Tensor)]
    if not any(values[i].requires_grad for i in at) or not mode.enabled:
        return args, len(values), ()
    for i, tensor in zip(at, BackwardHookFunction.apply(*[values[i] for i in at])):
        values[i] = tensor
    node = next(values[i].grad_fn for i in at if values[i].grad_fn is not None)
    node.register_hook(hook)
    if not isinstance(args, tuple):
        return values[0], 1, at
    return type(args)(*values) if hasattr(args, "_fields") else tuple(values), len(values), at


class BackwardHookFunction(Function):
    """The identity; outputs whose inputs need no gradient have none."""

    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[a for a in args if not a.requires_grad])
        return args

    @staticmethod
    def backward(ctx, *args):
        return args


def unserializable_hook(f):
    """Marks a hook that must not travel with the tensor when it is saved."""
    f.__torch_unserializable__ = True
    return f


def warn_if_has_hooks(tensor):
    """Warns of each hook of a tensor that is about to be saved without it."""
    for hook in getattr(tensor, "_backward_hooks", None) or {}:
        if not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate the "
                          f"function with @torch.utils.hooks.unserializable_hook to suppress this warning", stacklevel=2)
