"""In-place operations and writes into given tensors.

`op_` is derived from `op`: check, compute, write, bump the version, rebase the history.
"""
from __future__ import annotations

import warnings

import numpy as np

from rushlight import dtypes
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.node import AccumulateGrad, Node, newborn, sequence
from rushlight.autograd.saved import SavedOutput, default_hooks
from rushlight.autograd.views import View, edge_of, rebase_history, view_of
from rushlight.backends import numpy as xp
from rushlight.backends.meta import any_alive
from rushlight.backends.quiet import quiet
from rushlight.dispatch import levels
from rushlight.dispatch.checking import are_operands, check_arguments
from rushlight.dispatch.eager import call_with, eager, not_recording, tensors_in, unwrap
from rushlight.dispatch.families import unary
from rushlight.dispatch.nodes import carries_gradients, make_node_for
from rushlight.dispatch.out_dtypes import anything, castable, exact
from rushlight.dispatch.overlap import check_apart, check_single_locations, check_target
from rushlight.dispatch.overrides import answered, call_override, find_override
from rushlight.dispatch.wrapping import pack_saved, wrap
from rushlight.dtypes import dtype_of
from rushlight.storage import storage_of


def inplace(op, args, may_pass=False):
    """Runs `op` and writes its result into its first argument, on the tape too. `may_pass`: NotImplemented is an answer."""
    target = args[0]
    if find_override(args) is not None:
        result = call_override(op.written_function, op, args)
        return result if may_pass else answered(result, op, args)
    args = check_arguments(op, args)
    records = mode.enabled and carries_gradients(target._data) and any(edge_of(t) is not None for t in tensors_in(args))
    check_changeable(target, records)
    check_target(op, target._data)
    check_apart(op, target, [a for a in args[1:] if a is not target or op.family.reads_elsewhere])
    old = _value_before(op if levels.active.dual else op.in_place, target) if records or levels.active.dual else target
    node_args = (old, *[old if a is target else a for a in args[1:]])
    if op.family.writes:
        quiet.run(_write_at, op, args)
        count_write(target)
    else:
        _compute_and_write(op, args, target)
    if records:
        record_write(op.in_place, target, (old, *args[1:]))        # what is read of the target by another name is written now
    if levels.active.dual:
        from rushlight.autograd.forward import write_forward
        write_forward(op, node_args, target)
    return target


def untracked(tensor):
    """Whether a write into the tensor, or from it, leaves no trace on the tape."""
    edge = tensor._edge
    return edge is None or type(edge) is View and edge.current() is None and edge_of(edge.base) is None


def _write_at(op, args):
    """Runs the kernel of an op that writes into its first argument."""
    values = [unwrap(a) for a in args]
    if any_alive():
        from rushlight.dispatch import meta
        if meta.any_meta(values):
            return meta.check_write(op, values, lambda standing_in: call_with(op, op.forward, [xp, *standing_in]))
    if levels.batching is not None and levels.batching.concerns(op, values):
        return levels.batching.write_at(op, values)
    call_with(op, op.forward, [xp, *values])


def _compute_and_write(op, args, target):
    with not_recording():
        result = eager(op, args)
    if result.shape != target.shape:
        raise RuntimeError(f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(result.shape)}")
    _check_written_dtype(op, result.dtype, target.dtype)
    write_array(target, result._data)


def _check_written_dtype(op, source, target):
    if op.family is unary and target.category > source.category:
        raise RuntimeError(f"In-place {op.shown_name} is not supported for complex tensors.")
    (op.inplace_dtype or castable)(source, target)


def inplace_operator(op, args):
    """As `inplace`, for an augmented assignment."""
    return inplace(op, args, True) if are_operands(op, args) else NotImplemented


def _value_before(op, tensor):
    """Stands for the tensor before the write: its place on the tape, and its value if a rule wants that."""
    wanted = any(op.tensors[0] in rule.wants for rule in (*op.vjps.values(), *op.jvps.values()))
    old = wrap(tensor._data.copy() if wanted else tensor._data)
    old._edge = edge_of(tensor)
    return old


def record_write(op, target, args):
    if not op.vjps:
        return rebase_history(target, overwritten(op, args[0], target))
    holder = wrap(target._data)
    storage = holder._storage = storage_of(target)
    storage.version -= 1                        # what the rules saved of the inputs is what they were before the write,
    node = make_node_for(op)(holder, *args)
    storage.version += 1
    if node is None:
        return
    for value in node.saved:                    # and of the outputs what they are after it
        if type(value) is SavedOutput:
            value.version = storage.version
    if op.promotes is not None:
        arrays = [a._data for a in tensors_in(args)]
        node.cast = target._data.dtype if any(a.dtype is not target._data.dtype for a in arrays) else None
    if default_hooks.stack:
        pack_saved(node)
    node.edges = node.edges if op.tensors[0] in op.vjps else (None, *node.edges)
    for tell in newborn.listeners:
        tell(node)
    rebase_history(target, node)


class _Overwritten(Node):
    """A write of values on which no gradient depends."""

    def apply(self, F, grad):
        return (F.zeros_like(grad),)


def overwritten(op, old, target):
    node = type(op.node_name, (_Overwritten,), {})()
    node.seq, node.edges = next(sequence), (edge_of(old),)
    node.shape, node.dtype = target._data.shape, target._data.dtype
    return node


# ---------------------------------------------------------------- the checks

def check_writable(tensor, records):
    """Raises what torch raises for a tensor that must not be written now."""
    check_single_locations(tensor._data)
    check_changeable(tensor, records)


def check_changeable(tensor, records):
    """Raises what torch raises for a tensor that in-place ops, those that write nothing too, must not touch now."""
    if default_hooks.before_write is not None:
        default_hooks.before_write(tensor)
    _check_inference(tensor)
    if not mode.enabled:
        return
    view = view_of(tensor)
    if view is None:
        if isinstance(tensor._edge, AccumulateGrad):
            raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
        return
    base_edge = edge_of(view.base)
    if records or base_edge is not None:
        view.refuse_write()
    if isinstance(base_edge, AccumulateGrad) or isinstance(view.current(), AccumulateGrad):
        raise RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")


def _check_inference(tensor):
    if tensor._inference and not mode.inference:
        raise RuntimeError("Inplace update to inference tensor outside InferenceMode is not allowed."
                           "You can make a clone to get a normal tensor before doing inplace update."
                           "See https://github.com/pytorch/rfcs/pull/17 for more details.")


# ---------------------------------------------------------------- the write

def write_array(tensor, array):
    """Puts values into the tensor's memory and counts the write."""
    data = tensor._data
    target = tensor.dtype
    if dtype_of(array) is not target:
        array = dtypes.cast(array, target)
    if levels.batching is None:
        data[...] = array
    else:
        levels.batching.store(data, array)
    count_write(tensor)


def count_write(tensor):
    """Notes in the tensor's memory that it was written."""
    storage = tensor._storage
    if storage is None:
        storage = storage_of(tensor)
    if not tensor._inference:
        storage.version += 1


def write_to(target, result, check_dtype, name=""):
    """Writes a result into an `out=` tensor, which takes the result's shape (with a warning unless it was empty)."""
    _check_inference(target)
    check_dtype(result.dtype, target.dtype, name)
    if target.shape != result.shape:
        if target._data.size:
            warnings.warn(f"An output with one or more elements was resized since it had shape {list(target.shape)}, which does "
                          f"not match the required output shape {list(result.shape)}. This behavior is deprecated, and in a "
                          f"future PyTorch release outputs will not be resized unless they have zero elements. You can "
                          f"explicitly reuse an out tensor t by resizing it, inplace, to zero elements with t.resize_(0).",
                          stacklevel=5)
        target._data = np.empty_like(result._data) if target.dtype is result.dtype else \
            dtypes.cast(np.zeros(result.shape, "f4"), target.dtype)
        target._storage = None
    check_single_locations(target._data)
    if default_hooks.before_write is not None:
        default_hooks.before_write(target)
    write_array(target, result._data)


# ---------------------------------------------------------------- out=

def write_out(op, args, out):
    """The op into tensors that the caller gave."""
    outs = out if isinstance(out, (tuple, list)) else (out,)
    for target in outs:
        if not isinstance(target, levels.Tensor):
            raise TypeError(f"{op.shown_name}(): argument 'out' must be Tensor, not {type(target).__name__}")
    if mode.enabled:
        tracked = [a for a in tensors_in(args) if edge_of(a) is not None]
        if tracked or any(edge_of(t) is not None for t in outs):
            raise RuntimeError(f"{op.shown_name}(): functions with out=... arguments don't support automatic differentiation, "
                               f"but one of the arguments requires grad.")
    if levels.active.dual:
        from rushlight.autograd.forward import refuse_out
        refuse_out(op, (*args, *outs))
    if op.out_dtype is anything:
        args = _in_dtype_of(op, args, outs[0])
    with not_recording():
        result = eager(op, args)
    if not isinstance(result, tuple) and out.shape == result.shape:         # of another shape, it gets memory of its own
        check_apart(op, out, args)
    return write_result(op, result, out)


def _in_dtype_of(op, args, out):
    """The arguments of an op with `dtype=`, which is that of `out`. RuntimeError if it is given and another."""
    position = next(i for i, p in enumerate(op.parameters) if p.name == "dtype")
    if args[position] is not None:
        exact(dtypes.as_dtype(args[position], op.name), out.dtype)
    return (*args[:position], out.dtype, *args[position + 1:])


def write_result(op, result, out):
    if isinstance(result, tuple):
        if not isinstance(out, (tuple, list)) or len(out) != len(result):
            raise TypeError(f"{op.shown_name}(): argument 'out' must be tuple of {len(result)} Tensors")
        for value, target, name in zip(result, out, op.returns or [""] * len(result)):
            write_to(target, value, op.out_dtype, name)
        return type(result)(tuple(out)) if op.returns else tuple(out)
    write_to(out, result, castable if op is None else op.out_dtype)
    return out
