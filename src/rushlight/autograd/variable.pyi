"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from typing import Self
from rushlight.tensor import Tensor


class VariableMeta(type): ...

class Variable(Tensor):
    def __new__(cls, data: Any = None, requires_grad: bool = False, volatile: bool = False) -> Self: ...
