"""The distributions that are held against PyTorch: a function of the library, so that both make the same ones."""

MATRIX = [[2.0, 0.5, 0.1], [0.5, 1.0, 0.2], [0.1, 0.2, 1.5]]
FACTOR = [[1.0, 0.5], [0.3, 0.2], [0.1, 2.0]]

# name of the class, parameters; a list is a tensor. Where a class comes twice, the second ones have keywords.
GIVEN = {
    "Normal": ("Normal", [0.0, 1.0], [1.0, 2.0]),
    "Bernoulli": ("Bernoulli", [0.2, 0.7]),
    "Bernoulli logits": ("Bernoulli", None, [0.2, -0.7]),
    "Categorical": ("Categorical", [0.2, 0.3, 0.5]),
    "Categorical logits": ("Categorical", None, [[0.2, 0.3, 0.5], [1.0, 2.0, -1.0]]),
    "OneHotCategorical": ("OneHotCategorical", [0.2, 0.3, 0.5]),
    "OneHotCategoricalStraightThrough": ("OneHotCategoricalStraightThrough", [0.2, 0.3, 0.5]),
    "Uniform": ("Uniform", [0.0, -1.0], [1.0, 3.0]),
    "Beta": ("Beta", [0.5, 2.0], [1.0, 3.0]),
    "Gamma": ("Gamma", [0.5, 2.0, 10.0], [1.0, 3.0, 2.0]),
    "Dirichlet": ("Dirichlet", [0.5, 2.0, 1.0, 3.0, 0.2]),
    "Exponential": ("Exponential", [0.5, 2.0]),
    "Laplace": ("Laplace", [0.5, 2.0], [1.0, 3.0]),
    "LogNormal": ("LogNormal", [0.5, 0.2], [1.0, 0.3]),
    "MultivariateNormal": ("MultivariateNormal", [0.0, 1.0, 2.0], MATRIX),
    "MultivariateNormal precision": ("MultivariateNormal", [0.0, 1.0, 2.0], None, MATRIX),
    "LowRankMultivariateNormal": ("LowRankMultivariateNormal", [0.0, 1.0, 2.0], FACTOR, [1.0, 2.0, 3.0]),
    "Poisson": ("Poisson", [0.5, 20.0]),
    "Binomial": ("Binomial", 10, [0.3, 0.8]),
    "Geometric": ("Geometric", [0.3, 0.8]),
    "Gumbel": ("Gumbel", [0.5, 2.0], [1.0, 3.0]),
    "Cauchy": ("Cauchy", [0.5, 2.0], [1.0, 3.0]),
    "HalfNormal": ("HalfNormal", [1.0, 3.0]),
    "HalfCauchy": ("HalfCauchy", [1.0, 3.0]),
    "StudentT": ("StudentT", [1.5, 3.0, 5.0], [1.0, 3.0, 0.0], [1.0, 2.0, 3.0]),
    "Multinomial": ("Multinomial", 5, [0.2, 0.3, 0.5]),
    "NegativeBinomial": ("NegativeBinomial", [5.0, 3.0], [0.2, 0.3]),
    "Weibull": ("Weibull", [0.5, 2.0], [1.0, 3.0]),
    "Pareto": ("Pareto", [0.5, 2.0], [1.5, 3.0]),
    "Kumaraswamy": ("Kumaraswamy", [0.5, 2.0], [1.0, 0.5]),
    "VonMises": ("VonMises", [0.5, 2.0], [1.0, 3.0]),
    "Chi2": ("Chi2", [1.0, 3.0]),
    "FisherSnedecor": ("FisherSnedecor", [5.0, 2.0], [6.0, 3.0]),
    "InverseGamma": ("InverseGamma", [2.5, 2.0], [1.0, 3.0]),
    "ContinuousBernoulli": ("ContinuousBernoulli", [0.2, 0.5, 0.9]),
    "RelaxedBernoulli": ("RelaxedBernoulli", [0.7], [0.2, 0.9]),
    "RelaxedOneHotCategorical": ("RelaxedOneHotCategorical", [0.7], [0.2, 0.3, 0.5]),
    "Wishart": ("Wishart", [4.0, 5.0], MATRIX),
    "LKJCholesky": ("LKJCholesky", 3, [0.5, 2.0]),
    "LogisticNormal": ("LogisticNormal", [0.0, 1.0], [1.0, 2.0]),
    "GeneralizedPareto": ("GeneralizedPareto", [0.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.2, -0.3, 0.0]),
}

# Those whose numbers go through exp, log or a matrix product, which may round the last bit otherwise.
ROUNDED = {"Laplace", "LogNormal", "MultivariateNormal", "Gumbel", "Pareto", "InverseGamma", "ContinuousBernoulli", "Wishart",
           "RelaxedBernoulli", "RelaxedOneHotCategorical", "LKJCholesky", "LogisticNormal", "GeneralizedPareto"}

# KL(p || q) for each pair of these that has one.
PAIRED = {
    "Bernoulli": ([0.2, 0.7],), "Beta": ([0.5, 2.0], [1.0, 3.0]), "Binomial": (5, [0.2, 0.7]), "Categorical": ([0.2, 0.8],),
    "Cauchy": ([0.5, 2.0], [1.0, 3.0]), "Chi2": ([1.0, 2.0],), "ContinuousBernoulli": ([0.2, 0.7],), "Dirichlet": ([0.2, 0.7],),
    "Exponential": ([0.2, 0.7],), "Gamma": ([0.5, 2.0], [1.0, 3.0]), "Geometric": ([0.2, 0.7],),
    "Gumbel": ([0.5, 2.0], [1.0, 3.0]), "HalfNormal": ([0.5, 2.0],), "Laplace": ([0.5, 2.0], [1.0, 3.0]),
    "LogNormal": ([0.5, 2.0], [1.0, 3.0]), "LowRankMultivariateNormal": ([0.0, 1.0], [[1.0], [0.5]], [1.0, 2.0]),
    "MultivariateNormal": ([0.0, 1.0], [[2.3, 0.3], [0.3, 2.3]]), "Normal": ([0.5, 2.0], [1.0, 3.0]),
    "OneHotCategorical": ([0.2, 0.8],), "Pareto": ([0.5, 2.0], [2.5, 3.0]), "Poisson": ([0.5, 2.0],),
    "Uniform": ([0.2, 0.3], [0.7, 0.9]), "Wishart": ([3.0], [[2.3, 0.3], [0.3, 2.3]]),
}


def build(torch, kind, *parameters, requires_grad=False):
    """(the distribution, the tensors it was given)."""
    given = [torch.tensor(value, requires_grad=requires_grad) if isinstance(value, list) else value for value in parameters]
    return getattr(torch.distributions, kind)(*given), [value for value in given if isinstance(value, torch.Tensor)]


def other(parameters):
    """Parameters of the second of a pair: the first ones, a little off, where that keeps to the constraints."""
    first, *rest = parameters
    if isinstance(first, list) and isinstance(first[0], float) and sum(first) != 1.0:
        return [[value * 0.9 for value in first], *rest]
    if isinstance(first, list) and sum(first) == 1.0:
        return [first[::-1], *rest]
    return [first, [value * 0.5 for value in rest[0]], *rest[1:]]
