"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.distributions.gamma import Gamma


class Chi2(Gamma):
    arg_constraints: Any
    def __init__(self, df: Any, validate_args: Any = None) -> None: ...
    @property
    def df(self) -> Any: ...
