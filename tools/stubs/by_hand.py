"""The definitions that are written by hand: typed/<module>.pyi replaces, name by name, what the live objects tell.

typed/functions.pyi is about functions that are offered in several places, as methods too.
"""
import ast
import re
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from stubs.definitions import Alias, Class, Function, Parameter, Variable

FOLDER = Path(__file__).with_name("typed")


@dataclass
class Statement:
    """Something else at the top of a file: a type variable, or a name for a type."""
    name: str
    text: str

    def types(self):
        return [re.sub(r"\w+=", "", self.text.partition("=")[2])]

    def lines(self, rename):
        return [self.text]


@dataclass
class Written:
    """What one file says: statements for the top, and definitions by name (several where there are overloads)."""
    statements: list = field(default_factory=list)
    definitions: dict[str, list] = field(default_factory=dict)


@cache
def written_for(module):
    """What is written by hand for a module; nothing for most."""
    path = FOLDER / f"{module.removeprefix('rushlight').strip('.') or '__init__'}.pyi"
    written = Written()
    for node in ast.parse(path.read_text()).body if path.exists() else ():
        if isinstance(node, ast.Assign):
            written.statements.append(Statement(node.targets[0].id, ast.unparse(node)))
        elif isinstance(node, ast.ImportFrom):
            written.statements.append(Statement("*", ast.unparse(node)))
        else:
            found = definition(node)
            written.definitions.setdefault(found.name, []).append(found)
    return written


def definition(node):
    """The definition that a statement makes."""
    match node:
        case ast.FunctionDef():
            return Function(node.name, parameters(node.args), "Any" if node.returns is None else ast.unparse(node.returns),
                            tuple(map(ast.unparse, node.decorator_list)), ast.get_docstring(node))
        case ast.ClassDef():
            members = [definition(child) for child in node.body if not isinstance(child, ast.Expr)]
            return Class(node.name, list(map(ast.unparse, node.bases)), members)
        case ast.AnnAssign():
            return Variable(node.target.id, ast.unparse(node.annotation))
        case ast.Assign():
            return Alias(node.targets[0].id, ast.unparse(node.value))
    raise TypeError(f"line {node.lineno}: no definition")


def parameters(args):
    """The parameters of a function's head, the bare `/` and `*` among them."""
    positional = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
    found = [parameter(a, default) for a, default in zip(positional, defaults)]
    if args.posonlyargs:
        found.insert(len(args.posonlyargs), Parameter("/", None))
    if args.vararg or args.kwonlyargs:
        found.append(parameter(args.vararg, None, "*") if args.vararg else Parameter("*", None))
    found += [parameter(a, default) for a, default in zip(args.kwonlyargs, args.kw_defaults)]
    return found + ([parameter(args.kwarg, None, "**")] if args.kwarg else [])


def parameter(arg, default, star=""):
    bare = arg.arg in ("self", "cls", "ctx") and arg.annotation is None
    kind = None if bare else "Any" if arg.annotation is None else ast.unparse(arg.annotation)
    return Parameter(arg.arg, kind, None if default is None else ast.unparse(default), star)


# ---------------------------------------------------------------- in the place of what the live objects tell

def merge(found, written):
    """Puts what is written by hand, name by name, in the place of what was found; classes are merged member by member."""
    for name, group in written.items():
        told = found.get(name, [None])[0]
        if isinstance(group[0], Class) and isinstance(told, Class):
            merge_class(told, group[0])
        else:
            found[name] = documented(group, told)


def merge_class(found, written):
    groups, by_hand = grouped(found.members), grouped(written.members)
    if found.name == "OpMethods":
        several = written_for("functions").definitions
        by_hand = {**{name: list(map(as_method, several[name])) for name in groups if name in several}, **by_hand}
    by_hand = {name: documented(group, groups.get(name, [None])[0]) for name, group in by_hand.items()}
    found.members = [member for group in {**groups, **by_hand}.values() for member in group]
    found.bases = written.bases or found.bases


def grouped(members):
    groups = {}
    for member in members:
        groups.setdefault(member.name, []).append(member)
    return groups


def as_method(function):
    """The definition of a function as a method of its first parameter."""
    rest = [p for p in function.parameters[1:] if p.star + p.name not in ("/", "out")]
    if rest and rest[-1] == Parameter("*", None):
        rest.pop()
    return replace(function, parameters=[Parameter("self", None), *rest])


def documented(group, told):
    """The definitions, the first one with the docstring that the live object has."""
    doc = getattr(told, "doc", None)
    return [replace(group[0], doc=doc), *group[1:]] if doc and isinstance(group[0], Function) else group
