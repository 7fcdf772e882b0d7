"""Regions of values: where parameters may lie, and what a distribution draws."""
from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as F

__all__ = ["Constraint", "boolean", "cat", "corr_cholesky", "dependent", "dependent_property", "greater_than", "greater_than_eq",
           "independent", "integer_interval", "interval", "half_open_interval", "is_dependent", "less_than", "lower_cholesky",
           "lower_triangular", "MixtureSameFamilyConstraint", "multinomial", "nonnegative", "nonnegative_integer", "one_hot",
           "positive", "positive_semidefinite", "positive_definite", "positive_integer", "real", "real_vector", "simplex",
           "square", "stack", "symmetric", "unit_interval"]


class Constraint:
    """A region of values that have `event_dim` dimensions."""

    is_discrete = False
    event_dim = 0

    def check(self, value):
        """Returns, for each event in `value`, whether it lies in the region."""
        raise NotImplementedError

    def __repr__(self):
        return self.__class__.__name__[1:] + "()"


# ---------------------------------------------------------------- known only to an instance

class _Dependent(Constraint):
    """A region that depends on other variables, so that nothing can be checked."""

    def __init__(self, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        self._is_discrete, self._event_dim = is_discrete, event_dim
        super().__init__()

    def _known(self, name):
        value = getattr(self, f"_{name}")
        if value is NotImplemented:
            raise NotImplementedError(f".{name} cannot be determined statically")
        return value

    @property
    def is_discrete(self):
        return self._known("is_discrete")

    @property
    def event_dim(self):
        return self._known("event_dim")

    def _told(self, is_discrete, event_dim):
        """What is known of the region, with what is said now."""
        return {"is_discrete": self._is_discrete if is_discrete is NotImplemented else is_discrete,
                "event_dim": self._event_dim if event_dim is NotImplemented else event_dim}

    def __call__(self, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        """Returns a region of which more is known."""
        return _Dependent(**self._told(is_discrete, event_dim))

    def check(self, x):
        raise ValueError("Cannot determine validity of dependent constraint")


def is_dependent(constraint):
    """Whether nothing can be checked."""
    return isinstance(constraint, _Dependent)


class _DependentProperty(property, _Dependent):
    """Decorates a method that returns the constraint: a property on instances, a dependent constraint on the class."""

    def __init__(self, fn=None, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        super().__init__(fn)
        self._is_discrete, self._event_dim = is_discrete, event_dim

    def __call__(self, fn):
        return _DependentProperty(fn, is_discrete=self._is_discrete, event_dim=self._event_dim)


# ---------------------------------------------------------------- numbers between bounds

class _Bounded(Constraint):
    """Numbers between the bounds that are its attributes."""

    def __repr__(self):
        return f"{super().__repr__()[:-2]}({', '.join(f'{name}={bound}' for name, bound in vars(self).items())})"


class _Above(_Bounded):
    def __init__(self, lower_bound):
        self.lower_bound = lower_bound
        super().__init__()


class _Below(_Bounded):
    def __init__(self, upper_bound):
        self.upper_bound = upper_bound
        super().__init__()


class _Between(_Bounded):
    def __init__(self, lower_bound, upper_bound):
        self.lower_bound, self.upper_bound = lower_bound, upper_bound
        super().__init__()


class _GreaterThan(_Above):
    def check(self, value):
        return self.lower_bound < value


class _GreaterThanEq(_Above):
    def check(self, value):
        return self.lower_bound <= value


class _LessThan(_Below):
    def check(self, value):
        return value < self.upper_bound


class _Interval(_Between):
    def check(self, value):
        return (self.lower_bound <= value) & (value <= self.upper_bound)


class _HalfOpenInterval(_Between):
    def check(self, value):
        return (self.lower_bound <= value) & (value < self.upper_bound)


class _IntegerGreaterThan(_Above):
    is_discrete = True

    def check(self, value):
        return (value % 1 == 0) & (value >= self.lower_bound)


class _IntegerLessThan(_Below):
    is_discrete = True

    def check(self, value):
        return (value % 1 == 0) & (value <= self.upper_bound)


class _IntegerInterval(_Between):
    is_discrete = True

    def check(self, value):
        return (value % 1 == 0) & (self.lower_bound <= value) & (value <= self.upper_bound)


class _Real(Constraint):
    def check(self, value):
        return value == value                           # nan is not a number


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value):
        return (value == 0) | (value == 1)


# ---------------------------------------------------------------- vectors

class _OneHot(Constraint):
    is_discrete = True
    event_dim = 1

    def check(self, value):
        return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value):
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _Multinomial(Constraint):
    """Counts that sum to at most a bound."""

    is_discrete = True
    event_dim = 1

    def __init__(self, upper_bound):
        self.upper_bound = upper_bound

    def check(self, x):
        return (x >= 0).all(-1) & (x.sum(-1) <= self.upper_bound)


# ---------------------------------------------------------------- matrices

def _all_elements(mask):
    return mask.flatten(-2).all(-1)


class _LowerTriangular(Constraint):
    event_dim = 2

    def check(self, value):
        return _all_elements(value.tril() == value)


class _LowerCholesky(Constraint):
    event_dim = 2

    def check(self, value):
        return _all_elements(value.tril() == value) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _CorrCholesky(Constraint):
    """Cholesky factors of correlation matrices: lower triangular, with rows of length one."""

    event_dim = 2

    def check(self, value):
        tolerance = dtypes.finfo(value.dtype).eps * value.shape[-1] * 10         # a sum of squares rounds at each term
        return lower_cholesky.check(value) & ((value * value).sum(-1).sqrt() - 1).abs().lt(tolerance).all(-1)


class _Square(Constraint):
    event_dim = 2

    def check(self, value):
        return F.full(value.shape[:-2], value.shape[-2] == value.shape[-1], dtype=dtypes.bool, device=value.device)


class _Symmetric(_Square):
    def check(self, value):
        square = super().check(value)
        return _all_elements(F.isclose(value, value.mT, atol=1e-6)) if square.all() else square


class _PositiveSemidefinite(_Symmetric):
    def check(self, value):
        symmetric = super().check(value)
        return F.linalg_eigvalsh(value).ge(0).all(-1) if symmetric.all() else symmetric


class _PositiveDefinite(_Symmetric):
    def check(self, value):
        symmetric = super().check(value)
        return F.linalg_cholesky_ex(value).info == 0 if symmetric.all() else symmetric


# ---------------------------------------------------------------- made of others

def _require_constraint(value):
    if not isinstance(value, Constraint):
        raise AssertionError(f"base_constraint must be a Constraint, got {type(value).__name__}")


class _IndependentConstraint(Constraint):
    """Events whose last dimensions hold values that each lie in a region."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        _require_constraint(base_constraint)
        if not isinstance(reinterpreted_batch_ndims, int):
            raise AssertionError(f"reinterpreted_batch_ndims must be an int, got {type(reinterpreted_batch_ndims).__name__}")
        if reinterpreted_batch_ndims < 0:
            raise AssertionError(f"reinterpreted_batch_ndims must be >= 0, got {reinterpreted_batch_ndims}")
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        super().__init__()

    @property
    def is_discrete(self):
        return self.base_constraint.is_discrete

    @property
    def event_dim(self):
        return self.base_constraint.event_dim + self.reinterpreted_batch_ndims

    def check(self, value):
        result = self.base_constraint.check(value)
        if result.dim() < self.reinterpreted_batch_ndims:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.dim()}")
        return result.reshape(result.shape[:result.dim() - self.reinterpreted_batch_ndims] + (-1,)).all(-1)

    def __repr__(self):
        return f"{self.__class__.__name__[1:]}({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class MixtureSameFamilyConstraint(Constraint):
    """Values that every component of a mixture may draw; the components are the last batch dimension of the region."""

    def __init__(self, base_constraint):
        _require_constraint(base_constraint)
        self.base_constraint = base_constraint
        super().__init__()

    @property
    def is_discrete(self):
        return self.base_constraint.is_discrete

    @property
    def event_dim(self):
        return self.base_constraint.event_dim

    def check(self, value):
        result = self.base_constraint.check(value.unsqueeze(-1 - self.event_dim))
        return result.reshape(result.shape[:value.dim() - self.event_dim] + (-1,)).all(-1)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.base_constraint!r})"


class _Several(Constraint):
    """Regions side by side in one tensor, along `dim`."""

    def __init__(self, cseq, dim):
        if not all(isinstance(constraint, Constraint) for constraint in cseq):
            raise AssertionError("All elements of cseq must be Constraint instances")
        self.cseq, self.dim = list(cseq), dim
        super().__init__()

    @property
    def is_discrete(self):
        return any(constraint.is_discrete for constraint in self.cseq)


class _Cat(_Several):
    """Regions of the slices of `lengths`, 1 each unless given."""

    def __init__(self, cseq, dim=0, lengths=None):
        super().__init__(cseq, dim)
        self.lengths = list([1] * len(self.cseq) if lengths is None else lengths)
        if len(self.lengths) != len(self.cseq):
            raise AssertionError(f"lengths ({len(self.lengths)}) must match cseq ({len(self.cseq)})")

    @property
    def event_dim(self):
        return max(constraint.event_dim for constraint in self.cseq)

    def check(self, value):
        _check_dim(value, self.dim)
        starts = [sum(self.lengths[:i]) for i in range(len(self.lengths))]
        return F.cat([constraint.check(value.narrow(self.dim, start, length))
                      for constraint, start, length in zip(self.cseq, starts, self.lengths)], self.dim)


class _Stack(_Several):
    """Regions of the elements along a dimension."""

    def __init__(self, cseq, dim=0):
        super().__init__(cseq, dim)

    @property
    def event_dim(self):
        dim = max(constraint.event_dim for constraint in self.cseq)
        return dim + 1 if self.dim + dim < 0 else dim

    def check(self, value):
        _check_dim(value, self.dim)
        slices = [value.select(self.dim, i) for i in range(value.size(self.dim))]
        return F.stack([constraint.check(v) for v, constraint in zip(slices, self.cseq)], self.dim)


def _check_dim(value, dim):
    if not -value.dim() <= dim < value.dim():
        raise AssertionError(f"dim {dim} out of range for value with {value.dim()} dimensions")


dependent = _Dependent()
dependent_property = _DependentProperty
independent = _IndependentConstraint
boolean = _Boolean()
one_hot = _OneHot()
nonnegative_integer = _IntegerGreaterThan(0)
positive_integer = _IntegerGreaterThan(1)
integer_interval = _IntegerInterval
real = _Real()
real_vector = independent(real, 1)
positive = _GreaterThan(0.0)
nonnegative = _GreaterThanEq(0.0)
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
multinomial = _Multinomial
unit_interval = _Interval(0.0, 1.0)
interval = _Interval
half_open_interval = _HalfOpenInterval
simplex = _Simplex()
lower_triangular = _LowerTriangular()
lower_cholesky = _LowerCholesky()
corr_cholesky = _CorrCholesky()
square = _Square()
symmetric = _Symmetric()
positive_semidefinite = _PositiveSemidefinite()
positive_definite = _PositiveDefinite()
cat = _Cat
stack = _Stack
