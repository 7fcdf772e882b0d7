"""What an op can do, found by running its samples: the element types that it takes, and whether gradients flow through it."""
import contextlib
import sys
import warnings
from pathlib import Path

import rushlight as torch
from rushlight import dtypes

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.ops.samples import PREPARED, Make, calls_for, has_samples

SHORT = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "complex64": "c64", "complex128": "c128",
         "uint8": "u8", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "bool": "bool"}
GROUPS = (("f16 bf16 f32 f64", "floats"), ("c64 c128", "complex"), ("u8 i8 i16 i32 i64", "ints"))


def samples_of(op):
    """The calls of an op's samples that run."""
    for call in calls_for(op, Make(lambda array: torch.tensor(array), op.name)) if has_samples(op) else ():
        if runs(op, call.args, call.kwargs):
            yield call


def runs(op, args, kwargs):
    """Whether a call gives a result."""
    with warnings.catch_warnings(), contextlib.suppress(Exception):
        warnings.simplefilter("ignore")
        args = PREPARED[op.name](*args, **kwargs) if op.name in PREPARED else args
        op.function(*args, **kwargs)
        return True
    return False


# ---------------------------------------------------------------- element types

def dtypes_of(op):
    """The types that an op takes in the place of its samples' floating (else first) tensors, as text; "" without samples."""
    calls = list(samples_of(op))
    taken = [short for name, short in SHORT.items() if any(takes(op, call, getattr(torch, name)) for call in calls)]
    text = " ".join(taken)
    for members, group in GROUPS:
        text = text.replace(members, group)
    return text


def takes(op, call, dtype):
    if op.family.factory:
        return runs(op, call.args, {**call.kwargs, "dtype": dtype})
    pattern = varying(call)
    if not pattern:
        return False
    args, kwargs = converted(call.args, pattern, dtype), {k: converted(v, pattern, dtype) for k, v in call.kwargs.items()}
    return runs(op, args, kwargs)


def varying(call):
    """The ids of the tensors whose type may change: the floating and complex ones, or the first."""
    found = list(tensors_in([*call.args, *call.kwargs.values()]))
    return {id(t) for t in found if t.dtype.category >= dtypes.FLOATING} or {id(t) for t in found[:1]}


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif type(value) in (list, tuple):
        for v in value:
            yield from tensors_in(v)


def converted(value, pattern, dtype):
    """The arguments with those tensors in that type; integers are ones, which nearly every op takes."""
    if isinstance(value, torch.Tensor) and id(value) in pattern:
        if dtype.category < dtypes.FLOATING and value.dtype is not dtype:
            return torch.ones_like(value, dtype=dtype)
        return (value if dtype.is_complex else value.real).to(dtype)
    return type(value)([converted(v, pattern, dtype) for v in value]) if type(value) in (list, tuple) else value


# ---------------------------------------------------------------- gradients

def has_gradient(op):
    """Whether a backward pass through some sample reaches an input. None without floating samples."""
    answers = [reaches(op, call) for call in samples_of(op)]
    return any(answers) if answers else None


def reaches(op, call):
    leaves = {id(t): t.detach().clone().requires_grad_() for t in tensors_in([*call.args, *call.kwargs.values()])
              if t.dtype.category >= dtypes.FLOATING}
    args, kwargs = on_leaves(call.args, leaves), {k: on_leaves(v, leaves) for k, v in call.kwargs.items()}
    with warnings.catch_warnings(), contextlib.suppress(Exception):
        warnings.simplefilter("ignore")
        args = PREPARED[op.name](*args, **kwargs) if op.name in PREPARED else args
        outs = [t for t in tensors_in(list_of(op.function(*args, **kwargs))) if t.requires_grad]
        sum([(t.abs() if t.is_complex() else t).sum() for t in outs]).backward()
    return any(leaf.grad is not None for leaf in leaves.values())


def on_leaves(value, leaves):
    if isinstance(value, torch.Tensor):
        return leaves.get(id(value), value)
    return type(value)([on_leaves(v, leaves) for v in value]) if type(value) in (list, tuple) else value


def list_of(result):
    return list(result) if isinstance(result, tuple) else result
