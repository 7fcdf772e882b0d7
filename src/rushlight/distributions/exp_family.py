"""Distributions whose density is h(x) exp(natural parameters . statistics - log normalizer)."""
from rushlight.autograd.entry import grad
from rushlight.distributions.distribution import Distribution

__all__ = ["ExponentialFamily"]


class ExponentialFamily(Distribution):
    """A distribution that knows its natural parameters, and the log normalizer in terms of them."""

    @property
    def _natural_params(self):
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self):
        """The mean of log h."""
        raise NotImplementedError

    def entropy(self):
        """Returns the entropy: the mean statistics are the slope of the log normalizer."""
        result = -self._mean_carrier_measure
        normalizer, terms = self._bregman()
        return sum((-term for term in terms), result + normalizer)

    def _bregman(self):
        """The log normalizer, and each natural parameter times its mean statistic, summed over the event."""
        params = [param.detach().requires_grad_() for param in self._natural_params]
        normalizer = self._log_normalizer(*params)
        slopes = grad(normalizer.sum(), params, create_graph=True)
        return normalizer, [(param * slope).reshape(self._batch_shape + (-1,)).sum(-1) for param, slope in zip(params, slopes)]
