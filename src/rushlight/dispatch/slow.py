"""The slow path: a call with anything besides plain tensors in ordinary use."""
from __future__ import annotations

import numpy as np

from rushlight.autograd.grad_mode import mode
from rushlight.backends.meta import any_alive
from rushlight.backends.quiet import quiet
from rushlight.device import default_device, is_meta
from rushlight.dispatch import levels
from rushlight.dispatch.checking import are_operands, check_arguments, check_factory_options, factory_dtype, require_grad
from rushlight.dispatch.eager import compose, compute, eager, unwrap
from rushlight.dispatch.levels import active
from rushlight.dispatch.overrides import answered, call_override, find_override
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.writing import write_out, write_result
from rushlight.dtypes import of_numpy
from rushlight.storage import mark_inference

casting = None          # what runs an op under autocast, once that is loaded: see autocast.py


def slow(op, args, out):
    """Runs one call with whatever is active in this thread."""
    return answered(_attempt(op, args, out), op, args)


def _attempt(op, args, out):
    if find_override(args) is not None:
        return call_override(op.function, op, args, out)
    args = check_arguments(op, args)
    if out is not None:
        return write_out(op, args, out)
    if casting is not None and (run_cast := casting(op)) is not None:
        return run_cast(op, args)
    if op.composite:
        return compose(op, args)
    return run(op, args)


def run(op, args):
    """The result of a call whose arguments are in order, at the level that is active."""
    if active.level is not None:
        return active.level(op, args)
    result = eager(op, args)
    if active.dual:
        from rushlight.autograd.forward import push_forward
        push_forward(op, args, result)
    return result


def slow_operator(op, args, out):
    """As `slow`, for a Python operator: what is no operand gets its own chance to handle the expression."""
    if not isinstance(args[0], levels.Tensor):
        raise TypeError(f"descriptor of '{op.name}' for Tensor objects doesn't apply to a '{type(args[0]).__name__}' object")
    if op.name in ("eq", "ne") and isinstance(args[1], np.ndarray) and args[1].dtype in of_numpy:
        args = (args[0], wrap(args[1]))                     # Python would compare identities next
    if not are_operands(op, args):
        return NotImplemented
    return _attempt(op, args, out) if len(args) > 1 else slow(op, args, out)


def factory(op, args, out):
    """Runs an op that makes a leaf, and honours or refuses the options that all of them have."""
    if op.tensors:
        if find_override(args) is not None:
            return answered(call_override(op.function, op, args, out), op, args)
        args = check_arguments(op, args)
        if active.level is not None:
            return active.level(op, args)
    options = {p.name: v for p, v in zip(op.parameters, args)}
    check_factory_options(op.name, options)
    options["dtype"] = factory_dtype(op.name, options.get("dtype"), out)
    made = wrap(quiet.run(_made, op, [unwrap(options[p.name]) for p in op.parameters], options.get("device")))
    if out is not None:
        refills = op.refills_out and out._data.size == made._data.size
        return write_result(op, wrap(made._data.reshape(out.shape)) if refills else made, out)
    if mode.inference:
        mark_inference(made)
    return require_grad(made) if options.get("requires_grad") else made


def _made(op, values, where):
    """The array of a new leaf on the device `where`."""
    if where is None and not op.tensors:
        where = default_device()
    if any_alive() or is_meta(where):
        from rushlight.dispatch import meta
        return meta.made(op, values, where, compute)
    return compute(op, values)[0]
