"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.tensor import Tensor

from rushlight.distributions.transforms import AbsTransform as AbsTransform
from rushlight.distributions.transforms import AffineTransform as AffineTransform
from rushlight.distributions.bernoulli import Bernoulli as Bernoulli
from rushlight.distributions.beta import Beta as Beta
from rushlight.distributions.binomial import Binomial as Binomial
from rushlight.distributions.transforms import CatTransform as CatTransform
from rushlight.distributions.categorical import Categorical as Categorical
from rushlight.distributions.cauchy import Cauchy as Cauchy
from rushlight.distributions.chi2 import Chi2 as Chi2
from rushlight.distributions.continuous_bernoulli import ContinuousBernoulli as ContinuousBernoulli
from rushlight.distributions.transforms import CorrCholeskyTransform as CorrCholeskyTransform
from rushlight.distributions.transforms import CumulativeDistributionTransform as CumulativeDistributionTransform
from rushlight.distributions.dirichlet import Dirichlet as Dirichlet
from rushlight.distributions.distribution import Distribution as Distribution
from rushlight.distributions.transforms import ExpTransform as ExpTransform
from rushlight.distributions.exponential import Exponential as Exponential
from rushlight.distributions.exp_family import ExponentialFamily as ExponentialFamily
from rushlight.distributions.fishersnedecor import FisherSnedecor as FisherSnedecor
from rushlight.distributions.gamma import Gamma as Gamma
from rushlight.distributions.generalized_pareto import GeneralizedPareto as GeneralizedPareto
from rushlight.distributions.geometric import Geometric as Geometric
from rushlight.distributions.gumbel import Gumbel as Gumbel
from rushlight.distributions.half_cauchy import HalfCauchy as HalfCauchy
from rushlight.distributions.half_normal import HalfNormal as HalfNormal
from rushlight.distributions.independent import Independent as Independent
from rushlight.distributions.inverse_gamma import InverseGamma as InverseGamma
from rushlight.distributions.kumaraswamy import Kumaraswamy as Kumaraswamy
from rushlight.distributions.lkj_cholesky import LKJCholesky as LKJCholesky
from rushlight.distributions.laplace import Laplace as Laplace
from rushlight.distributions.log_normal import LogNormal as LogNormal
from rushlight.distributions.logistic_normal import LogisticNormal as LogisticNormal
from rushlight.distributions.lowrank_multivariate_normal import LowRankMultivariateNormal as LowRankMultivariateNormal
from rushlight.distributions.transforms import LowerCholeskyTransform as LowerCholeskyTransform
from rushlight.distributions.mixture_same_family import MixtureSameFamily as MixtureSameFamily
from rushlight.distributions.multinomial import Multinomial as Multinomial
from rushlight.distributions.multivariate_normal import MultivariateNormal as MultivariateNormal
from rushlight.distributions.negative_binomial import NegativeBinomial as NegativeBinomial
from rushlight.distributions.normal import Normal as Normal
from rushlight.distributions.one_hot_categorical import OneHotCategorical as OneHotCategorical
from rushlight.distributions.one_hot_categorical import OneHotCategoricalStraightThrough as OneHotCategoricalStraightThrough
from rushlight.distributions.pareto import Pareto as Pareto
from rushlight.distributions.poisson import Poisson as Poisson
from rushlight.distributions.transforms import PositiveDefiniteTransform as PositiveDefiniteTransform
from rushlight.distributions.transforms import PowerTransform as PowerTransform
from rushlight.distributions.relaxed_bernoulli import RelaxedBernoulli as RelaxedBernoulli
from rushlight.distributions.relaxed_categorical import RelaxedOneHotCategorical as RelaxedOneHotCategorical
from rushlight.distributions.transforms import SigmoidTransform as SigmoidTransform
from rushlight.distributions.transforms import SoftmaxTransform as SoftmaxTransform
from rushlight.distributions.transforms import SoftplusTransform as SoftplusTransform
from rushlight.distributions.transforms import StackTransform as StackTransform
from rushlight.distributions.transforms import StickBreakingTransform as StickBreakingTransform
from rushlight.distributions.studentT import StudentT as StudentT
from rushlight.distributions.transforms import TanhTransform as TanhTransform
from rushlight.distributions.transformed_distribution import TransformedDistribution as TransformedDistribution
from rushlight.distributions.uniform import Uniform as Uniform
from rushlight.distributions.von_mises import VonMises as VonMises
from rushlight.distributions.weibull import Weibull as Weibull
from rushlight.distributions.wishart import Wishart as Wishart
from rushlight.distributions import bernoulli as bernoulli
from rushlight.distributions import beta as beta
from rushlight.distributions import binomial as binomial
from rushlight.distributions import categorical as categorical
from rushlight.distributions import cauchy as cauchy
from rushlight.distributions import chi2 as chi2
from rushlight.distributions import constraint_registry as constraint_registry
from rushlight.distributions import constraints as constraints
from rushlight.distributions import continuous_bernoulli as continuous_bernoulli
from rushlight.distributions import dirichlet as dirichlet
from rushlight.distributions import distribution as distribution
from rushlight.distributions import exp_family as exp_family
from rushlight.distributions import exponential as exponential
from rushlight.distributions import fishersnedecor as fishersnedecor
from rushlight.distributions import gamma as gamma
from rushlight.distributions import generalized_pareto as generalized_pareto
from rushlight.distributions import geometric as geometric
from rushlight.distributions import gumbel as gumbel
from rushlight.distributions import half_cauchy as half_cauchy
from rushlight.distributions import half_normal as half_normal
from rushlight.distributions import independent as independent
from rushlight.distributions import inverse_gamma as inverse_gamma
from rushlight.distributions import kl as kl
from rushlight.distributions import kumaraswamy as kumaraswamy
from rushlight.distributions import laplace as laplace
from rushlight.distributions import lkj_cholesky as lkj_cholesky
from rushlight.distributions import log_normal as log_normal
from rushlight.distributions import logistic_normal as logistic_normal
from rushlight.distributions import lowrank_multivariate_normal as lowrank_multivariate_normal
from rushlight.distributions import mixture_same_family as mixture_same_family
from rushlight.distributions import multinomial as multinomial
from rushlight.distributions import multivariate_normal as multivariate_normal
from rushlight.distributions import negative_binomial as negative_binomial
from rushlight.distributions import normal as normal
from rushlight.distributions import one_hot_categorical as one_hot_categorical
from rushlight.distributions import pareto as pareto
from rushlight.distributions import poisson as poisson
from rushlight.distributions import relaxed_bernoulli as relaxed_bernoulli
from rushlight.distributions import relaxed_categorical as relaxed_categorical
from rushlight.distributions import studentT as studentT
from rushlight.distributions import transformed_distribution as transformed_distribution
from rushlight.distributions import transforms as transforms
from rushlight.distributions import uniform as uniform
from rushlight.distributions import utils as utils
from rushlight.distributions import von_mises as von_mises
from rushlight.distributions import weibull as weibull
from rushlight.distributions import wishart as wishart
biject_to: Any
identity_transform: Any
transform_to: Any
def kl_divergence(p: Any, q: Any) -> Tensor:
    """Returns KL(p || q), for each pair of distributions in the batch."""
def register_kl(type_p: Any, type_q: Any) -> Any:
    """Decorates a function of p and q that returns KL(p || q), for these classes and their subclasses."""

class ComposeTransform(Transform):
    parts: Any
    def __init__(self, parts: Any, cache_size: Any = 0) -> None: ...
    def __eq__(self, other: Any) -> bool: ...
    @property
    def domain(self) -> Any: ...
    @property
    def codomain(self) -> Any: ...
    bijective: Any
    sign: Any
    @property
    def inv(self) -> Any: ...
    def __call__(self, x: Any) -> Any: ...
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    def forward_shape(self, shape: Any) -> Any: ...
    def inverse_shape(self, shape: Any) -> Any: ...

class IndependentTransform(Transform):
    base_transform: Any
    reinterpreted_batch_ndims: Any
    def __init__(self, base_transform: Any, reinterpreted_batch_ndims: Any, cache_size: Any = 0) -> None: ...
    @property
    def domain(self) -> Any: ...
    @property
    def codomain(self) -> Any: ...
    @property
    def bijective(self) -> Any: ...
    @property
    def sign(self) -> Any: ...
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    def forward_shape(self, shape: Any) -> Any: ...
    def inverse_shape(self, shape: Any) -> Any: ...

class ReshapeTransform(Transform):
    in_shape: Any
    out_shape: Any
    bijective: bool
    def __init__(self, in_shape: Any, out_shape: Any, cache_size: Any = 0) -> None: ...
    @property
    def domain(self) -> Any: ...
    @property
    def codomain(self) -> Any: ...
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    def forward_shape(self, shape: Any) -> Any: ...
    def inverse_shape(self, shape: Any) -> Any: ...

class Transform:
    bijective: bool
    def __init__(self, cache_size: Any = 0) -> None: ...
    @property
    def event_dim(self) -> Any: ...
    @property
    def inv(self) -> Any: ...
    @property
    def sign(self) -> Any: ...
    def with_cache(self, cache_size: Any = 1) -> Any: ...
    def __eq__(self, other: Any) -> bool: ...
    def __ne__(self, other: Any) -> bool: ...
    def __call__(self, x: Any) -> Any: ...
    def log_abs_det_jacobian(self, x: Any, y: Any) -> Tensor: ...
    def forward_shape(self, shape: Any) -> Any: ...
    def inverse_shape(self, shape: Any) -> Any: ...
