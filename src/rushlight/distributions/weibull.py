"""The Weibull distribution."""
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.exponential import Exponential
from rushlight.distributions.transformed_distribution import TransformedDistribution
from rushlight.distributions.transforms import AffineTransform, PowerTransform
from rushlight.distributions.utils import broadcast_all, euler_constant

__all__ = ["Weibull"]


class Weibull(TransformedDistribution):
    """scale * x**(1 / concentration) for exponential x."""

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive

    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = broadcast_all(scale, concentration)
        base = Exponential(F.ones_like(self.scale), validate_args=validate_args)
        transforms = [PowerTransform(exponent=self.concentration_reciprocal), AffineTransform(loc=0, scale=self.scale)]
        super().__init__(base, transforms, validate_args=validate_args)

    @property
    def concentration_reciprocal(self):
        return self.concentration.reciprocal()

    @property
    def mean(self):
        return self.scale * F.exp(F.lgamma(1 + self.concentration_reciprocal))

    @property
    def mode(self):
        return self.scale * ((self.concentration - 1) / self.concentration) ** self.concentration.reciprocal()

    @property
    def variance(self):
        inverse = self.concentration_reciprocal
        return self.scale.pow(2) * (F.exp(F.lgamma(1 + 2 * inverse)) - F.exp(2 * F.lgamma(1 + inverse)))

    def entropy(self):
        inverse = self.concentration_reciprocal
        return euler_constant * (1 - inverse) + F.log(self.scale * inverse) + 1
