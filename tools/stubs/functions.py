"""Functions and methods: the definition that a live one has."""
import inspect
import re
from functools import cache

from rushlight.dispatch.methods import _unwritten, _written, public
from rushlight.dispatch.op import VARIADIC, registry
from rushlight.op_methods import OpMethods
from rushlight.return_types import COMPOSED

from stubs import words
from stubs.definitions import Function, Parameter

KINDS = {"Tensor": "Tensor", "Tensor | None": "Tensor | None", "Tensor | Number": f"Tensor | {words.NUMBER}",
         "Tensors": "Sequence[Tensor]", VARIADIC: words.SIZES}
POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
OPERATOR = re.compile(r"__\w+__")


def function_named(name, function, method=False):
    """The definition of a function, under a name that may not be its own."""
    op = getattr(function, "op", None)
    if op is not None:
        return op_function(name, function, op, method)
    given = signature(function)
    returns = words.result_of(name) or known(inspect.get_annotations(function).get("return"))
    installed = public.get(name) is function or vars(OpMethods).get(name) is function
    return Function(name, parameters(given, method, typed), returns or ("Tensor" if installed else "Any"))


def signature(function):
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL),
                inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD)]


def parameters(given, method, type_of):
    """The parameters in the words of a stub. The first one of a method is `self`, whatever it is called."""
    found, starred = [], False
    if method and given and given[0].kind in POSITIONAL:
        found.append(Parameter(given[0].name if given[0].name == "cls" else "self", None))
        given = given[1:]
    for p, following in zip(given, [*given[1:], None]):
        if p.kind is p.KEYWORD_ONLY and not starred:
            found.append(Parameter("*", None))
        starred = starred or p.kind in (p.VAR_POSITIONAL, p.KEYWORD_ONLY)
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        found.append(Parameter(p.name, type_of(p), None if p.default is p.empty else default_text(p.default), star))
        if p.kind is p.POSITIONAL_ONLY and (following is None or following.kind is not p.POSITIONAL_ONLY):
            found.append(Parameter("/", None))
    return found


def default_text(value):
    return repr(value) if value is None or type(value) in (bool, int, float, str) and "inf" not in repr(value) else "..."


# ---------------------------------------------------------------- types of parameters

def typed(p, tables=(words.PARAMETERS,)):
    """The type of a parameter: what is annotated, what its name says, what its default says."""
    if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
        return "Any"
    found = known(p.annotation) or next((table[p.name] for table in tables if p.name in table), None) or by_default(p.default)
    return found if p.default is not None or "None" in found or found == "Any" else f"{found} | None"


def typed_in_constructor(p):
    return typed(p, (words.OF_CONSTRUCTORS, words.PARAMETERS))


def by_default(default):
    """A bool, a float and a text tell their type; an int may stand for a tuple, and None for anything."""
    return type(default).__name__ if type(default) in (bool, float, str) else "Any"


def known(annotation):
    """An annotation that was written in the source, if its words are known here."""
    if annotation in (None, inspect.Parameter.empty):
        return None
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    names = re.findall(r"\w+", text)
    return text if all(name in words.HOMES or name == "None" for name in names) else None


# ---------------------------------------------------------------- ops

def op_function(name, function, op, method):
    """The definition of an op under one of its names; its own name carries its docstring."""
    if function.__code__ is _unwritten.__code__:
        _written(op, function, function.__globals__["variant"])
    kinds = {p.name: p for p in op.parameters}
    sure = OPERATOR.fullmatch(name)                # an operator takes whatever can be made a number: arrays, NumPy's scalars

    def type_of(p):
        declared = kinds.get(p.name.removesuffix("s") if p.kind is p.VAR_POSITIONAL else p.name)
        if sure:
            return "Any"
        if p.name == "out":
            return "Tensor | None" if result_of(op) == "Tensor" else "Any"
        if p.kind is p.VAR_POSITIONAL:
            return words.SIZES
        if declared is not None and declared.kind in KINDS:
            return KINDS[declared.kind] + (" | None" if p.default is None and "None" not in KINDS[declared.kind] else "")
        return typed(p, (words.OF_OPS, words.PARAMETERS))
    given = [p for p in signature(function) if not (method and p.name == "out")]
    returns = result_of(op) if not name.endswith("_") or sure else "Tensor"
    return Function(name, parameters(given, method, type_of), returns, doc=first_line(op.doc) if name == op.name else None)


def result_of(op):
    """What a call returns: one tensor, a named tuple, or a tuple."""
    fields = fields_of(op)
    if fields:
        return tuple_named(fields)
    several = op.family.many_outputs or op.forward.__annotations__.get("return") in ("Tensors", "tuple")
    return "tuple[Tensor, ...]" if several else "Tensor"


@cache
def result_tuples():
    """Name -> fields of the classes of results that op_methods.pyi has."""
    return {tuple_named(fields): fields for op in registry.values() if not op.name.startswith("_") and (fields := fields_of(op))}


def fields_of(op):
    return op.returns or COMPOSED.get(op.name)


def tuple_named(fields):
    return "_" + "_".join(fields)


def first_line(doc):
    return (doc or "").strip().splitlines()[0] if doc and doc.strip() else None
