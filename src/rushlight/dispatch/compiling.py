"""Turns text into functions that tracebacks and `inspect.getsource` can show."""
from __future__ import annotations

import linecache


def indent(lines):
    return ["    " + line for line in lines]


def text_of(lines):
    return "\n".join(lines) + "\n"


def compile_source(op, what, text, scope):
    """Compiles `text`; tracebacks and inspect.getsource find it under <rushlight WHAT OP>."""
    name = f"<rushlight {what} {op.name}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), scope)
    return scope
