"""torch.distributions: each name is loaded from its module when first used."""
from importlib import import_module

from rushlight.lazy_module import load_lazily

_HOME = {
    "Bernoulli": "bernoulli", "Beta": "beta", "Binomial": "binomial", "Categorical": "categorical", "Cauchy": "cauchy",
    "Chi2": "chi2", "ContinuousBernoulli": "continuous_bernoulli", "Dirichlet": "dirichlet", "Distribution": "distribution",
    "Exponential": "exponential", "ExponentialFamily": "exp_family", "FisherSnedecor": "fishersnedecor", "Gamma": "gamma",
    "GeneralizedPareto": "generalized_pareto", "Geometric": "geometric", "Gumbel": "gumbel", "HalfCauchy": "half_cauchy",
    "HalfNormal": "half_normal", "Independent": "independent", "InverseGamma": "inverse_gamma", "Kumaraswamy": "kumaraswamy",
    "LKJCholesky": "lkj_cholesky", "Laplace": "laplace", "LogNormal": "log_normal", "LogisticNormal": "logistic_normal",
    "LowRankMultivariateNormal": "lowrank_multivariate_normal", "MixtureSameFamily": "mixture_same_family",
    "Multinomial": "multinomial", "MultivariateNormal": "multivariate_normal", "NegativeBinomial": "negative_binomial",
    "Normal": "normal", "OneHotCategorical": "one_hot_categorical", "OneHotCategoricalStraightThrough": "one_hot_categorical",
    "Pareto": "pareto", "Poisson": "poisson", "RelaxedBernoulli": "relaxed_bernoulli",
    "RelaxedOneHotCategorical": "relaxed_categorical", "StudentT": "studentT",
    "TransformedDistribution": "transformed_distribution", "Uniform": "uniform", "VonMises": "von_mises", "Weibull": "weibull",
    "Wishart": "wishart",
    **dict.fromkeys(("biject_to", "transform_to"), "constraint_registry"),
    **dict.fromkeys(("kl_divergence", "register_kl"), "kl"),
    **dict.fromkeys(("AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform",
                     "CumulativeDistributionTransform", "ExpTransform", "IndependentTransform", "LowerCholeskyTransform",
                     "PositiveDefiniteTransform", "PowerTransform", "ReshapeTransform", "SigmoidTransform", "SoftmaxTransform",
                     "SoftplusTransform", "StackTransform", "StickBreakingTransform", "TanhTransform", "Transform",
                     "identity_transform"), "transforms"),
}
_MODULES = (*dict.fromkeys(_HOME.values()), "constraints", "utils")
__all__ = sorted(_HOME)


def __getattr__(name):
    if name in _HOME:
        return getattr(import_module(f"rushlight.distributions.{_HOME[name]}"), name)
    if name in _MODULES:
        return import_module(f"rushlight.distributions.{name}")
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.distributions", name)


def __dir__():
    return sorted([*_HOME, *_MODULES])


load_lazily(__name__)
