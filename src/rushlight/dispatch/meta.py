"""Calls on meta tensors, which have a layout and no elements.

# Note [Stand-ins]
No op has a rule for shapes. Its kernel runs on small arrays that stand in for the operands, with sizes cut down and strides in
the same order, and the layout of the result is read off: element-wise, where every size above 1 becomes 2, by broadcasting;
otherwise by three runs, in which different sizes (and integers among the options) became different small ones, and where each
size of the result must be found among them again, or as the sum or product of two. So promotion, dtypes, the order of strides and
most errors are those of the CPU, by the same code. Where this finds no answer, one or two of the sizes stay as they are, or all,
if there are few enough elements; else the call is refused.

While meta tensors exist, all calls take the slow path: see Note [One check for plain eager].
"""
from __future__ import annotations

import itertools
import math
import operator

import numpy as np

from rushlight import dtypes
from rushlight.backends import numpy as xp
from rushlight.backends.meta import MetaArray, nowhere, order_of, strided_nowhere
from rushlight.backends.numpy.mt19937 import Engine
from rushlight.device import is_meta as is_meta_device
from rushlight.dispatch.arguments import broadcast_shape
from rushlight.errors import refuse

LARGEST = 1 << 22                   # elements of all stand-ins of a call
_AS_THEY_ARE = 8                    # sizes up to this one stay: kernels, groups, small constants
# What the sizes become in each run, smallest first. Down each column the steps have another ratio than in the others, so that
# what grows with one size, whatever the factor, is not taken for what grows with another.
_TABLES = ((11, 13, 17, 19, 23, 29), (13, 17, 23, 31, 41, 53), (19, 22, 25, 36, 59, 89))

# The sizes of these results depend on the elements.
DATA_DEPENDENT = frozenset(("nonzero_positions", "masked_select", "bincount", "distinct", "distinct_slices", "distinct_runs",
                            "counted"))


def is_meta(array):
    return isinstance(array, MetaArray)


def any_meta(values):
    """Whether one of the arguments of a kernel is a meta array, or a list with one."""
    return any(map(is_meta, _arrays(values)))


def compute(op, values, run):
    """What `run(op, values)` would give, as meta arrays."""
    if op.view or op.name == "_unsafe_view":
        return _look(op, values), None
    if _depends_on_elements(op, values):
        raise NotImplementedError(f"aten::{op.shown_name}: attempted to run this operator with Meta tensors, but there was no "
                                  f"fake impl or Meta kernel registered.")
    check_devices(values)
    if op.family.writes:
        check_write(op, values, lambda args: run(op, args))
        return emptied(values[0], op.family.writes), None
    values = _with_scratch(op, values)
    return _elementwise(op, values, run) if op.family.promotes_inputs else _probed(op, values, run)


def _depends_on_elements(op, values):
    """Whether the shape of the result does."""
    if op.name == "index":
        return _has_masks(values)
    return op.name in DATA_DEPENDENT or op.name == "one_hot" and values[1] == -1


def _has_masks(values):
    return any(i.dtype.kind == "b" for value in values if type(value) is list for i in value)


def _look(op, values):
    """A view, by the kernel that makes it of any array: it reads no element."""
    views, cls = op.forward(xp, *values), type(values[0])
    return [v.view(cls) for v in views] if op.family.many_outputs else views.view(cls)


class _Scratch:
    """A random stream in place of the caller's, which a call without elements does not move."""

    def __init__(self):
        self.engine = Engine()


def _with_scratch(op, values):
    return [_Scratch() if p.name == "generator" else v for p, v in zip(op.parameters, values)]


def check_devices(values):
    """RuntimeError where one operand has elements and another has none; 0-d tensors, indices and masks
    may have them."""
    arrays = list(_arrays(values))
    expected = "meta" if is_meta(arrays[0]) or not arrays[0].ndim else "cpu"
    for array in arrays:
        found = "meta" if is_meta(array) else "cpu"
        if found != expected and (found == "meta" or array.ndim and array.dtype.kind not in "ib"):
            raise RuntimeError(f"Tensor on device {found} is not on the expected device {expected}!")


def _arrays(values):
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif type(value) is list:
            yield from _arrays(value)


# ---------------------------------------------------------------- element by element

def _elementwise(op, values, run):
    shapes = [v.shape for v in values if isinstance(v, np.ndarray)]
    broadcast_shape(shapes)
    result, cast = run(op, [_stand_in(v, _at_most_two, 1) for v in values])
    return _laid_out_as(np.asanyarray(result), np.broadcast_shapes(*shapes)), cast


def _at_most_two(size):
    return min(size, 2)


# ---------------------------------------------------------------- by probing

def _probed(op, values, run):
    sizes = sorted({n for n in _sizes_in(values) if n > _AS_THEY_ARE})
    for kept in _few_of(sizes):
        cut = [n for n in sizes if n not in kept]
        if cut and len(cut) <= len(_TABLES[-1]) and _elements(values, dict(zip(cut, _TABLES[-1]))) <= LARGEST:
            try:
                results = [_probe(op, values, run, dict(zip(cut, table))) for table in _TABLES]
                return _agreed(cut, [result for result, _ in results], results[0][1])
            except Exception:       # for these sizes there is no result, or none that can be told apart
                continue
    return _whole(op, values, run)


def _sizes_in(values):
    """The sizes of the operands, and the integers among the options, which may be sizes of the result."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield from value.shape
        elif type(value) is int:
            yield value
        elif type(value) in (list, tuple):
            yield from _sizes_in(value)


def _few_of(sizes):
    """None, each, and each two of the sizes: what is divided, as by a stride, must stay as it is."""
    return [(), *itertools.combinations(sizes, 1), *itertools.combinations(sizes, 2)]


def _elements(values, small):
    """How many elements the stand-ins have."""
    return sum([math.prod([small.get(n, n) for n in array.shape]) for array in _arrays(values)])


def _probe(op, values, run, small):
    def resize(n):
        return small.get(n, n)
    return run(op, [_resized_option(_stand_in(v, resize, 0), resize) for v in values])


def _resized_option(value, resize):
    if type(value) is tuple:
        return tuple([_resized_option(v, resize) for v in value])
    return resize(value) if type(value) is int else value


class _NoAgreement(Exception):
    """The probes gave results of which no layout can be told."""


def _agreed(sizes, results, cast):
    """The one layout that all the results have, once their sizes are turned back."""
    first = results[0]
    if isinstance(first, (tuple, list)):
        return [_agreed(sizes, each, cast)[0] for each in zip(*results, strict=True)], cast
    if not isinstance(first, (np.ndarray, np.generic)):
        raise _NoAgreement
    shape = tuple([_size(sizes, each) for each in zip(*[r.shape for r in results], strict=True)])
    return _laid_out_as(np.asanyarray(first), shape), cast


def _size(sizes, seen):
    """The true size of what was `seen` in the runs: a constant, or a size of the operands, or the one thing left."""
    if len(set(seen)) == 1:
        return seen[0]
    known = list(zip(sizes, zip(*_TABLES)))
    found = [n for n, small in known if small == seen] or {*_with_constants(known, seen), *_of_two(known, seen)}
    if len(found) != 1:
        raise _NoAgreement
    return found.pop()


def _with_constants(known, seen):
    for n, small in known:
        if len({s - a for s, a in zip(seen, small)}) == 1:
            yield n + seen[0] - small[0]
        if not any(s % a for s, a in zip(seen, small)) and len({s // a for s, a in zip(seen, small)}) == 1:
            yield n * (seen[0] // small[0])


def _of_two(known, seen):
    for (n, one), (m, another) in itertools.combinations_with_replacement(known, 2):
        if seen == tuple(map(operator.add, one, another)):
            yield n + m
        if seen == tuple(map(operator.mul, one, another)):
            yield n * m


def _whole(op, values, run):
    """The layout of the true result, from operands of the true size."""
    if _elements(values, {}) > LARGEST:
        refuse(f"{op.shown_name} on meta tensors this large")
    result, cast = run(op, [_stand_in(v, _itself, 0) for v in values])
    if isinstance(result, (tuple, list)):
        return [_without_elements(np.asanyarray(r)) for r in result], cast
    return _without_elements(np.asanyarray(result)), cast


def _itself(size):
    return size


# ---------------------------------------------------------------- stand-ins

def _stand_in(value, resize, integer):
    """An array with elements, in place of a meta array or of one whose sizes must follow; anything else as it is."""
    if type(value) is list:
        return [_stand_in(v, resize, integer) for v in value]
    if not isinstance(value, np.ndarray) or not (is_meta(value) or value.ndim):
        return value
    shape = tuple(map(resize, value.shape))
    dtype = dtypes.dtype_of(value)
    order = order_of(value)
    dense = np.empty([shape[dim] if value.strides[dim] or not value.size else 1 for dim in order], dtype.numpy)
    dense = dense.transpose(np.argsort(order)).view(dtype.array_type)
    _fill(dense, integer)
    return dense if dense.shape == shape else np.broadcast_to(dense.view(np.ndarray), shape).view(dtype.array_type)


def _fill(array, integer):
    """Harmless elements: a position for integers, for other types a matrix that can be inverted and factorised."""
    if dtypes.dtype_of(array).category < dtypes.FLOATING:
        array[...] = integer
    elif array.ndim > 1:
        array[...] = np.eye(*array.shape[-2:])
    else:
        array[...] = 1


def _laid_out_as(small, shape):
    """A meta array of that shape, with the type and the order of strides of `small`."""
    dtype = dtypes.dtype_of(small)
    return nowhere(shape, dtype.numpy, order_of(small), dtype.meta_type)


def _without_elements(array):
    """A meta array with the very strides of an array."""
    dtype = dtypes.dtype_of(array)
    return strided_nowhere(array.shape, array.strides, dtype.numpy, dtype.meta_type) if array.size else \
        nowhere(array.shape, dtype.numpy, None, dtype.meta_type)


# ---------------------------------------------------------------- new tensors

def made(op, values, where, run):
    """The array of a new leaf on the device `where`: by default that of the tensor in whose likeness it is made."""
    if is_meta_device(where) or where is None and any_meta(values):
        return _made(op, values, run)
    return run(op, [_stand_in(v, _itself, 1) if is_meta(v) else v for v in values])[0]


def _made(op, values, run):
    """A factory's result as a meta array: its kernel runs for a size of 2 at most where it takes one, and in the likeness of a
    stand-in."""
    options = {p.name: v for p, v in zip(op.parameters, values)}
    if "generator" in options:
        options["generator"] = _Scratch()
    size = options.get("size")
    if "stride" in options:
        return _made_strided(op, options, run)
    if size is not None:
        options["size"] = tuple([min(n, 2) for n in size])
    elif "steps" in options and isinstance(options["steps"], int):
        size, options["steps"] = (options["steps"],), min(options["steps"], 2)
    elif "input" in options:
        size = options["input"].shape
    given = [_stand_in(options[p.name], _at_most_two, 1) for p in op.parameters]
    result = np.asanyarray(run(op, given)[0])
    return _without_elements(result) if size is None else _laid_out_as(result, tuple(size))


def _made_strided(op, options, run):
    size, stride = tuple(options["size"]), tuple(options["stride"])
    small = run(op, [_stand_in({**options, "size": tuple([min(n, 1) for n in size])}[p.name], _at_most_two, 1)
                     for p in op.parameters])[0]
    dtype = dtypes.dtype_of(small)
    return strided_nowhere(size, [s * dtype.itemsize for s in stride], dtype.numpy, dtype.meta_type)


def emptied(array, order="K"):
    """A meta array with the layout of a copy of an array: in the order of its strides, or ("C") row-major."""
    dtype = dtypes.dtype_of(array)
    return nowhere(array.shape, dtype.numpy, order_of(array) if order == "K" else None, dtype.meta_type)


def check_write(op, values, run):
    """Runs a kernel that writes into its first argument on stand-ins, for what it refuses."""
    if not is_meta(values[0]) and any_meta(values[1:]):
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    values = _with_scratch(op, values)
    if not _has_masks(values) and _elements(values, {}) <= LARGEST:
        run([_stand_in(v, _itself, 0) for v in values])
