"""The LKJ distribution, of Cholesky factors of correlation matrices."""
import math

from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.beta import Beta
from rushlight.distributions.distribution import Distribution, SCALAR, validated
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import _standard_normal, broadcast_all
from rushlight.size import Size

__all__ = ["LKJCholesky"]


class LKJCholesky(Parametric):
    """Cholesky factors of correlation matrices M with density proportional to det(M)**(concentration - 1).

    Rows are drawn one by one, a direction and a beta-distributed length (Lewandowski, Kurowicka and Joe, 2009: the onion method).
    """

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        self.concentration, = broadcast_all(concentration)
        row = F.arange(dim - 1, dtype=self.concentration.dtype, device=self.concentration.device)
        offset = F.cat([row.new_zeros((1,)), row])
        marginal = (self.concentration + 0.5 * (dim - 2)).unsqueeze(-1)
        self._beta = Beta(offset + 0.5, marginal - 0.5 * offset)
        Distribution.__init__(self, self.concentration.size(), Size((dim, dim)), validate_args)

    def _expanded(self, name, value, batch_shape):
        if name == "_beta":
            return value.expand(batch_shape + (self.dim,))
        return super()._expanded(name, value, batch_shape)

    def sample(self, sample_shape=SCALAR):
        lengths = self._beta.sample(sample_shape).unsqueeze(-1)                       # squared, of the part left of the diagonal
        normal = _standard_normal(self._extended_shape(sample_shape), dtype=lengths.dtype, device=lengths.device).tril(-1)
        direction = normal / normal.norm(dim=-1, keepdim=True)
        direction[..., 0, :] = 0.0
        rows = F.sqrt(lengths) * direction
        diagonal = F.clamp(1 - F.sum(rows ** 2, dim=-1), min=dtypes.finfo(rows.dtype).tiny).sqrt()
        return rows + F.diag_embed(diagonal)

    @validated
    def log_prob(self, value):
        n = self.dim - 1
        diagonal = value.diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = F.arange(2, self.dim + 1, device=self.concentration.device)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - order
        half = self.concentration + 0.5 * n
        normalizer = F.mvlgamma(half - 0.5, n) - F.lgamma(half) * n + 0.5 * n * math.log(math.pi)
        return F.sum(order * diagonal.log(), dim=-1) - normalizer
