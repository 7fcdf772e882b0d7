"""What the arguments of Module.to ask for."""
from __future__ import annotations

from rushlight.device import device as Device
from rushlight.dispatch import levels
from rushlight.dtypes import dtype as DType
from rushlight.size import memory_format as MemoryFormat

# The three ways to call it; memory_format goes with each, by keyword.
_FORMS = (("device", "dtype", "non_blocking", "copy"), ("dtype", "non_blocking", "copy"), ("tensor", "non_blocking", "copy"))
_SHOWN = ("(torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False",
          "(torch.dtype dtype, bool non_blocking = False, bool copy = False",
          "(Tensor tensor, bool non_blocking = False, bool copy = False")


def parse_to(*args, **kwargs):
    """(device, dtype, non_blocking, memory_format), each None where nothing is said. TypeError where no form fits."""
    if len(args) > 4:
        raise TypeError(f"to() takes from 0 to 4 positional arguments but {len(args)} were given")
    named = dict(kwargs)
    memory_format = named.pop("memory_format", None)
    given = next((bound for form in _FORMS if (bound := _bound(form, args, named)) is not None), None)
    if given is None:
        raise TypeError(_misfit(args, kwargs))
    if memory_format is not None and not isinstance(memory_format, MemoryFormat):
        raise TypeError(f"to(): argument 'memory_format' must be torch.memory_format, not {type(memory_format).__name__}")
    if "copy" in given:
        raise RuntimeError(".to() does not accept copy argument")
    if "tensor" in given:
        given.update(device=given["tensor"].device, dtype=given["tensor"].dtype)
    device = given.get("device")
    return None if device is None else Device(device), given.get("dtype"), given.get("non_blocking", False), memory_format


def _bound(form, args, named):
    """The arguments by the names of a form; None where they do not fit it."""
    given = dict(zip(form, args))
    if len(args) > len(form) or given.keys() & named.keys():
        return None
    given.update(named)
    if not given.keys() <= set(form) or (form[0] != "device" and form[0] not in given):
        return None
    if form[0] == "dtype" and given["dtype"] is None:
        return None
    return given if all(_fits(name, value) for name, value in given.items()) else None


def _fits(name, value):
    if name == "device":
        return value is None or (isinstance(value, (str, int, Device)) and not isinstance(value, bool))
    if name == "dtype":
        return value is None or isinstance(value, DType)
    return isinstance(value, levels.Tensor if name == "tensor" else bool)


def _misfit(args, kwargs):
    got = [_kind(value) for value in args] + [f"{name}={_kind(value)}" for name, value in kwargs.items()]
    end = "" if args else ", "
    forms = "".join([f" * {form}, *, torch.memory_format memory_format = None)\n" for form in _SHOWN])
    return f"to() received an invalid combination of arguments - got ({', '.join(got)}{end}), but expected one of:\n{forms}"


def _kind(value):
    return "torch.dtype" if isinstance(value, DType) else type(value).__name__
