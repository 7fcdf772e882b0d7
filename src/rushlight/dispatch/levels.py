"""The slow path: everything a call can meet besides plain tensors in ordinary use.

# Note [One check for plain eager]
Written callers test `type(input) in plain`. `plain` holds the classes that may go fast. It is emptied while any thread has
something active that a caller must not overlook (forward mode, inference mode, saved-tensor hooks, a trace), so one test of a
set answers both questions; other threads then take the slow path too, look at their own state, and come to the same result.
"""
from __future__ import annotations

import functools
import numbers
import threading
from collections import namedtuple

import numpy as np

from rushlight import dtypes
from rushlight.autograd.grad_mode import mode
from rushlight.autograd.saved import Packed, SavedOutput, default_hooks, output_array, version_to_save
from rushlight.autograd.views import View, edge_of
from rushlight.backends import numpy as xp
from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.quiet import quiet
from rushlight.dispatch import namespace
from rushlight.dispatch.op import NUMBER_TOO, OPTIONAL, SEVERAL, TENSOR
from rushlight.dispatch.promotion import cast_inputs
from rushlight.storage import mark_inference

plain = set()
slow_path = False           # True while `plain` is emptied
_fast_classes = set()
_reasons = 0
_lock = threading.Lock()
_Tensor = None


def tensor_class():
    return _Tensor


def admit(cls):
    """Lets a class take the fast path. The first one admitted is Tensor itself."""
    global _Tensor
    _Tensor = _Tensor or cls
    _fast_classes.add(cls)
    if not slow_path:
        plain.add(cls)


def enter_slow_path():
    """Sends every call of every thread through `slow` until the matching leave_slow_path."""
    global _reasons, slow_path
    with _lock:
        _reasons += 1
        slow_path = True
        plain.clear()


def leave_slow_path():
    global _reasons, slow_path
    with _lock:
        _reasons -= 1
        if not _reasons:
            slow_path = False
            plain.update(_fast_classes)


class _Active(threading.local):
    """What is active in this thread: `level` takes over whole calls (a trace), `dual` counts forward-mode levels."""
    level = None
    dual = 0


active = _Active()


# ---------------------------------------------------------------- wrapping

def wrap(array):
    """A fresh Tensor around an array."""
    if type(array) is not xp.ndarray:
        array = xp.as_array(array)
    out = object.__new__(_Tensor)
    out._data = array
    out._edge = out._storage = None
    return out


def all_plain(sequence):
    if type(sequence) not in (list, tuple):
        return False
    for value in sequence:
        if type(value) not in plain:
            return False
    return True


def any_edge(sequence):
    for value in sequence:
        if value._edge is not None:
            return True
    return False


@functools.cache
def return_type(name, fields):
    """The named tuple that torch.return_types has for an op."""
    def __repr__(self):
        return f"torch.return_types.{name}(\n" + ",\n".join(f"{f}={v!r}" for f, v in zip(fields, self)) + ")"
    made = namedtuple(name, fields)
    return type(name, (made,), {"__slots__": (), "__repr__": __repr__, "__module__": "torch.return_types",
                                "__new__": lambda cls, values: tuple.__new__(cls, values)})


def output_tensor(saved, node):
    """The Tensor of a saved output, with its place on the tape."""
    if type(saved) is Packed:
        return saved.unpack(saved.value)
    out = wrap(output_array(saved, node))
    out._storage = saved.storage
    from rushlight.autograd.node import Output
    if saved.number < node.outputs:         # later ones, such as indices, have no gradient
        out._edge = node if saved.number == 0 else Output(node, saved.number)
    return out


# ---------------------------------------------------------------- a call, slowly

def slow(op, args, out):
    """Runs one call with whatever is active in this thread."""
    override = find_override(args)
    if override is not None:
        return call_override(override, op, args, out)
    args = check_arguments(op, args)
    if out is not None:
        return write_out(op, args, out)
    if op.composite:
        return compose(op, args)
    if active.level is not None:
        return active.level(op, args)
    result = eager(op, args)
    if active.dual:
        from rushlight.autograd.forward import push_forward
        push_forward(op, args, result)
    return result


def slow_operator(op, args, out):
    """As `slow`, for a Python operator: what is no operand gets its own chance to handle the expression."""
    if not isinstance(args[0], _Tensor):
        raise TypeError(f"descriptor of '{op.name}' for Tensor objects doesn't apply to a '{type(args[0]).__name__}' object")
    return slow(op, args, out) if are_operands(op, args) else NotImplemented


def are_operands(op, args):
    return all(is_operand(a) for p, a in zip(op.parameters, args) if p.is_tensor)


def is_operand(value):
    """Whether an operator of a Tensor works with `value`."""
    return isinstance(value, (_Tensor, numbers.Number, np.bool_))


def compose(op, args):
    """A composite over Tensors: the ops in its body look after everything."""
    positional, keyword = positional_and_keyword(op, args)
    return op.forward(namespace.tensors, *positional, **keyword)


def eager(op, args, xp=xp):
    """Kernel, wrapping and tape for any op, whatever its arguments."""
    if op.composite:
        return compose(op, args)
    values = [_unwrap(a) for a in args]
    result, cast = quiet.run(compute, op, values, xp)
    if op.family.many_outputs:
        return _wrap_many(op, args, result)
    out = wrap(result)
    if op.view:
        _callers().become_view(out, args[0], op, args[1:])
    if mode.enabled and op.vjps:
        node = _callers().make_node_for(op)(out, *args)
        if node is not None:
            node.cast = cast
            if default_hooks.stack:
                pack_saved(node)
            if op.view:
                out._edge.edge = node
            else:
                out._edge = node
    if mode.inference and not (op.view and not args[0]._inference):      # a view of an ordinary tensor is one too
        mark_inference(out)
    return out


def _wrap_many(op, args, result):
    outs = (_callers().wrap_views(op, args[0], result, args[1:]) if op.view else tuple([wrap(r) for r in result]))
    if mode.enabled and op.vjps and outs:
        node = _callers().make_node_for(op)(outs, *args)
        if node is not None and default_hooks.stack:
            pack_saved(node)
        _callers().attach_all(op, node, outs)
    if mode.inference and not (op.view and not args[0]._inference):
        for out in outs:
            mark_inference(out)
    return return_type(op.shown_name, op.returns)(outs) if op.returns else outs


def compute(op, values, xp=xp):
    """The result of an op on arrays of the backend `xp`, and the dtype its inputs were brought to where that is not their own."""
    cast = None
    if op.promotes is not None:
        is_input = [p.is_tensor and v is not None for p, v in zip(op.parameters, values)]
        promotes = op.promotes.for_call(op, values)
        promoted, target = cast_inputs(promotes, values, is_input)
        if any(yes and new is not old and hasattr(old, "dtype") for yes, new, old in zip(is_input, promoted, values)):
            cast = target.numpy
        values = promoted
    positional, keyword = positional_and_keyword(op, values)
    try:
        result = op.bind(xp)(*positional, **keyword)
        return xp.to(result, target) if op.promotes is not None and promotes.exact else result, cast
    except ValueError:
        if op.family.promotes_inputs:
            check_broadcast([v.shape for v in values if hasattr(v, "shape")])
        raise


def check_broadcast(shapes):
    """RuntimeError where shapes do not broadcast."""
    sizes = ()
    for shape in shapes:
        rank = max(len(sizes), len(shape))
        a, b = (1,) * (rank - len(sizes)) + tuple(sizes), (1,) * (rank - len(shape)) + tuple(shape)
        for d in reversed(range(rank)):
            if a[d] != b[d] and 1 not in (a[d], b[d]):
                raise RuntimeError(f"The size of tensor a ({a[d]}) must match the size of tensor b ({b[d]}) at non-singleton "
                                   f"dimension {d}")
        sizes = [m if n == 1 else n for n, m in zip(a, b)]


def positional_and_keyword(op, args):
    return ([a for p, a in zip(op.parameters, args) if not p.keyword_only],
            {p.name: a for p, a in zip(op.parameters, args) if p.keyword_only})


def _unwrap(value):
    if isinstance(value, _Tensor):
        return value._data
    if type(value) in (list, tuple) and value and isinstance(value[0], _Tensor):
        return [v._data for v in value]
    return value


def _callers():
    from rushlight.dispatch import callers
    return callers


LEAF_OPTIONS = ("layout", "device", "requires_grad", "pin_memory", "names")      # of every op that makes a leaf


def factory(op, args, out):
    """Runs an op that makes a leaf, and honours or refuses the options that all of them have."""
    if op.tensors:
        override = find_override(args)
        if override is not None and not overrides.disabled:
            return call_override(override, op, args, out)
        args = check_arguments(op, args)
        if active.level is not None:
            return active.level(op, args)
    options = {p.name: v for p, v in zip(op.parameters, args)}
    check_factory_options(op.name, options)
    options["dtype"] = _factory_dtype(op.name, options.get("dtype"), out)
    made = wrap(quiet.run(compute, op, [_unwrap(options[p.name]) for p in op.parameters])[0])
    if out is not None:
        return write_result(op, made, out)
    if mode.inference:
        mark_inference(made)
    return require_grad(made) if options.get("requires_grad") else made


def require_grad(leaf):
    """A new leaf as a variable. RuntimeError if its type has no gradients."""
    if leaf.dtype.category < dtypes.FLOATING:
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return leaf.requires_grad_()


def check_factory_options(name, options):
    from rushlight.device import require_cpu
    from rushlight.errors import refuse
    require_cpu(options.get("device"))
    if options.get("pin_memory"):
        raise RuntimeError("pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available "
                           "on this system.")
    if options.get("names") is not None:
        refuse(f"{name}(names=...)")
    layout = options.get("layout")
    if layout is not None and str(layout) != "torch.strided":
        refuse(f"{name}(layout={layout})")


def _factory_dtype(name, dtype, out):
    """The `dtype=` argument as a torch type; that of `out` where only that is given."""
    if dtype is not None:
        dtype = dtypes.as_dtype(dtype, name)
    if out is None:
        return dtype
    if dtype is not None and dtype is not out.dtype:
        raise RuntimeError(f"dtype {dtype.scalar_name} does not match dtype of out parameter ({out.dtype.scalar_name})")
    return out.dtype


# ---------------------------------------------------------------- arguments

def check_arguments(op, args):
    """Turns NumPy scalars into numbers, and refuses what is no tensor where one is needed."""
    checked = []
    for position, (p, value) in enumerate(zip(op.parameters, args), 1):
        if p.kind == NUMBER_TOO:
            value = _number(op, p, position, value)
        elif p.kind == TENSOR or (p.kind == OPTIONAL and value is not None):
            if not isinstance(value, _Tensor):
                _refuse(op, p, position, "Tensor", value)
        elif p.kind == SEVERAL:
            value = _tensors(op, p, position, value)
        checked.append(value)
    return tuple(checked)


def _number(op, p, position, value):
    if isinstance(value, _Tensor) or type(value) in (int, float, complex, bool) or (value is None and p.default is None):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, numbers.Number):
        return complex(value) if isinstance(value, complex) else int(value) if isinstance(value, int) else float(value)
    _refuse(op, p, position, "Tensor", value)


def _tensors(op, p, position, value):
    if isinstance(value, _Tensor) or not isinstance(value, (list, tuple)):
        _refuse(op, p, position, "tuple of Tensors", value)
    for i, item in enumerate(value):
        if not isinstance(item, _Tensor):
            raise TypeError(f"{op.shown_name}(): argument '{p.name}' (position {position}) must be tuple of Tensors, but found "
                            f"element of type {type(item).__name__} at pos {i}")
    return list(value)


def _refuse(op, p, position, wanted, value):
    raise TypeError(f"{op.shown_name}(): argument '{p.name}' (position {position}) must be {wanted}, not {type(value).__name__}")


# ---------------------------------------------------------------- __torch_function__

def find_override(args):
    """The first argument whose class takes over operations, or None."""
    for value in args:
        if type(value) in (list, tuple):
            found = find_override(value)
            if found is not None:
                return found
            continue
        cls = type(value)
        if cls not in _fast_classes and hasattr(cls, "__torch_function__"):
            if getattr(cls.__torch_function__, "__func__", None) is not _default_torch_function or cls is not _Tensor:
                return value
    return None


def _default_torch_function(cls, func, types, args=(), kwargs=None):
    """Runs `func` and gives its tensors the subclass that asked."""
    with disable_override():
        result = func(*args, **(kwargs or {}))
    return _as_subclass(result, cls)


def _as_subclass(result, cls):
    if cls in _fast_classes:
        return result
    if isinstance(result, _Tensor) and not isinstance(result, cls):
        return result.as_subclass(cls)
    if type(result) in (list, tuple):
        return type(result)(_as_subclass(r, cls) for r in result)
    return result


class _Overrides(threading.local):
    disabled = False


overrides = _Overrides()


class disable_override:
    """Inside, subclasses are treated as plain tensors."""

    def __enter__(self):
        self.before, overrides.disabled = overrides.disabled, True

    def __exit__(self, *_):
        overrides.disabled = self.before


def call_override(value, op, args, out):
    if overrides.disabled:
        return _without_override(op, args, out)
    kwargs = {p.name: a for p, a in zip(op.parameters, args) if p.keyword_only}
    if out is not None:
        kwargs["out"] = out
    positional = tuple(a for p, a in zip(op.parameters, args) if not p.keyword_only)
    return type(value).__torch_function__(op.function, (type(value),), positional, kwargs)


def _without_override(op, args, out):
    args = check_arguments(op, args)
    if out is not None:
        return write_out(op, args, out)
    return eager(op, args)


# ---------------------------------------------------------------- saved-tensor hooks

def pack_saved(node):
    """Runs the default pack hook on every tensor that a node saved."""
    pack, unpack = default_hooks.stack[-1]
    node.saved = tuple([_packed(s, node, pack, unpack) for s in node.saved])
    node.quiet = False


def _packed(saved, node, pack, unpack):
    if isinstance(saved, _Tensor):
        return Packed(pack(saved), unpack)
    if type(saved) is SavedOutput:
        return Packed(pack(output_tensor(saved, node).detach()), unpack)
    if type(saved) is tuple and saved and isinstance(saved[0], _Tensor):
        return tuple([Packed(pack(s), unpack) for s in saved])
    return saved


# ---------------------------------------------------------------- out=

def write_out(op, args, out):
    """The op into tensors that the caller gave."""
    outs = out if isinstance(out, (tuple, list)) else (out,)
    for target in outs:
        if not isinstance(target, _Tensor):
            raise TypeError(f"{op.shown_name}(): argument 'out' must be Tensor, not {type(target).__name__}")
    if mode.enabled:
        tracked = [a for a in _flat(args) if edge_of(a) is not None]
        if tracked or any(edge_of(t) is not None for t in outs):
            raise RuntimeError(f"{op.shown_name}(): functions with out=... arguments don't support automatic differentiation, "
                               f"but one of the arguments requires grad.")
    with _not_recording():
        result = eager(op, args)
    return write_result(op, result, out)


def _flat(args):
    for a in args:
        if isinstance(a, _Tensor):
            yield a
        elif type(a) in (list, tuple):
            yield from _flat(a)


class _not_recording:
    def __enter__(self):
        self.before, mode.enabled = mode.enabled, False

    def __exit__(self, *_):
        mode.enabled = self.before


def write_result(op, result, out):
    from rushlight.dispatch.writing import write_to
    if isinstance(result, tuple):
        if not isinstance(out, (tuple, list)) or len(out) != len(result):
            raise TypeError(f"{op.shown_name}(): argument 'out' must be tuple of {len(result)} Tensors")
        for value, target in zip(result, out):
            write_to(target, value)
        return type(result)(tuple(out)) if op.returns else tuple(out)
    write_to(out, result)
    return out


namespace.tensors.wrap = wrap
namespace.tensors.zeros_of = lambda shape, dtype: wrap(zeros_of(shape, dtype))


def zeros_of(shape, dtype):
    """Zeros in the shape and (storage) dtype of a node's output."""
    zeros = np.zeros(shape, dtype)
    return zeros.view(BFloat16Array) if dtype == dtypes.bfloat16.numpy else zeros


namespace.arrays.zeros_of = zeros_of
