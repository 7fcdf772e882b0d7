"""The chi-squared distribution."""
from rushlight.distributions import constraints
from rushlight.distributions.gamma import Gamma

__all__ = ["Chi2"]


class Chi2(Gamma):
    """Sums of the squares of `df` standard normal numbers."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    def _expanded(self, name, value, batch_shape):
        return value.expand(batch_shape) if name in Gamma.arg_constraints else super()._expanded(name, value, batch_shape)

    @property
    def df(self):
        """The degrees of freedom."""
        return self.concentration * 2
