"""What distributions refuse, in torch's words; expanding, subclassing, enumerating, printing."""
import copy
import pickle

import pytest

import rushlight as torch
from rushlight import distributions as D
from rushlight.distributions import constraints, utils

NAN = float("nan")
T = torch.tensor

REFUSED = [
    (lambda: D.Normal(NAN, 1),
     "Expected parameter loc (Tensor of shape ()) of distribution Normal(loc: nan, scale: 1.0) to satisfy "
     "the constraint Real(), but found invalid values:\nnan"),
    (lambda: D.Normal(0.0, T([-1.0, 2.0])),
     "Expected parameter scale (Tensor of shape (2,)) of distribution Normal(loc: torch.Size([2]), scale: torch.Size([2])) to "
     "satisfy the constraint GreaterThan(lower_bound=0.0), but found invalid values:\ntensor([-1.,  2.])"),
    (lambda: D.Normal("a", 1),
     "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."),
    (lambda: D.Normal(0.0, 1.0).log_prob(1), "The value argument to log_prob must be a Tensor"),
    (lambda: D.Normal(T([0.0, 1.0]), 1.0).log_prob(T([0.0, 1.0, 2.0])),
     "Value is not broadcastable with batch_shape+event_shape: torch.Size([3]) vs torch.Size([2])."),
    (lambda: D.Dirichlet(T([1.0, 2.0])).log_prob(T([0.5, 0.2, 0.3])),
     "The right-most size of value must match event_shape: torch.Size([3]) vs torch.Size([2])."),
    (lambda: D.Exponential(1.0).log_prob(T(-1.0)),
     "Expected value argument (Tensor of shape ()) to be within the support (GreaterThanEq(lower_bound=0.0)) of the distribution "
     "Exponential(rate: 1.0), but found invalid values:\n-1.0"),
    (lambda: D.Uniform(1.0, 0.0),
     "Expected parameter low (Tensor of shape ()) of distribution Uniform(low: 1.0, high: 0.0) to satisfy "
     "the constraint LessThan(upper_bound=0.0), but found invalid values:\n1.0"),
    (lambda: D.Categorical(), "Either `probs` or `logits` must be specified, but not both."),
    (lambda: D.Bernoulli(0.5, 0.5), "Either `probs` or `logits` must be specified, but not both."),
    (lambda: D.Categorical(logits=T(0.1)), "`logits` parameter must be at least one-dimensional."),
    (lambda: D.Dirichlet(T(1.0)), "`concentration` parameter must be at least one-dimensional."),
    (lambda: D.Geometric(0.0),
     "Expected parameter probs (Tensor of shape ()) of distribution Geometric(probs: 0.0) to be positive but "
     "found invalid values:\ntensor([0.])"),
    (lambda: D.MultivariateNormal(torch.zeros(2)),
     "Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified."),
    (lambda: D.MultivariateNormal(torch.zeros(2), scale_tril=torch.ones(2)),
     "scale_tril matrix must be at least two-dimensional, with optional leading batch dimensions"),
    (lambda: D.LowRankMultivariateNormal(torch.zeros(2), torch.ones(3, 1), torch.ones(2)),
     "cov_factor must be a batch of matrices with shape 2 x m"),
    (lambda: D.Independent(D.Normal(torch.zeros(2), 1.0), 2),
     "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual 2 vs 1"),
    (lambda: D.MixtureSameFamily(D.Categorical(torch.ones(3)), D.Normal(torch.zeros(2), 1.0)),
     "`mixture_distribution component` (3) does not equal `component_distribution.batch_shape[-1]` (2)"),
    (lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), 3), "transforms must be a Transform or list, but was 3"),
    (lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), D.StickBreakingTransform()),
     "base_distribution needs to have shape with size at least 1, but got torch.Size([])."),
    (lambda: D.Wishart(T(1.0), torch.eye(2)), "Value of df=1.0 expected to be greater than ndim - 1 = 1."),
    (lambda: D.LKJCholesky(1), "Expected dim to be an integer greater than or equal to 2. Found dim=1."),
    (lambda: constraints.dependent.check(T(1.0)), "Cannot determine validity of dependent constraint"),
    (lambda: D.Distribution.set_default_validate_args(3), ""),
]


@pytest.mark.parametrize("attempt, text", REFUSED)
def test_values_that_are_refused(attempt, text):
    with pytest.raises(ValueError) as refusal:
        attempt()
    assert str(refusal.value) == text


NOT_IMPLEMENTED = [
    (lambda: D.Multinomial(T(3), T([0.5, 0.5])), "inhomogeneous total_count is not supported"),
    (lambda: D.Binomial(T([3, 4]), T([0.5, 0.2])).enumerate_support(),
     "Inhomogeneous total count not supported by `enumerate_support`."),
    (lambda: D.Multinomial(3, T([0.5, 0.5])).mode,
     "<class 'rushlight.distributions.multinomial.Multinomial'> does not implement mode"),
    (lambda: D.Normal(0.0, 1.0).enumerate_support(), ""),
    (lambda: D.Categorical(T([0.5, 0.5])).rsample(), ""),
    (lambda: D.kl_divergence(D.Normal(0.0, 1.0), D.VonMises(T(0.0), T(1.0))),
     "No KL(p || q) is implemented for p type Normal and q type VonMises"),
    (lambda: D.biject_to(constraints.boolean), "Cannot transform _Boolean constraints"),
    (lambda: constraints.dependent.event_dim, ".event_dim cannot be determined statically"),
]


@pytest.mark.parametrize("attempt, text", NOT_IMPLEMENTED)
def test_what_no_distribution_has(attempt, text):
    with pytest.raises(NotImplementedError) as refusal:
        attempt()
    assert str(refusal.value) == text


def test_unchecked_where_told_so():
    assert D.Normal(0.0, -1.0, validate_args=False).scale.item() == -1
    assert D.Normal(0.0, 1.0, validate_args=False).expand((2,))._validate_args is False
    D.Distribution.set_default_validate_args(False)
    try:
        assert D.Normal(NAN, 1.0).loc.isnan()
    finally:
        D.Distribution.set_default_validate_args(True)


PRINTED = [
    (lambda: D.Normal(0, 1), "Normal(loc: 0.0, scale: 1.0)"),
    (lambda: D.Binomial(3, T([0.5])), "Binomial(total_count: tensor([3.]), probs: tensor([0.5000]))"),
    (lambda: D.Beta(1.0, 2.0), "Beta()"),
    (lambda: D.Independent(D.Normal(torch.zeros(2), 1.0), 1),
     "Independent(Normal(loc: torch.Size([2]), scale: torch.Size([2])), 1)"),
    (lambda: D.Pareto(1.0, 2.0), "Pareto(alpha: 2.0, scale: 1.0)"),
    (lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Normal(torch.zeros(2), 1.0)),
     "MixtureSameFamily(\n  Categorical(probs: torch.Size([2]), logits: torch.Size([2])),\n  "
     "Normal(loc: torch.Size([2]), scale: torch.Size([2])))"),
    (lambda: D.Categorical.support, "DependentProperty()"),
    (lambda: D.Binomial(3, T([0.5])).support, "IntegerInterval(lower_bound=0, upper_bound=tensor([3.]))"),
]


@pytest.mark.parametrize("make, text", PRINTED)
def test_repr(make, text):
    assert repr(make()) == text


def test_parameters_take_the_dtype_of_a_tensor():
    assert D.Normal(T([1.0, 2.0], dtype=torch.float64), 1).scale.dtype == torch.float64
    assert D.Normal(0, 1).loc.dtype == torch.float32
    assert [value.dtype for value in utils.broadcast_all(1, T([1, 2]))] == [torch.int64] * 2


def test_subclasses_expand_themselves():
    class Standard(D.Normal):
        def __init__(self):
            super().__init__(0.0, 1.0)

    class Named(D.Normal):
        pass
    with pytest.raises(NotImplementedError, match="Subclass Standard of Normal that defines a custom __init__ method must also"):
        Standard().expand((2,))
    assert type(Named(0.0, 1.0).expand((2,))) is Named


def test_a_distribution_of_ones_own():
    class Bare(D.Distribution):
        pass

    class Constant(D.Distribution):
        arg_constraints = {}
    with pytest.warns(UserWarning, match="does not define `arg_constraints`"):
        Bare()
    assert repr(Constant()) == "Constant()"
    with pytest.raises(NotImplementedError):
        Constant().expand((2,))
    with pytest.warns(UserWarning, match="does not define `support`"):
        Constant()._validate_sample(T(1.0))
    with pytest.warns(FutureWarning, match="sample_n"), pytest.raises(NotImplementedError):
        Constant().sample_n(2)


def test_enumerates_all_values():
    assert D.Bernoulli(T([0.3, 0.2])).enumerate_support().tolist() == [[0, 0], [1, 1]]
    assert D.Categorical(T([[1.0, 3.0]] * 2)).enumerate_support(expand=False).tolist() == [[0], [1]]
    assert D.OneHotCategorical(T([0.5, 0.5])).enumerate_support().tolist() == [[1, 0], [0, 1]]
    assert D.Binomial(2, T([0.5])).enumerate_support().tolist() == [[0], [1], [2]]


@pytest.mark.parametrize("make", [lambda: D.Normal(0.0, T([1.0, 2.0])), lambda: D.LogNormal(0.0, 1.0),
                                  lambda: D.MultivariateNormal(torch.zeros(2), torch.eye(2))])
def test_copies(make):
    original = make()
    sample = original.sample()
    for other in (copy.deepcopy(original), pickle.loads(pickle.dumps(original))):
        assert torch.equal(other.log_prob(sample), original.log_prob(sample))


def test_lazy_properties_are_computed_once_with_grad():
    logits = T([0.3], requires_grad=True)
    coin = D.Bernoulli(logits=logits)
    with torch.no_grad():
        probs = coin.probs
    assert probs.requires_grad and coin.probs is probs
    assert isinstance(D.Bernoulli.probs, property)


def test_divergences_of_ones_own():
    class Mine(D.Normal):
        pass

    class Other(D.Normal):
        pass
    registered = D.kl._KL_REGISTRY
    before = dict(registered)
    try:
        with pytest.raises(TypeError, match="class"):
            D.register_kl(Mine, 3)
        D.register_kl(int, D.Normal)(lambda p, q: 3)
        assert D.kl_divergence(5, D.Normal(0.0, 1.0)) == 3
        D.register_kl(Mine, D.Normal)(lambda p, q: 1)
        assert D.kl_divergence(Mine(0.0, 1.0), D.Normal(0.0, 1.0)) == 1
        assert D.kl_divergence(D.Normal(0.0, 1.0), Mine(0.0, 1.0)).item() == 0
        D.register_kl(D.Normal, Other)(lambda p, q: 2)
        with pytest.warns(RuntimeWarning, match=r"Ambiguous kl_divergence\(Mine, Other\). Please register_kl\(Mine, Other\)"):
            assert D.kl_divergence(Mine(0.0, 1.0), Other(0.0, 1.0)) == 1
    finally:
        registered.clear()
        registered.update(before)
        D.kl._KL_MEMOIZE.clear()


def test_infinite_divergences():
    assert D.kl_divergence(D.Normal(torch.zeros(2), 1.0), D.Exponential(torch.ones(3, 1))).tolist() == [float("inf")] * 2
    assert D.kl_divergence(D.Uniform(0.0, 1.0), D.Uniform(0.0, 0.5)).item() == float("inf")
    assert D.kl_divergence(D.Bernoulli(T([0.5, 1.0, 0.0])), D.Bernoulli(T([0.0, 1.0, 0.0]))).tolist() == [float("inf"), 0, 0]
    with pytest.raises(NotImplementedError, match="q.total_count > p.total_count"):
        D.kl_divergence(D.Binomial(3, T(0.4)), D.Binomial(4, T(0.4)))
