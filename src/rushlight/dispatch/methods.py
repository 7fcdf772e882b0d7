"""Puts an op's public function, method, in-place method and aliases where people look for them."""
from __future__ import annotations

import threading
from types import FunctionType

from rushlight.dispatch import namespace
from rushlight.op_methods import OpMethods

public: dict[str, object] = {}      # what `torch.` offers: name -> function


def install(op, function):
    """Installs one declared op."""
    setattr(namespace.tensors, op.name, function)
    names = (op.name, *op.aliases)
    for name in names:
        if op.method:
            setattr(OpMethods, name, function)
        if op.public:
            public[name] = function
    if op.inplace:
        written = inplace_function(op)
        for name in names:
            setattr(OpMethods, name + "_", written)
            if op.public and (name in INPLACE_FUNCTIONS or op.family.name == "unary" and name not in NO_INPLACE_FUNCTIONS):
                public[name + "_"] = written
    for name in names:
        for operator in OPERATORS.get(name, ()):
            setattr(OpMethods, operator, _inplace_operator(op) if operator in INPLACE_OPERATORS else
                    lazy_function(op, operator, "operator"))


def install_by_hand(function, is_function, is_method, aliases):
    """Installs a function that is no op: see `by_hand`."""
    for name in (function.__name__, *aliases):
        setattr(namespace.tensors, name, function)
        if is_method:
            setattr(OpMethods, name, function)
        if is_function:
            public[name] = function


# What torch offers as a function too that writes into its first argument, besides the unary ones.
INPLACE_FUNCTIONS = {"clamp", "clip", "clamp_min", "clamp_max", "ldexp", "xlogy", "gcd", "lcm"}

NO_INPLACE_FUNCTIONS = {"absolute", "bitwise_not", "digamma", "erfinv", "lgamma", "mvlgamma", "sgn", "sign"}

# The Python operators that an op serves. A reflected one stands here only where the op is commutative, or made for it.
OPERATORS = {
    "add": ("__add__", "__radd__", "__iadd__"), "mul": ("__mul__", "__rmul__", "__imul__"), "sub": ("__sub__", "__isub__"),
    "rsub": ("__rsub__",), "div": ("__truediv__", "__div__", "__itruediv__", "__idiv__"), "matmul": ("__matmul__",),
    "neg": ("__neg__",),
    "eq": ("__eq__",), "ne": ("__ne__",), "lt": ("__lt__",), "le": ("__le__",), "gt": ("__gt__",), "ge": ("__ge__",),
    "bitwise_and": ("__and__", "__rand__", "__iand__"), "bitwise_or": ("__or__", "__ror__", "__ior__"),
    "bitwise_xor": ("__xor__", "__rxor__", "__ixor__"), "bitwise_not": ("__invert__",), "abs": ("__abs__",),
    "remainder": ("__mod__", "__imod__"), "floor_divide": ("__floordiv__", "__ifloordiv__"), "pow": ("__pow__", "__ipow__"),
    "bitwise_left_shift": ("__lshift__", "__ilshift__"), "bitwise_right_shift": ("__rshift__", "__irshift__"),
    "positive": ("__pos__",),
}
INPLACE_OPERATORS = {o for names in OPERATORS.values() for o in names if o.startswith("__i") and o not in ("__invert__",)}


def inplace_function(op):
    """`op_`: computes, then writes into the first argument."""
    function = op.written_function = lazy_function(op, op.name + "_", "inplace")
    return function


def _inplace_operator(op):
    return lazy_function(op, f"__i{op.name}__", "inplace_operator")


def _unwritten(*args, **kwargs):
    return written(op, function, variant)(*args, **kwargs)      # noqa: F821  the globals of each function made below


def lazy_function(op, name, variant):
    """A function whose code is written at its first call."""
    scope = {"__name__": "rushlight.ops", "__builtins__": __builtins__, "op": op, "variant": variant, "written": _written}
    function = scope["function"] = FunctionType(_unwritten.__code__, scope, name)
    function.__module__, function.__qualname__ = _home(op, name)
    function.__doc__, function.op = op.doc, op
    return function


def _home(op, name):
    """Where a program finds the function, and under which name: what pickle asks."""
    if op.public or op.method:
        return "rushlight", name
    space, _, short = name.partition("_")
    return (f"rushlight.{space}", short) if space in ("linalg", "special", "fft") else ("rushlight.nn.functional", name)


def _written(op, function, variant):
    """The function with its code; several threads may come here at once."""
    with _writing:
        if function.__code__ is _unwritten.__code__:
            from rushlight.dispatch.callers import write_variant
            write_variant(op, function, variant)
    return function


_writing = threading.RLock()
