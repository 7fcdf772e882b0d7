"""Classes: the definition that a live one has."""
import ast
import enum
import inspect
import re
import sys
from functools import cache
from pathlib import Path
from types import FunctionType, MemberDescriptorType

from rushlight.nn.modules.module import Module
from rushlight.op_methods import OpMethods

from stubs import functions, words
from stubs.definitions import Alias, Class, Function, Parameter, Variable

# Methods that Python or pickle calls, and no program by name. A `__getattr__` mostly refuses; where it does not, typed/ has it.
UNSEEN = set("""
__getattr__ __reduce__ __reduce_ex__ __deepcopy__ __copy__ __getstate__ __setstate__ __dir__ __init_subclass__ __subclasshook__
__class_getitem__ __repr__ __str__ __hash__ __format__ __getnewargs__ __instancecheck__ __subclasscheck__ __signature__ __del__
""".split())
SEEN = re.compile(r"__\w+__|[A-Za-z]\w*")


def class_named(name, cls, base_text):
    """The definition of a class. `base_text` says how a base is called in stubs; None for one that no stub has."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return Class(name, ["NamedTuple"], [Variable(f, "Any") for f in cls._fields])
    if issubclass(cls, enum.Enum):
        return Class(name, ["Enum"], [Variable(member.name, "Any", repr(member.value)) for member in cls])
    parts = [cls, *unsaid_bases(cls, base_text)]
    members = {}
    for part in reversed(parts):
        members.update((key, members_named(key, value, part)) for key, value in written_order(part))
    attributes = {key: kind for part in reversed(parts) for key, kind in attributes_of(part).items() if key not in members}
    return Class(name, said_bases(cls, base_text), [*(Variable(key, kind) for key, kind in attributes.items()),
                                                    *(f for group in members.values() for f in group), *call_of(cls, members)])


def written_order(cls):
    """The members for programs, as they stand in the source; by the alphabet where they were installed in no order."""
    seen = [(key, value) for key, value in vars(cls).items() if SEEN.fullmatch(key) and key not in UNSEEN]
    return sorted(seen, key=lambda pair: pair[0]) if cls is OpMethods else seen


def members_named(key, value, cls):
    """The definitions of one name in a class: two for a property that can be set, none for what is not for programs."""
    found = member(key, value, cls)
    settable = isinstance(value, property) and value.fset is not None
    return [] if found is None else [found, setter(key)] if settable else [found]


def said_bases(cls, base_text):
    """The bases that stubs have: those of a class that is inside come in its place."""
    found = []
    for base in cls.__bases__:
        if base.__module__.startswith(("rushlight", "torch")):
            found += [base_text(base)] if base_text(base) else said_bases(base, base_text)
        elif base.__name__ in words.BASES or issubclass(base, BaseException):
            found.append(base.__name__)
    return [name for name in dict.fromkeys(found) if name not in above(cls, found)]


def above(cls, names):
    """The names of bases of other bases: Python wants those last, or not at all."""
    lines = [base.__mro__ for base in cls.__mro__[1:] if base.__name__ in names]
    return {base.__name__ for line in lines for base in line[1:]}


def unsaid_bases(cls, base_text):
    """The bases that are inside: what they have, the class has in stubs."""
    inside = [base for base in cls.__bases__ if base.__module__.startswith("rushlight") and base_text(base) is None]
    return [found for base in inside for found in (base, *unsaid_bases(base, base_text))]


def member(name, value, cls):
    """The definition of one thing in a class body, or None if it is not for programs."""
    match value:
        case staticmethod() if name == "__new__":
            made = functions.function_named(name, value.__func__, method=True)
            made.parameters[0].name, made.returns = "cls", "Self"
            return made
        case staticmethod() | classmethod():
            found = functions.function_named(name, value.__func__, method=isinstance(value, classmethod))
            found.decorators = (type(value).__name__,)
            return found
        case property():
            return Function(name, [Parameter("self", None)], property_type(name), ("property",))
        case FunctionType():
            return method(name, value, cls)
        case MemberDescriptorType():
            return Variable(name, attribute_type(name))
        case type() | None:
            return None if name.startswith("__") else Variable(name, "Any")
    return None if name.startswith("__") else Variable(name, functions.by_default(value))


def method(name, function, cls):
    if function.__name__ != name and vars(cls).get(function.__name__) is function and cls is not OpMethods:
        return Alias(name, function.__name__)
    found = functions.function_named(name, function, method=True)
    if name == "__init__":
        given = functions.signature(function)
        found.parameters = functions.parameters(given, True, functions.typed_in_constructor)
    if name == "forward" and issubclass(cls, Module) and found.returns == "Any":
        found.returns = "Tensor"
    return found


def setter(name):
    return Function(name, [Parameter("self", None), Parameter("value", property_type(name))], "None", (f"{name}.setter",))


def property_type(name):
    return attribute_type(name)


def call_of(cls, members):
    """What calling a layer gives: what its `forward` gives. A subclass may take other arguments."""
    forward = members.get("forward")
    if not forward or not issubclass(cls, Module) or "__call__" in members or not isinstance(forward[0], Function):
        return []
    anything = [Parameter("self", None), Parameter("args", star="*"), Parameter("kwargs", star="**")]
    return [Function("__call__", anything, forward[0].returns)]


# ---------------------------------------------------------------- attributes of instances

@cache
def attributes_of(cls):
    """The public attributes: what the class body annotates, and what its methods assign to `self`."""
    found = {name: functions.known(kind) or "Any" for name, kind in inspect.get_annotations(cls).items() if name.isidentifier()}
    found = {name: kind for name, kind in found.items() if not name.startswith("_")}
    options = {p.name: functions.typed_in_constructor(p) for p in functions.signature(cls.__init__)} \
        if "__init__" in vars(cls) else {}
    for name, value in assigned_to_self(cls):
        if not name.startswith("_"):
            known = words.ATTRIBUTES.get(name) or options.get(name) or attribute_type(name)
            found.setdefault(name, "Parameter" if is_parameter(value) else known)
    found.update(registered_tensors(cls))
    return {name: kind for name, kind in found.items() if kind != "Any" or not said_by_base(cls, name)}


def said_by_base(cls, name):
    return any(name in attributes_of(base) for base in cls.__mro__[1:-1])


def registered_tensors(cls):
    """What a layer registers by name. It may be None (a Linear without bias), which programs know about their own layers."""
    if not issubclass(cls, Module):
        return {}
    calls = [node for node in ast.walk(source_of(cls)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
             and node.func.attr in REGISTERS and isinstance(node.args[0], ast.Constant)]
    return {call.args[0].value: f"{REGISTERS[call.func.attr]} | Any" for call in calls}


REGISTERS = {"register_parameter": "Parameter", "register_buffer": "Tensor"}


def attribute_type(name):
    return words.ATTRIBUTES.get(name) or ("bool" if name.startswith("is_") else "Any")


def is_parameter(value):
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in ("Parameter", "UninitializedParameter")


def assigned_to_self(cls):
    """(name, expression) for each `self.name = expression` in the source of a class; None where a tuple is taken apart."""
    for node in ast.walk(source_of(cls)):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                whole = node.value if not isinstance(target, ast.Tuple) else None
                values = node.value.elts if whole is None and isinstance(node.value, ast.Tuple) else [whole] * len(parts)
                for part, value in zip(parts, values):
                    if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "self":
                        yield part.attr, value


def source_of(cls):
    """The syntax tree of a class; an empty one where it has no source."""
    module = sys.modules.get(cls.__module__)
    return classes_in(getattr(module, "__file__", None)).get(cls.__name__, ast.Module([], []))


@cache
def classes_in(path):
    """The classes of a file, by name. (`inspect.getsource` reads the file again for each of them.)"""
    nodes = ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))) if path and path.endswith(".py") else ()
    return {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
