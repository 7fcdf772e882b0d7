"""torch.utils.checkpoint: backward computes a part of the program again, rather than keep what it needs of it."""
from __future__ import annotations

import contextlib
import warnings

from rushlight.autograd import backward
from rushlight.autograd.engine import current
from rushlight.autograd.function import Function
from rushlight.autograd.grad_mode import enable_grad, mode
from rushlight.dispatch import levels
from rushlight.errors import missing_attribute
from rushlight.utils.call_log import CallLog
from rushlight.utils.recomputation import CheckpointError, Frame, GraphExecGroup, Surroundings  # noqa: F401

_NOT_SAID = ("{0}: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, calling checkpoint without "
             "use_reentrant will raise an exception. use_reentrant=False is recommended, but if you need to preserve the current "
             "default behavior, you can pass use_reentrant=True. Refer to docs for more details on the differences between the "
             "two variants.")


class _Settings:
    early_stop = debug = None       # what set_checkpoint_early_stop and set_checkpoint_debug_enabled say; None: each call does


def noop_context_fn():
    """Two contexts that do nothing."""
    return contextlib.nullcontext(), contextlib.nullcontext()


def checkpoint(function, *args, use_reentrant=None, context_fn=noop_context_fn, determinism_check="default", debug=False,
               early_stop=True, **kwargs):
    """Returns function(*args, **kwargs), whose intermediate results backward computes again.

    Without reentrance backward goes on in the same graph, and stops computing when it has what it needs; with it, it starts a
    backward of its own. CheckpointError if the second run saves other tensors than the first.
    """
    if use_reentrant is None:
        warnings.warn(_NOT_SAID.format("torch.utils.checkpoint"), stacklevel=2)
        use_reentrant = True
    preserve_rng_state = kwargs.pop("preserve_rng_state", True)
    if not use_reentrant:
        return _without_reentrance(function, args, kwargs, preserve_rng_state, context_fn, determinism_check, debug, early_stop)
    if kwargs:
        raise ValueError(f"Unexpected keyword arguments: {','.join(kwargs)}")
    if context_fn is not noop_context_fn or debug is not False:
        raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """Runs functions (a list, or a module's children) one after the other, in checkpointed segments; the last is not one."""
    if use_reentrant is None:
        warnings.warn(_NOT_SAID.format("torch.utils.checkpoint.checkpoint_sequential"), stacklevel=2)
        use_reentrant = True
    preserve_rng_state = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError(f"Unexpected keyword arguments: {','.join(kwargs)}")
    functions = list(functions.children() if hasattr(functions, "children") else functions)
    size = len(functions) // segments
    for start in range(0, size * (segments - 1), size):
        input = checkpoint(_chain(functions[start:start + size]), input, use_reentrant=use_reentrant,
                           preserve_rng_state=preserve_rng_state)
    return _chain(functions[size * (segments - 1):])(input)


def _chain(functions):
    def run(input):
        for function in functions:
            input = function(input)
        return input
    return run


# ---------------------------------------------------------------- settings

class set_checkpoint_early_stop:
    """Inside, checkpoints stop their second run early, or do not, whatever they were told."""

    def __init__(self, enable):
        self.enable = enable

    def __enter__(self):
        self.before, _Settings.early_stop = _Settings.early_stop, self.enable

    def __exit__(self, *_):
        _Settings.early_stop = self.before


class set_checkpoint_debug_enabled:
    """Inside, checkpoints debug, or do not, whatever they were told (None: as they were told)."""

    def __init__(self, enabled):
        self.enabled = enabled

    def __enter__(self):
        self.before, _Settings.debug = _Settings.debug, self.enabled

    def __exit__(self, *_):
        _Settings.debug = self.before


# ---------------------------------------------------------------- in the same graph

def _without_reentrance(function, args, kwargs, preserve_rng_state, context_fn, determinism_check, debug, early_stop):
    if determinism_check not in _DESCRIPTIONS:
        raise ValueError(f"determinism_check should be one of {list(_DESCRIPTIONS)}, but got {determinism_check}")
    forward_context, recompute_context = context_fn()
    if not mode.enabled:
        with forward_context:
            return function(*args, **kwargs)
    stops = early_stop if _Settings.early_stop is None else _Settings.early_stop
    log = CallLog() if (debug if _Settings.debug is None else _Settings.debug) else None
    frame = Frame(function, args, kwargs, preserve_rng_state, recompute_context, _DESCRIPTIONS[determinism_check], stops, log)
    with frame.hooks(), forward_context, log or contextlib.nullcontext():
        result = function(*args, **kwargs)
    frame.finished = True
    return result


_DESCRIPTIONS = {
    "default": lambda tensor: {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device},
    "none": lambda tensor: None,
}


# ---------------------------------------------------------------- with a backward of its own

class CheckpointFunction(Function):
    """The call as one op, whose backward runs the function again and goes backward through it."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        if not any(isinstance(a, levels.Tensor) and a.requires_grad for a in args):
            warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=4)
        ctx.run_function = run_function
        ctx.surroundings = Surroundings(preserve_rng_state)
        ctx.others = [None if isinstance(a, levels.Tensor) else a for a in args]
        ctx.tensors_at = [at for at, a in enumerate(args) if isinstance(a, levels.Tensor)]
        ctx.save_for_backward(*[args[at] for at in ctx.tensors_at])
        return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if current.sweep.targets is not None:
            raise RuntimeError("When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an "
                               "`inputs` parameter to .backward(). To resolve this error, you can either set "
                               "use_reentrant=False, or call .backward() without passing the `inputs` argument.")
        inputs = list(ctx.others)
        for at, tensor in zip(ctx.tensors_at, ctx.saved_tensors):
            inputs[at] = tensor.detach().requires_grad_(tensor.requires_grad)
        with ctx.surroundings, enable_grad():
            outputs = ctx.run_function(*inputs)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        tracked = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, levels.Tensor) and o.requires_grad]
        if not tracked:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        backward(*zip(*tracked))
        return (None, None, *[i._grad if isinstance(i, levels.Tensor) else None for i in inputs])


def __getattr__(name):
    raise missing_attribute("torch.utils.checkpoint", name)
