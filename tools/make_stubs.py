"""Writes src/rushlight/op_methods.pyi from what the declarations installed, for readers and type checkers.

    python tools/make_stubs.py            # write it
    python tools/make_stubs.py --check    # exit 1 if it is out of date
"""
import inspect
import sys
from pathlib import Path

import rushlight  # noqa: F401  declares the ops
from rushlight.dispatch.op import Parameter
from rushlight.op_methods import OpMethods

STUB = Path(__file__).resolve().parents[1] / "src" / "rushlight" / "op_methods.pyi"

HEAD = '''"""Written by tools/make_stubs.py from the declarations in ops/: do not edit."""
from collections.abc import Sequence
from typing import Any

from rushlight.tensor import Tensor

Number = int | float | complex | bool

class OpMethods:
'''

TYPES = {"Tensor": "Tensor", "Tensor | None": "Tensor | None", "Tensor | Number": "Tensor | Number",
         "Tensors": "Sequence[Tensor]", "Size": "int | Sequence[int]"}


def stub_text():
    """The text of the stub file."""
    methods = [(name, value) for name, value in vars(OpMethods).items() if callable(value)]
    return HEAD + "\n".join(method_text(name, function) for name, function in sorted(methods)) + "\n"


def method_text(name, function):
    """One method: an op's own name carries its docstring, its other names refer to it by their signature alone."""
    op = getattr(function, "op", None)
    if op is None:
        return documented(f"    def {name}({by_hand_parameters(function)}) -> Any:", function.__doc__)
    result = "tuple[Tensor, ...]" if op.family.many_outputs and not name.endswith("_") else "Tensor"
    return documented(f"    def {name}({op_parameters(op)}) -> {result}:", op.doc if name == op.name else None)


def documented(head, doc):
    first = (doc or "").strip().splitlines()[:1]
    return f"{head} ..." if not first else f'{head}\n        """{first[0]}"""'


def op_parameters(op):
    parts, starred = ["self"], False
    for p in op.parameters[1:]:
        star = p.kind == "Size" and not p.keyword_only
        if (p.keyword_only or star) and not starred:
            parts += [] if star else ["*"]
            starred = True
        parts.append(f"*{p.name}: {TYPES['Size']}" if star else one_parameter(p))
    return ", ".join(parts)


def one_parameter(p):
    kind = TYPES.get(p.kind, "Any")
    return f"{p.name}: {kind}" if p.default is Parameter.REQUIRED else f"{p.name}: {kind} = {default_text(p.default)}"


def by_hand_parameters(function):
    try:
        given = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return "self, *args: Any, **kwargs: Any"
    parts, starred = ["self"], False
    for p in given[1:]:
        if p.kind is p.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        starred = starred or p.kind is p.VAR_POSITIONAL
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        parts.append(f"{star}{p.name}: Any" if p.default is p.empty else f"{p.name}: Any = {default_text(p.default)}")
    return ", ".join(parts)


def default_text(value):
    return repr(value) if value is None or type(value) in (bool, int, float, str) and "inf" not in repr(value) else "..."


def main(arguments):
    text = stub_text()
    if arguments == ["--check"]:
        if STUB.exists() and STUB.read_text() == text:
            return 0
        print(f"{STUB.name} is out of date: run python tools/make_stubs.py", file=sys.stderr)
        return 1
    STUB.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
