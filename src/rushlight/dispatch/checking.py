"""Refuses arguments that no op takes, in torch's words, and brings numbers to Python's own types."""
from __future__ import annotations

import numbers

import numpy as np

from rushlight import dtypes
from rushlight.device import is_meta, require_cpu
from rushlight.dispatch import levels
from rushlight.dispatch.arguments import type_name
from rushlight.dispatch.op import NUMBER_TOO, OPTIONAL, SEVERAL, TENSOR
from rushlight.errors import refuse


def check_arguments(op, args):
    """Turns NumPy scalars into numbers, and refuses what is no tensor where one is needed."""
    checked = []
    for position, (p, value) in enumerate(zip(op.parameters, args), 1):
        if p.kind == NUMBER_TOO:
            value = _number(op, p, position, value)
        elif p.kind == TENSOR or (p.kind == OPTIONAL and value is not None):
            if not isinstance(value, levels.Tensor):
                _refuse(op, p, position, "Tensor", value)
        elif p.kind == SEVERAL:
            value = _tensors(op, p, position, value)
        checked.append(value)
    return tuple(checked)


def _number(op, p, position, value):
    if isinstance(value, levels.Tensor) or type(value) in (int, float, complex, bool) or (value is None and p.default is None):
        return value
    if isinstance(value, (numbers.Number, np.bool_)):           # torch takes np.True_ for 1.0
        return int(value) if isinstance(value, (int, np.integer)) else complex(value) if _is_complex(value) else float(value)
    _refuse(op, p, position, "Tensor", value)


def _is_complex(value):
    return isinstance(value, (complex, np.complexfloating))


def _tensors(op, p, position, value):
    if isinstance(value, levels.Tensor) or not isinstance(value, (list, tuple)):
        _refuse(op, p, position, "tuple of Tensors", value)
    for i, item in enumerate(value):
        if not isinstance(item, levels.Tensor):
            raise TypeError(f"{op.shown_name}(): argument '{p.name}' (position {position}) must be tuple of Tensors, but found "
                            f"element of type {type(item).__name__} at pos {i}")
    return list(value)


def _refuse(op, p, position, wanted, value):
    raise TypeError(f"{op.shown_name}(): argument '{p.name}' (position {position}) must be {wanted}, not {type_name(value)}")


def are_operands(op, args):
    return all(is_operand(a) for p, a in zip(op.parameters, args) if p.is_tensor)


def is_operand(value):
    """Whether an operator of a Tensor works with `value`."""
    return isinstance(value, (levels.Tensor, numbers.Number, np.bool_)) or hasattr(type(value), "__torch_function__")


# ---------------------------------------------------------------- new leaves

LEAF_OPTIONS = ("layout", "device", "requires_grad", "pin_memory", "names")      # of every op that makes a leaf


def check_factory_options(name, options):
    if not is_meta(options.get("device")):
        require_cpu(options.get("device"))
    if options.get("pin_memory"):
        raise RuntimeError("pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is "
                           "available on this system.")
    if options.get("names") is not None:
        refuse(f"{name}(names=...)")
    layout = options.get("layout")
    if layout is not None and str(layout) != "torch.strided":
        refuse(f"{name}(layout={layout}), which is not implemented for sparse types")


def factory_dtype(name, dtype, out):
    """The `dtype=` argument as a torch type; that of `out` where only that is given."""
    if dtype is not None:
        dtype = dtypes.as_dtype(dtype, name)
    if out is None:
        return dtype
    if dtype is not None and dtype is not out.dtype:
        raise RuntimeError(f"dtype {dtype.scalar_name} does not match dtype of out parameter ({out.dtype.scalar_name})")
    return out.dtype


def require_grad(leaf):
    """A new leaf as a variable. RuntimeError if its type has no gradients."""
    if leaf.dtype.category < dtypes.FLOATING:
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return leaf._track(True)
