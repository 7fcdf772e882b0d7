"""Distributions that are given by their parameters: how these are broadcast, kept and expanded, for all of them."""
from inspect import getattr_static

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions.distribution import Distribution
from rushlight.distributions.utils import broadcast_all, lazy_property, logits_to_probs, probs_to_logits
from rushlight.size import Size

_PACKAGE = __name__.rpartition(".")[0] + "."


class Parametric(Distribution):
    """A distribution whose attributes are parameters, named by `arg_constraints`, and distributions of the same batch."""

    def _of_elements(self, validate_args, **parameters):
        """Initialises a batch of distributions over numbers, from parameters that broadcast."""
        values = broadcast_all(*parameters.values())
        for name, value in zip(parameters, values):
            setattr(self, name, value)
        Distribution.__init__(self, values[0].shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        """Returns this distribution with its batch expanded to `batch_shape`."""
        new = self._get_checked_instance(self._declared_by(), _instance)
        batch_shape = Size(batch_shape)
        for name, value in self.__dict__.items():
            if name in self.arg_constraints or not isinstance(getattr_static(type(self), name, None), lazy_property):
                new.__dict__[name] = self._expanded(name, value, batch_shape)
        new._batch_shape = batch_shape
        return new

    def _expanded(self, name, value, batch_shape):
        if isinstance(value, Distribution):
            return value.expand(batch_shape)
        if name not in self.arg_constraints:
            return value
        return value.expand(batch_shape + value.shape[value.dim() - self.arg_constraints[name].event_dim:])

    def _declared_by(self):
        """The class of this package that the instance is of, or whose heir it is."""
        return next(cls for cls in type(self).__mro__ if cls.__module__.startswith(_PACKAGE))


class Odds(Parametric):
    """A distribution given by either `probs` or `logits`; the other is computed when asked for."""

    _binary = True              # probabilities of one outcome, not a row of probabilities that sum to one

    def _take_one(self, probs, logits):
        """Remembers which of the two was given. ValueError unless it is exactly one."""
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._given = "logits" if probs is None else "probs"

    def _of_odds(self, validate_args, probs, logits, **others):
        """Initialises a batch of distributions over numbers, from `probs` or `logits`, and others that broadcast with it."""
        self._take_one(probs, logits)
        self._of_elements(validate_args, **others, **{self._given: logits if probs is None else probs})

    def _of_rows(self, validate_args, probs, logits, event_dims=0):
        """Initialises a batch of distributions over `probs.shape[-1]` outcomes, normalised."""
        self._take_one(probs, logits)
        given = logits if probs is None else probs
        if given.dim() < 1:
            raise ValueError(f"`{self._given}` parameter must be at least one-dimensional.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        batch_dims = given.dim() - 1
        Distribution.__init__(self, given.shape[:batch_dims], given.shape[given.dim() - event_dims:], validate_args)

    @property
    def _param(self):
        return self.__dict__[self._given]

    @property
    def param_shape(self):
        """The shape of the parameter that was given."""
        return self._param.shape

    def _new(self, *args, **options):
        return self._param.new(*args, **options)

    @lazy_property
    def probs(self):
        """The probabilities."""
        return logits_to_probs(self.logits, is_binary=self._binary)

    @lazy_property
    def logits(self):
        """The log odds, or logarithms of the probabilities."""
        return probs_to_logits(self.probs, is_binary=self._binary)


def surprise(logits, target):
    """Returns the cross entropy of coins with these log odds, each relative to `target`."""
    return F.binary_cross_entropy_with_logits(logits, target, reduction="none")


def filled(parameter, value):
    """Returns a tensor like a parameter, of one value."""
    return F.full_like(parameter, value)
