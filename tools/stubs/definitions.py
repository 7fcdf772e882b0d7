"""The parts of a stub file, and their text. Annotations are kept as text until the names that a scope hides are known."""
import re
from dataclasses import dataclass, field

NAME = re.compile(r"\b(?<!\.)[A-Za-z_]\w*")


@dataclass
class Parameter:
    """One parameter; `star` is "", "*", "**", or "/" and "*" for the bare markers, which have no name."""
    name: str
    type: str | None = "Any"
    default: str | None = None
    star: str = ""

    def text(self, rename):
        shown = self.star + self.name
        if self.type is None:
            return shown if self.default is None else f"{shown}={self.default}"
        shown += f": {rename(self.type)}"
        return shown if self.default is None else f"{shown} = {self.default}"


@dataclass
class Function:
    """A function, a method, or one overload."""
    name: str
    parameters: list[Parameter]
    returns: str = "Any"
    decorators: tuple[str, ...] = ()
    doc: str | None = None

    def types(self):
        return [*(d for d in self.decorators if d == "overload"), self.returns, *(p.type for p in self.parameters if p.type)]

    def lines(self, rename):
        shown = ", ".join(p.text(rename) for p in self.parameters)
        head = f"def {self.name}({shown}) -> {rename(self.returns)}:"
        refused = self.name in REFUSED and self.returns in ("Tensor", "_F")
        note = f"  # type: ignore[{REFUSED[self.name]}]" if refused else ""
        body = [f"{head} ...{note}"] if not self.doc else [head + note, f'    """{self.doc}"""']
        return [*(f"@{d}" for d in self.decorators), *body]


# What a checker refuses and runs all the same: `==` of tensors gives tensors, `t += 1` takes less than `t + 1` does (no `alpha`),
# and `no_grad(function)` is a function.
REFUSED = {"__eq__": "override", "__ne__": "override",
           **dict.fromkeys(("__iadd__", "__isub__", "__itruediv__", "__new__"), "misc")}


@dataclass
class Variable:
    """A name with a type: a constant, or an attribute of instances."""
    name: str
    type: str
    value: str | None = None        # of members of an enumeration

    def types(self):
        return [self.type]

    def lines(self, rename):
        return [f"{self.name}: {rename(self.type)}" if self.value is None else f"{self.name} = {self.value}"]


@dataclass
class Alias:
    """A second name of something that the file has already."""
    name: str
    target: str

    def types(self):
        return []

    def lines(self, rename):
        return [f"{self.name} = {rename(self.target)}"]


@dataclass
class Import:
    """A name that has its home in another module, and is offered here too. (An import under another name would offer nothing.)"""
    name: str
    home: str
    original: str

    def types(self):
        return []

    def lines(self, rename):
        if self.name == self.original:
            return [f"from {self.home} import {self.name} as {self.name}"]
        return [f"from {self.home} import {self.original} as _{self.original}", f"{self.name} = _{self.original}"]


@dataclass
class Class:
    """A class with its members."""
    name: str
    bases: list[str]
    members: list = field(default_factory=list)

    def types(self):
        return [*self.bases, *(t for m in self.members for t in m.types())]

    def lines(self, rename):
        head = f"class {self.name}({', '.join(map(rename, self.bases))}):" if self.bases else f"class {self.name}:"
        body = [line for member in self.members for line in member.lines(rename)]
        return [head, *("    " + line for line in body)] if body else [head + " ..."]


def names_in(text):
    """The names that an annotation mentions."""
    return NAME.findall(re.sub(r"'[^']*'|\"[^\"]*\"", "", text))


def renaming(hidden):
    """A function from annotations to annotations in which each hidden name has an underscore before it."""
    return lambda text: NAME.sub(lambda match: "_" + match[0] if match[0] in hidden else match[0], text)
