"""New tensors from sizes and numbers."""
from __future__ import annotations

import warnings

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Size, Tensor
from rushlight.dispatch.op import op

# ---------------------------------------------------------------- of a size


@op(families.factory, method=False)
def zeros(xp, size: Size, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None) -> Tensor:
    """Returns zeros of the given size."""
    return xp.zeros(size, dtype or dtypes.get_default_dtype())


@op(families.factory, method=False)
def ones(xp, size: Size, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None) -> Tensor:
    """Returns ones of the given size."""
    return xp.full(size, 1, dtype or dtypes.get_default_dtype())


@op(families.factory, method=False)
def empty(xp, size: Size, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None,
          names=None) -> Tensor:
    """Returns a tensor of the given size, of whatever the memory holds."""
    return xp.empty(size, dtype or dtypes.get_default_dtype(), memory_format)


@op(families.factory, method=False)
def full(xp, size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False,
         names=None) -> Tensor:
    """Returns `fill_value` everywhere; the type is that of the value unless given."""
    fill_value = as_number(fill_value, "full", "fill_value")
    dtype = dtype or number_dtype(fill_value)
    return xp.full(as_ints(size, "full", "size"), xp.representable(fill_value, dtype), dtype)


@op(families.factory, method=False, out=False)
def empty_strided(xp, size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor:
    """Returns a tensor of the given size and strides, of whatever the memory holds."""
    return xp.empty_strided(tuple(size), tuple(stride), dtype or dtypes.get_default_dtype())


@op(families.factory, method=False)
def empty_permuted(xp, size, physical_layout, *, dtype=None, layout=None, device=None, requires_grad=False,
                   pin_memory=False) -> Tensor:
    """Returns an uninitialised tensor whose dimensions lie in memory in the order `physical_layout`, slowest first."""
    return xp.empty_permuted(tuple(size), tuple(physical_layout), dtype or dtypes.get_default_dtype())


@op(families.factory, method=False)
def scalar_tensor(xp, s, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor:
    """Returns a 0-d tensor of the default type, or of the one given."""
    dtype = dtype or dtypes.get_default_dtype()
    return xp.full((), xp.representable(as_number(s, "scalar_tensor", "s"), dtype), dtype)


@op(families.factory, method=False)
def eye(xp, n, m=None, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor:
    """Returns ones on the main diagonal of an (n, m) matrix."""
    n, m = as_int(n, "eye", "n"), as_int(n if m is None else m, "eye", "m")
    for name, size in (("n", n), ("m", m)):
        if size < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {size}")
    return xp.eye(n, m, dtype or dtypes.get_default_dtype())

# ---------------------------------------------------------------- in the likeness of a tensor


@op(families.factory, out=False)
def zeros_like(xp, input: Tensor, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False,
               memory_format=None) -> Tensor:
    """Returns zeros in the shape, type and strides of `input`."""
    return xp.zeros_like(input, dtype, memory_format)


@op(families.factory, method=False, out=False)
def ones_like(xp, input: Tensor, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False,
              memory_format=None) -> Tensor:
    """Returns ones in the shape, type and strides of `input`."""
    return xp.full_like(input, 1, dtype, memory_format)


@op(families.factory, method=False, out=False)
def empty_like(xp, input: Tensor, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False,
               memory_format=None) -> Tensor:
    """Returns an uninitialised tensor in the shape, type and strides of `input`."""
    return xp.empty_like(input, dtype, memory_format)


@op(families.factory, method=False, out=False)
def full_like(xp, input: Tensor, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False,
              memory_format=None) -> Tensor:
    """Returns `fill_value` everywhere, in the shape, type and strides of `input`."""
    return xp.full_like(input, as_number(fill_value, "full_like", "fill_value"), dtype, memory_format)


@op(families.factory, function=False, out=False)
def new_zeros(xp, input: Tensor, size: Size, *, dtype=None, layout=None, device=None, requires_grad=False,
              pin_memory=False) -> Tensor:
    """Returns zeros of the given size, in the type of `input`."""
    return xp.new_zeros(input, size) if dtype is None else xp.zeros(size, dtype)


@op(families.factory, function=False, out=False)
def new_ones(xp, input: Tensor, size: Size, *, dtype=None, layout=None, device=None, requires_grad=False,
             pin_memory=False) -> Tensor:
    """Returns ones of the given size, in the type of `input`."""
    return xp.full(size, 1, dtype or xp.dtype_of(input))


@op(families.factory, function=False, out=False)
def new_empty(xp, input: Tensor, size: Size, *, dtype=None, layout=None, device=None, requires_grad=False,
              pin_memory=False) -> Tensor:
    """Returns an uninitialised tensor of the given size, in the type of `input`."""
    return xp.empty(size, dtype or xp.dtype_of(input))


@op(families.factory, function=False, out=False)
def new_full(xp, input: Tensor, size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False,
             pin_memory=False) -> Tensor:
    """Returns `fill_value` everywhere, in the given size and the type of `input`."""
    fill_value = as_number(fill_value, "new_full", "fill_value")
    dtype = dtype or xp.dtype_of(input)
    return xp.full(as_ints(size, "new_full", "size"), xp.representable(fill_value, dtype), dtype)


@op(families.factory, function=False, out=False)
def new_empty_strided(xp, input: Tensor, size, stride, *, dtype=None, layout=None, device=None, requires_grad=False,
                      pin_memory=False) -> Tensor:
    """Returns an uninitialised tensor of the given size and strides, in the type of `input`."""
    return xp.empty_strided(tuple(size), tuple(stride), dtype or xp.dtype_of(input))

# ---------------------------------------------------------------- ranges


@op(families.factory, method=False, refills_out=True)
def arange(xp, start=None, end=None, step=1, *, dtype=None, layout=None, device=None, requires_grad=False,
           pin_memory=False) -> Tensor:
    """Returns start, start + step, ... up to before `end`; integers unless a float is given."""
    if end is None and step == 1 and dtype is None and type(start) is int and 0 <= start < 2 ** 31:
        return xp.count_up(start)                           # the usual case, 1.5 us cheaper
    if end is None:
        if start is None or step != 1:
            raise TypeError("arange() received an invalid combination of arguments: it takes (end), (start, end) or "
                            "(start, end, step)")
        start, end = None, start
    start = 0 if start is None else start
    start, end, step = [as_number(v, "arange", name) for name, v in (("start", start), ("end", end), ("step", step))]
    return xp.arange(start, end, step, _range_dtype("arange", dtype, start, end, step))


def _range_dtype(name, dtype, *numbers):
    if dtype is None:
        dtype = dtypes.int64 if all(isinstance(v, int) for v in numbers) else dtypes.get_default_dtype()
    if dtype.is_complex or dtype is dtypes.bool:
        raise NotImplementedError(f'"{name}_cpu" not implemented for \'{dtype.scalar_name}\'')
    return dtype


@op(families.factory, method=False, refills_out=True)
def range(xp, start, end=None, step=1, *, dtype=None, layout=None, device=None, requires_grad=False,
          pin_memory=False) -> Tensor:
    """Returns start, start + step, ... up to and with `end`. Deprecated: see arange."""
    warnings.warn("torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with "
                  "Python's range builtin. Instead, use torch.arange, which produces values in [start, end).", stacklevel=5)
    start, end = (0, start) if end is None else (start, end)
    start, end, step = [as_number(v, "range", name) for name, v in (("start", start), ("end", end), ("step", step))]
    return xp.closed_range(start, end, step, _range_dtype("range", dtype or dtypes.get_default_dtype()))


@op(families.factory, method=False, refills_out=True)
def linspace(xp, start, end, steps, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor:
    """Returns `steps` numbers from `start` to `end`, evenly spaced."""
    start, end = _ends("linspace", start, end)
    return xp.linspace(start, end, _checked_steps("linspace", steps), _spaced_dtype("linspace", dtype, start, end))


@op(families.factory, method=False, refills_out=True)
def logspace(xp, start, end, steps, base=10.0, *, dtype=None, layout=None, device=None, requires_grad=False,
             pin_memory=False) -> Tensor:
    """Returns `base` raised to each of `steps` evenly spaced numbers from `start` to `end`."""
    start, end = _ends("logspace", start, end)
    return xp.logspace(start, end, _checked_steps("logspace", steps), base, _spaced_dtype("logspace", dtype, start, end))


def _ends(name, start, end):
    for which, value in (("start", start), ("end", end)):
        if getattr(value, "ndim", 0):
            raise RuntimeError(f"{name} only supports 0-dimensional start and end tensors, but got {which} with {value.ndim} "
                               f"dimension(s)")
    return as_number(start, name, "start"), as_number(end, name, "end")


def _spaced_dtype(name, dtype, start, end):
    is_complex = isinstance(start, complex) or isinstance(end, complex)
    if dtype is None:
        return dtypes.get_default_dtype().to_complex() if is_complex else dtypes.get_default_dtype()
    if is_complex and not dtype.is_complex:
        raise RuntimeError(f"torch.{name}(): inferred dtype ComplexFloat can't be safely cast to passed dtype {dtype}")
    return dtype


def _checked_steps(name, steps):
    steps = as_int(steps, name, "steps")
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    return steps

# ---------------------------------------------------------------- arguments


def number_dtype(value):
    """The type of a tensor filled with a Python number."""
    if isinstance(value, bool):
        return dtypes.bool
    if isinstance(value, int):
        return dtypes.int64
    return dtypes.get_default_dtype().to_complex() if isinstance(value, complex) else dtypes.get_default_dtype()


def as_number(value, function, name):
    """A number argument as a Python number; 0-d tensors and NumPy scalars stand for theirs."""
    if type(value) in (int, float, bool, complex):
        return value
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        return value.item()
    if isinstance(value, (int, float, complex)):
        return value
    raise TypeError(f"{function}(): argument '{name}' must be Number, not {type(value).__name__}")


_JUST_INT = frozenset((int,))


def as_int(value, function, name):
    """An int argument."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{function}(): argument '{name}' must be int, not {type(value).__name__}")
    return value.__index__()


def as_ints(values, function, name):
    """A size argument that takes no single ints."""
    if type(values) is tuple and _JUST_INT.issuperset(map(type, values)):
        return values
    if not isinstance(values, (tuple, list)) and not (hasattr(values, "__iter__") and not hasattr(values, "__index__")):
        raise TypeError(f"{function}(): argument '{name}' must be tuple of ints, not {type(values).__name__}")
    return tuple([as_int(v, function, name) for v in values])
