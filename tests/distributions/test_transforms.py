"""Transforms: inverses, Jacobians against autograd, caches, shapes; constraints and what leads to them."""
import pytest

import rushlight as torch
from rushlight import distributions as D
from rushlight.distributions import constraints, transforms

T = torch.tensor
REAL, POSITIVE, VECTOR = T([-1.5, 0.3, 2.0]), T([0.4, 1.3, 2.0]), T([0.3, -0.8, 0.5])

NUMBERS = [
    (transforms.ExpTransform(), REAL), (transforms.SigmoidTransform(), REAL), (transforms.TanhTransform(), REAL),
    (transforms.SoftplusTransform(), REAL), (transforms.AffineTransform(1.0, -2.0), REAL),
    (transforms.PowerTransform(T(1.7)), POSITIVE), (transforms.ExpTransform().inv, POSITIVE),
    (transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(1.0, T([2.0, 3.0, 4.0]))]), REAL),
    (transforms.CumulativeDistributionTransform(D.Normal(0.0, 1.0)), REAL),
    (transforms.StackTransform([transforms.ExpTransform(), transforms.TanhTransform(), transforms.identity_transform]), REAL),
    (transforms.CatTransform([transforms.ExpTransform(), transforms.TanhTransform()], lengths=[2, 1]), REAL),
]
VECTORS = [
    (transforms.StickBreakingTransform(), VECTOR), (transforms.CorrCholeskyTransform(), VECTOR),
    (transforms.IndependentTransform(transforms.ExpTransform(), 1), VECTOR),
    (transforms.AffineTransform(0.0, 3.0, event_dim=1), VECTOR),
    (transforms.ReshapeTransform((3,), (3, 1)), VECTOR),
    (transforms.ComposeTransform([transforms.TanhTransform(), transforms.StickBreakingTransform()]), VECTOR),
]


def name_of(value):
    return type(value).__name__ if isinstance(value, transforms.Transform) else ""


@pytest.mark.parametrize("transform, x", NUMBERS + VECTORS, ids=name_of)
def test_inverts(transform, x):
    y = transform(x)
    assert y.shape == torch.Size(transform.forward_shape(x.shape))
    assert x.shape == torch.Size(transform.inverse_shape(y.shape))
    assert torch.allclose(transform.inv(y), x, atol=1e-5)
    assert transform.domain.check(x).all() and transform.codomain.check(y).all()
    assert transform.inv.inv is transform


@pytest.mark.parametrize("transform, x", NUMBERS, ids=name_of)
def test_slopes_of_numbers(transform, x):
    x = x.clone().requires_grad_()
    y = transform(x)
    slope, = torch.autograd.grad(y.sum(), x)
    assert torch.allclose(transform.log_abs_det_jacobian(x, y), slope.abs().log(), atol=1e-5)
    assert torch.allclose(transform.inv.log_abs_det_jacobian(y, x), -slope.abs().log(), atol=1e-5)


def free_elements(y):
    """The elements of a point of the simplex, or of a Cholesky factor, that say all of it."""
    return y.tril(-1)[torch.ones(3, 3).tril(-1) == 1] if y.shape == (3, 3) else y.reshape(-1)[:3]


@pytest.mark.parametrize("transform, x", VECTORS, ids=name_of)
def test_volumes_of_vectors(transform, x):
    jacobian = torch.autograd.functional.jacobian(lambda x: free_elements(transform(x)), x)
    assert torch.allclose(transform.log_abs_det_jacobian(x, transform(x)), torch.linalg.slogdet(jacobian).logabsdet, atol=1e-5)


def test_a_cache_makes_the_inverse_exact():
    transform = transforms.TanhTransform(cache_size=1)
    x = T([20.0], requires_grad=True)
    y = transform(x)
    assert transform.inv(y) is x
    assert transforms.TanhTransform().inv(y).isinf()
    assert transforms.ExpTransform().with_cache()._cache_size == 1
    with pytest.raises(ValueError, match="cache_size must be 0 or 1"):
        transforms.ExpTransform(cache_size=2)


def test_equality():
    assert transforms.ExpTransform() == transforms.ExpTransform(cache_size=1)
    assert transforms.ExpTransform() != transforms.TanhTransform()
    assert transforms.AffineTransform(1.0, 2.0) == transforms.AffineTransform(1.0, T(2.0))
    assert transforms.PowerTransform(2.0) != transforms.PowerTransform(3.0)
    assert D.LogNormal(0.0, 1.0).transforms == D.LogNormal(1.0, 1.0).transforms


def test_repr():
    chain = transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(1.0, 2.0)])
    assert repr(chain) == "ComposeTransform(\n    ExpTransform(),\n    AffineTransform()\n)"
    assert repr(transforms.ExpTransform().inv) == "_InverseTransform(ExpTransform())"
    assert repr(D.biject_to(constraints.real_vector)) == "IndependentTransform(ComposeTransform(\n    \n), 1)"


def test_event_dimensions_of_a_chain():
    stick, exp = transforms.StickBreakingTransform(), transforms.ExpTransform()
    assert repr(transforms.ComposeTransform([exp, stick]).domain) == "IndependentConstraint(Real(), 1)"
    assert repr(transforms.ComposeTransform([stick, exp]).codomain) == "IndependentConstraint(GreaterThan(lower_bound=0.0), 1)"
    pushed = D.TransformedDistribution(D.Normal(torch.zeros(3), 1.0), transforms.AffineTransform(0.0, 1.0, event_dim=1))
    assert (pushed.batch_shape, pushed.event_shape) == ((), (3,))


REGIONS = [constraints.real, constraints.positive, constraints.less_than(2.0), constraints.interval(-1.0, 3.0),
           constraints.unit_interval, constraints.half_open_interval(0.0, 2.0), constraints.simplex, constraints.real_vector,
           constraints.corr_cholesky, constraints.stack([constraints.real, constraints.positive, constraints.unit_interval]),
           constraints.cat([constraints.positive, constraints.real], lengths=[2, 1])]


@pytest.mark.parametrize("region", REGIONS, ids=repr)
@pytest.mark.parametrize("registry", [D.biject_to, D.transform_to], ids=["biject_to", "transform_to"])
def test_leads_into_the_region(registry, region):
    transform = registry(region)
    assert region.check(transform(VECTOR)).all()
    assert transform.bijective or registry is D.transform_to


def test_leads_to_matrices():
    x = torch.arange(9.0).reshape(3, 3) / 9
    for region in (constraints.lower_cholesky, constraints.positive_definite, constraints.positive_semidefinite):
        assert region.check(D.transform_to(region)(x)).all()
    positive = D.transform_to(constraints.positive_definite)
    assert torch.allclose(positive(positive.inv(torch.eye(3) * 4)), torch.eye(3) * 4)


INSIDE = [
    (constraints.boolean, T([0, 1, 2]), [True, True, False]),
    (constraints.nonnegative_integer, T([-1.0, 0.0, 0.5]), [False, True, False]),
    (constraints.simplex, T([[0.5, 0.5], [0.5, 0.6]]), [True, False]), (constraints.one_hot, T([[0, 1], [1, 1]]), [True, False]),
    (constraints.multinomial(3), T([[1, 2], [2, 2]]), [True, False]), (constraints.square, torch.ones(2, 3), False),
    (constraints.lower_triangular, torch.ones(2, 2), False), (constraints.symmetric, torch.ones(2, 2), True),
    (constraints.positive_definite, torch.ones(2, 2), False), (constraints.positive_semidefinite, torch.eye(2), True),
    (constraints.independent(constraints.positive, 1), T([[1.0, 2.0], [1.0, -2.0]]), [True, False]),
    (constraints.MixtureSameFamilyConstraint(constraints.interval(T([0.0, 1.0]), 2.0)), T([0.5, 1.5]), [False, True]),
]


@pytest.mark.parametrize("region, value, expected", INSIDE, ids=repr)
def test_checks(region, value, expected):
    assert region.check(value).tolist() == expected


def test_triangles_as_vectors():
    matrix = torch.arange(9.0).reshape(3, 3)
    vector = D.utils.tril_matrix_to_vec(matrix, -1)
    assert vector.tolist() == [3, 6, 7]
    assert torch.equal(D.utils.vec_to_tril_matrix(vector, -1), matrix.tril(-1))
    with pytest.raises(ValueError, match="The size of last dimension is 5 which cannot be expressed"):
        D.utils.vec_to_tril_matrix(torch.arange(5.0))
    with pytest.raises(ValueError, match=r"diag \(5\) provided is outside \[-3, 2\]."):
        D.utils.tril_matrix_to_vec(matrix, 5)
