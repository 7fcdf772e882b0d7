"""What every distribution has: shapes, the checks of its parameters and samples, and the questions it may answer."""
import warnings
from functools import wraps
from inspect import getattr_static

from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions.constraints import is_dependent
from rushlight.distributions.utils import lazy_property
from rushlight.size import Size
from rushlight.tensor import Tensor

__all__ = ["Distribution"]

SCALAR = Size()


def validated(method):
    """Wraps a method of one value (`log_prob`, `cdf`): the value must lie in the support, where arguments are validated."""
    @wraps(method)
    def checked(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return method(self, value)
    return checked


class Distribution:
    """A probability distribution: `batch_shape` independent ones, each over values of `event_shape`.

    A subclass gives formulas; those it leaves out raise NotImplementedError.
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__

    @staticmethod
    def set_default_validate_args(value):
        """Whether distributions check their arguments, where they are not told otherwise."""
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=SCALAR, event_shape=SCALAR, validate_args=None):
        self._batch_shape, self._event_shape = batch_shape, event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._validate_parameters()
        super().__init__()

    @property
    def batch_shape(self):
        """The shape of the batch of distributions."""
        return self._batch_shape

    @property
    def event_shape(self):
        """The shape of one value."""
        return self._event_shape

    @property
    def arg_constraints(self):
        """The constraint on each parameter, by name."""
        raise NotImplementedError

    @property
    def support(self):
        """The constraint on values."""
        raise NotImplementedError

    @property
    def mean(self):
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self):
        """The most likely value."""
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    @property
    def variance(self):
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self):
        """The standard deviation."""
        return self.variance.sqrt()

    def expand(self, batch_shape, _instance=None):
        """Returns this distribution with its batch expanded to `batch_shape`."""
        raise NotImplementedError

    def sample(self, sample_shape=SCALAR):
        """Returns `sample_shape` values of each distribution in the batch, without gradient."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=SCALAR):
        """Returns values as `sample` does, differentiable in the parameters."""
        raise NotImplementedError

    def sample_n(self, n):
        """Returns `n` values. Deprecated: `sample((n,))` is the same."""
        warnings.warn("`sample_n(n)` will be deprecated. Use `sample((n,))` instead.", FutureWarning, stacklevel=2)
        return self.sample(Size((n,)))

    def log_prob(self, value):
        """Returns the logarithm of the density, or of the probability, at `value`."""
        raise NotImplementedError

    def cdf(self, value):
        """Returns the probability of values up to `value`."""
        raise NotImplementedError

    def icdf(self, value):
        """Returns where the cdf is `value`."""
        raise NotImplementedError

    def enumerate_support(self, expand=True):
        """Returns all values, in a new first dimension; not expanded over the batch, if `expand` is False."""
        raise NotImplementedError

    def entropy(self):
        """Returns the entropy, in nats."""
        raise NotImplementedError

    def perplexity(self):
        """Returns exp(entropy)."""
        return F.exp(self.entropy())

    def _extended_shape(self, sample_shape=SCALAR):
        """The shape of a sample."""
        return Size(Size(sample_shape) + self._batch_shape + self._event_shape)

    def _enumerated(self, values, expand):
        """`values`, one in each row, in the shape that `enumerate_support` returns."""
        values = values.view((-1,) + (1,) * len(self._batch_shape) + self._event_shape)
        return values.expand((-1,) + self._batch_shape + self._event_shape) if expand else values

    def _get_checked_instance(self, cls, _instance=None):
        """An instance without attributes, for `expand` of class `cls`."""
        if _instance is None and type(self).__init__ != cls.__init__:
            raise NotImplementedError(f"Subclass {self.__class__.__name__} of {cls.__name__} that defines a custom __init__ "
                                      "method must also define a custom .expand() method.")
        return self.__new__(type(self)) if _instance is None else _instance

    # ---------------------------------------------------------------- checks

    def _validate_parameters(self):
        try:
            constraints = self.arg_constraints
        except NotImplementedError:
            warnings.warn(f"{self.__class__} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or "
                          "initialize the distribution with `validate_args=False` to turn off validation.", stacklevel=3)
            return
        for name, constraint in constraints.items():
            if not is_dependent(constraint) and not self._waits(name):
                self._validate_parameter(name, getattr(self, name), constraint)

    def _waits(self, name):
        """Whether a property is computed from the parameters that were given, and nobody asked for it yet."""
        return name not in self.__dict__ and isinstance(getattr_static(type(self), name, None), lazy_property)

    def _validate_parameter(self, name, value, constraint):
        if not constraint.check(value).all():
            raise ValueError(f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                             f"{self!r} to satisfy the constraint {constraint!r}, but found invalid values:\n{value}")

    def _validate_sample(self, value):
        """ValueError if `value` has not the shape of a sample, or lies outside the support."""
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        self._validate_shape(value.shape)
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(f"{self.__class__} does not define `support` to enable sample validation. Please initialize the "
                          "distribution with `validate_args=False` to turn off validation.", stacklevel=4)
            return
        if not support.check(value).all():
            raise ValueError(f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the "
                             f"support ({support!r}) of the distribution {self!r}, but found invalid values:\n{value}")

    def _validate_shape(self, shape):
        start = len(shape) - len(self._event_shape)
        if shape[start:] != self._event_shape:
            raise ValueError(f"The right-most size of value must match event_shape: {shape} vs {self._event_shape}.")
        expected = self._batch_shape + self._event_shape
        if any(i != 1 and j != 1 and i != j for i, j in zip(reversed(shape), reversed(expected))):
            raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {shape} vs {expected}.")

    def __repr__(self):
        shown = {name: self.__dict__[name] for name in self.arg_constraints if name in self.__dict__}
        values = ", ".join(f"{name}: {value if value.numel() == 1 else value.shape}" for name, value in shown.items())
        return f"{self.__class__.__name__}({values})"
