"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable

dependent: Any
boolean: Any
one_hot: Any
nonnegative_integer: Any
positive_integer: Any
real: Any
real_vector: Any
positive: Any
nonnegative: Any
unit_interval: Any
simplex: Any
lower_triangular: Any
lower_cholesky: Any
corr_cholesky: Any
square: Any
symmetric: Any
positive_semidefinite: Any
positive_definite: Any
dependent_property = _DependentProperty
independent = _IndependentConstraint
integer_interval = _IntegerInterval
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
multinomial = _Multinomial
interval = _Interval
half_open_interval = _HalfOpenInterval
cat = _Cat
stack = _Stack
def is_dependent(constraint: Any) -> bool: ...

class Constraint:
    is_discrete: bool
    event_dim: Any
    def check(self, value: Any) -> Any: ...

class _Dependent(Constraint):
    def __init__(self, *, is_discrete: Any = ..., event_dim: Any = ...) -> None: ...
    @property
    def is_discrete(self) -> bool: ...
    @property
    def event_dim(self) -> Any: ...
    def __call__(self, *, is_discrete: Any = ..., event_dim: Any = ...) -> Any: ...
    def check(self, x: Any) -> Any: ...

class _DependentProperty(_Dependent):
    def __init__(self, fn: Callable[..., Any] | None = None, *, is_discrete: Any = ..., event_dim: Any = ...) -> None: ...
    def __call__(self, fn: Callable[..., Any]) -> Any: ...

class _Bounded(Constraint): ...

class _Above(_Bounded):
    lower_bound: Any
    def __init__(self, lower_bound: Any) -> None: ...

class _Below(_Bounded):
    upper_bound: Any
    def __init__(self, upper_bound: Any) -> None: ...

class _Between(_Bounded):
    lower_bound: Any
    upper_bound: Any
    def __init__(self, lower_bound: Any, upper_bound: Any) -> None: ...

class _GreaterThan(_Above):
    def check(self, value: Any) -> Any: ...

class _GreaterThanEq(_Above):
    def check(self, value: Any) -> Any: ...

class _LessThan(_Below):
    def check(self, value: Any) -> Any: ...

class _Interval(_Between):
    def check(self, value: Any) -> Any: ...

class _HalfOpenInterval(_Between):
    def check(self, value: Any) -> Any: ...

class _IntegerInterval(_Between):
    is_discrete: bool
    def check(self, value: Any) -> Any: ...

class _Multinomial(Constraint):
    upper_bound: Any
    is_discrete: bool
    event_dim: Any
    def __init__(self, upper_bound: Any) -> None: ...
    def check(self, x: Any) -> Any: ...

class _IndependentConstraint(Constraint):
    base_constraint: Any
    reinterpreted_batch_ndims: Any
    def __init__(self, base_constraint: Any, reinterpreted_batch_ndims: Any) -> None: ...
    @property
    def is_discrete(self) -> bool: ...
    @property
    def event_dim(self) -> Any: ...
    def check(self, value: Any) -> Any: ...

class MixtureSameFamilyConstraint(Constraint):
    base_constraint: Any
    def __init__(self, base_constraint: Any) -> None: ...
    @property
    def is_discrete(self) -> bool: ...
    @property
    def event_dim(self) -> Any: ...
    def check(self, value: Any) -> Any: ...

class _Several(Constraint):
    cseq: Any
    dim: int | None
    def __init__(self, cseq: Any, dim: int | None) -> None: ...
    @property
    def is_discrete(self) -> bool: ...

class _Cat(_Several):
    lengths: Any
    def __init__(self, cseq: Any, dim: int | None = 0, lengths: Any = None) -> None: ...
    @property
    def event_dim(self) -> Any: ...
    def check(self, value: Any) -> Any: ...

class _Stack(_Several):
    def __init__(self, cseq: Any, dim: int | None = 0) -> None: ...
    @property
    def event_dim(self) -> Any: ...
    def check(self, value: Any) -> Any: ...
