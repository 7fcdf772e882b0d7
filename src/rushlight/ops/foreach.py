"""`torch._foreach_*`: an op on each tensor of a list. In torch they are a few kernels for many small tensors; here, a loop.

Each name stands for the method of that name, or for what `_FORMS` says. An argument that is a list has a value for each tensor.
"""
from __future__ import annotations

from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand

_METHODS = ("abs acos asin atan ceil cos cosh erf erfc exp expm1 floor frac lgamma log log10 log1p log2 neg reciprocal round "
            "rsqrt sigmoid sign sin sinh sqrt tan tanh trunc add sub mul div pow clamp_min clamp_max lerp").split()
_FORMS = {                                                          # name -> (form that returns, form that writes)
    **{name: (name, name + "_") for name in _METHODS},
    "addcmul": (lambda x, a, b, value=1: x.addcmul(a, b, value=value), lambda x, a, b, value=1: x.addcmul_(a, b, value=value)),
    "addcdiv": (lambda x, a, b, value=1: x.addcdiv(a, b, value=value), lambda x, a, b, value=1: x.addcdiv_(a, b, value=value)),
    "maximum": (lambda x, y: x.maximum(y) if isinstance(y, levels.Tensor) else x.clamp_min(y), "clamp_min_"),
    "minimum": (lambda x, y: x.minimum(y) if isinstance(y, levels.Tensor) else x.clamp_max(y), "clamp_max_"),
    "norm": (lambda x, ord=2, dtype=None: F.linalg_vector_norm(x, ord, dtype=dtype), None),
    "powsum": (lambda x, ord: x.abs().pow(ord).sum(), None),
    "max": ("max", None), "clone": ("clone", None), "mm": ("mm", None), "copy": (None, "copy_"), "zero": (None, "zero_"),
}

_ARGUMENTS = ("other", "scalar", "exponent", "src", "mat2", "ord", "tensors1", "tensor1", "tensors2", "tensor2", "weight",
              "weights", "value", "scalars")                        # what torch calls them, in order


def _over_lists(name, form):
    """The function that runs `form`, a method's name or a function, on each tensor of a list."""
    writes = name.endswith("_")

    def function(self, *args, **kwargs):
        if name == "_foreach_pow" and isinstance(self, (int, float, complex)):
            return tuple([self ** exponent for exponent in args[0]])
        _check_list(name, self)
        args, options = _by_position(args, kwargs)
        columns = [_column(name, value, len(self), position) for position, value in enumerate(args, 1)]
        run = getattr(levels.Tensor, form) if isinstance(form, str) else form
        results = [run(*values, **options) for values in zip(self, *columns)]
        return self if writes else tuple(results)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Runs `{name.removeprefix('_foreach_')}` on each tensor of a list."
    return by_hand(method=False)(function)


def _check_list(name, tensors):
    if type(tensors) not in (list, tuple):
        raise TypeError(f"{name}(): argument 'self' (position 1) must be tuple of Tensors, not {type(tensors).__name__}")
    if not tensors:
        raise RuntimeError("Tensor list must have at least one tensor.")
    for position, value in enumerate(tensors):
        if not isinstance(value, levels.Tensor):
            raise TypeError(f"expected Tensor as element {position} in argument 0, but got {type(value).__name__}")


def _by_position(args, kwargs):
    """The arguments that may be lists, by position; the options that hold for all tensors, by name."""
    options = {name: kwargs.pop(name) for name in ("alpha", "dtype") if name in kwargs}
    unknown = [name for name in kwargs if name not in _ARGUMENTS]
    if unknown:
        raise TypeError(f"got an unexpected keyword argument '{unknown[0]}'")
    return (*args, *[kwargs[name] for name in sorted(kwargs, key=_ARGUMENTS.index)]), options


def _column(name, value, count, position):
    """An argument's value for each of the tensors."""
    if position == 3 and isinstance(value, levels.Tensor):
        if value.ndim != 1:
            raise RuntimeError(f"Expected packed scalar Tensor to be of dimension 1. Got {value.ndim} instead.")
        value = value.tolist()
    if type(value) not in (list, tuple):
        return [value] * count
    if len(value) == count:
        return value
    if value and isinstance(value[0], levels.Tensor):
        raise RuntimeError(f"Tensor lists must have the same number of tensors, got {count} and {len(value)}")
    raise RuntimeError("Tensor list must have same number of elements as scalar list.")


for _name, (_returns, _writes) in _FORMS.items():
    if _returns is not None:
        _over_lists(f"_foreach_{_name}", _returns)
    if _writes is not None:
        _over_lists(f"_foreach_{_name}_", _writes)
