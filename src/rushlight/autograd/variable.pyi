"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from typing import Self


class VariableMeta(type): ...

class Variable:
    def __new__(cls, data: Any = None, requires_grad: bool = False, volatile: bool = False) -> Self: ...
