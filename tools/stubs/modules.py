"""The text of a stub file: the names of the module, what each is, and what is written by hand about it."""
import inspect
import sys
from types import FunctionType, ModuleType

from rushlight import typings
from rushlight.dispatch.methods import public

from stubs import functions, words
from stubs.by_hand import merge, written_for
from stubs.classes import class_named
from stubs.definitions import Alias, Class, Function, Import, Parameter, Variable, renaming
from stubs.imports import hidden_words, import_lines
from stubs.places import USED, held, home_of, is_open, listed, module_of, offered, owner_of, refuses, stubbed

HEAD = '"""Written by tools/make_stubs.py: do not edit."""'
ORDER = (Import, Variable, Alias, Function, Class)


def stub_text(name):
    """The text of the stub file of a module."""
    if is_open(name):
        return f"{HEAD}\n{typings.OPEN}"
    written, groups = written_for(name), definitions(name)
    merge(groups, {key: group for key, group in written_for("functions").definitions.items() if is_public(key, name, groups)})
    merge(groups, written.definitions)
    found = sorted((d for group in groups.values() for d in group), key=lambda d: ORDER.index(type(d)))
    hidden = hidden_words(name, found)
    rename = renaming(hidden)
    lines = [HEAD, *import_lines(name, [*found, *written.statements], hidden), ""]
    for d in [*written.statements, *found]:
        lines += [*([""] if isinstance(d, Class) else []), *d.lines(rename)]
    return "\n".join(lines) + "\n"


def is_public(key, module, groups):
    return key in groups and public.get(key) is getattr(sys.modules[module], key)


def definitions(module):
    """Name -> definitions of all that a module offers."""
    found = {key: definition(key, held(module, key), module) for key in offered(module)}
    found = {key: [made] for key, made in found.items() if made is not None}
    if refuses(module):
        found["__getattr__"] = [Function("__getattr__", [Parameter("name", "str")])]
    if module == "rushlight.op_methods":
        found.update((name, [Class(name, ["NamedTuple"], [Variable(field, "Tensor") for field in fields])])
                     for name, fields in sorted(functions.result_tuples().items()))
    return found


def definition(key, value, module):
    """The definition of one name in a module; None for what is no part of it (NumPy, say)."""
    if is_open(f"{module}.{key}"):
        return Import(key, module, key)
    if isinstance(value, ModuleType):
        package, _, own = value.__name__.rpartition(".")
        return Import(key, package, own) if package and value.__name__ in stubbed() else None
    if inspect.isclass(value):
        return class_definition(key, value, module)
    if callable(value) and not module_of(value).startswith("rushlight"):
        return None
    if isinstance(value, FunctionType):
        return function_definition(key, value, module)
    kinds = [kind.__name__ for kind in type(value).__mro__ if kind.__name__ in words.CONSTANTS]
    return Variable(key, kinds[0] if kinds else "Any") if kinds or is_said(key, value, module) else None


def is_said(key, value, module):
    """Whether a constant of another type is meant for programs: the module lists it, or it says that there is none."""
    said = [*getattr(sys.modules[module], "__all__", ()), *listed(sys.modules[module]), *USED.get(module, ())]
    return key in said or value is None


def class_definition(key, cls, module):
    home = home_of(cls)
    if home is None:
        return None
    if home != module:
        return Import(key, home, cls.__name__)
    return Alias(key, cls.__name__) if key != cls.__name__ else class_named(key, cls, base_named(key))


def base_named(key):
    """How a class called `key` calls its bases; None for those that are inside."""
    return lambda base: home_of(base) and ("_" + base.__name__ if base.__name__ == key else base.__name__)


def function_definition(key, function, module):
    """A function; with the first line of its docstring where an editor would not find the source by the name of the module."""
    owner = owner_of(function)
    if owner not in (module, None):
        return Import(key, owner, function.__name__)
    made = functions.function_named(key, function)
    if function.__module__ != module and getattr(function, "op", None) is None:
        made.doc = functions.first_line(function.__doc__)
    if made.returns == "Any" and module in words.OF_TENSORS:
        made.returns = "Tensor"
    return made
