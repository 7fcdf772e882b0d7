"""The von Mises distribution: normal numbers, as it were, on a circle."""
import math

from rushlight import dtypes
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import lazy_property

__all__ = ["VonMises"]


class VonMises(Parametric):
    """Angles from -pi to pi around `loc`, the nearer to it the greater the `concentration`."""

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self._of_elements(validate_args, loc=loc, concentration=concentration)

    @validated
    def log_prob(self, value):
        log_i0 = F.special_i0e(self.concentration).log() + self.concentration
        return self.concentration * F.cos(value - self.loc) - math.log(2 * math.pi) - log_i0

    @lazy_property
    def _loc(self):
        return self.loc.to(dtypes.double)

    @lazy_property
    def _concentration(self):
        return self.concentration.to(dtypes.double)

    @lazy_property
    def _proposal_r(self):
        """The parameter of the wrapped Cauchy distribution that covers this one."""
        kappa = self._concentration
        tau = 1 + (1 + 4 * kappa ** 2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        return F.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho ** 2) / (2 * rho))

    @no_grad()
    def sample(self, sample_shape=SCALAR):
        """Returns angles by rejection, in float64 (D. J. Best and N. I. Fisher, 1979)."""
        shape = self._extended_shape(sample_shape)
        r, kappa = self._proposal_r.expand(shape), self._concentration.expand(shape)
        angle = F.empty(shape, dtype=dtypes.double, device=self.loc.device)
        done = F.zeros(shape, dtype=dtypes.bool, device=self.loc.device)
        while not done.all():
            u1, u2, u3 = F.rand((3,) + shape, dtype=dtypes.double, device=self.loc.device).unbind()
            z = F.cos(math.pi * u1)
            f = (1 + r * z) / (r + z)
            c = kappa * (r - f)
            accept = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
            angle = F.where(accept, (u3 - 0.5).sign() * f.acos(), angle)
            done = done | accept
        return ((angle + math.pi + self._loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        return 1 - F.special_i1e(self.concentration) / F.special_i0e(self.concentration)
