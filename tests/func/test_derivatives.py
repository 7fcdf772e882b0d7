"""grad, vjp, jvp, Jacobians: alone, over each other, and over plain autograd."""
import pytest
import rushlight as torch
from rushlight.func import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, linearize, vjp, vmap

X = torch.arange(6.0).reshape(3, 2)
W = torch.tensor([[0.5, -1.0], [2.0, 0.25]])


def loss(w, x):
    return torch.tanh(x @ w).sum()


def wave(x):
    return (x.exp() * x.sin()).sum()


def test_grad_nests():
    assert grad(lambda a: (a * a).sum())(X).tolist() == (2 * X).tolist()
    assert grad(grad(lambda a: a ** 3))(torch.tensor(2.0)).item() == 12
    gradient, value = grad_and_value(lambda a: a ** 2)(torch.tensor(3.0))
    assert (gradient.item(), value.item()) == (6, 9)
    inner = grad(lambda x: x * grad(lambda y: x + y)(torch.tensor(1.0)))       # perturbations must not be confused
    assert inner(torch.tensor(1.0)).item() == 1


def test_per_sample_gradients_of_shared_weights():
    each = vmap(grad(loss), (None, 0))(W, X)
    for row, x in zip(each, X):
        _close(row, grad(loss)(W, x))
    whole = grad(lambda w: vmap(loss, (None, 0))(w, X).sum())(W)
    _close(whole, each.sum(0))


def test_backward_through_vmap_sums_over_samples():
    w = W.clone().requires_grad_()
    vmap(lambda x: loss(w, x))(X).sum().backward()
    _close(w.grad, vmap(grad(loss), (None, 0))(W, X).sum(0))


def test_writes_through_views_inside():
    def scaled(w, x):
        y = x @ w
        y[0].mul_(3)
        y.unsqueeze_(0)
        return (y ** 2).sum()
    each = vmap(grad(scaled), (None, 0))(W, X)
    for row, x in zip(each, X):
        y = (x @ W) * torch.tensor([9.0, 1.0])
        _close(row, 2 * torch.outer(x, y))


def test_results_are_recorded_only_for_an_outer_tape():
    x = torch.ones(2, requires_grad=True)
    assert not grad(wave)(torch.ones(2)).requires_grad
    g = grad(wave)(x)
    assert g.requires_grad
    _close(torch.autograd.grad(g.sum(), x)[0], 2 * x.exp() * x.cos())
    assert not grad(lambda a: a.sum())(x).requires_grad
    with torch.no_grad():
        assert grad(lambda a: (a * a).sum())(x).tolist() == [2, 2]
    assert grad(lambda a: torch.no_grad()(lambda: (a * a).sum())())(x).tolist() == [0, 0]


def test_second_derivatives_agree_in_every_order():
    x = torch.tensor([0.3, 1.2], dtype=torch.float64)
    wanted = torch.diag(2 * x.exp() * x.cos())
    for outer in (jacfwd, jacrev):
        for inner in (jacfwd, jacrev):
            _close(outer(inner(wave))(x), wanted)
    _close(hessian(wave)(x), wanted)


def test_jvp_nests():
    def inner(x):
        return jvp(lambda y: y ** 3 * x, (x,), (torch.tensor(1.0),))[1]
    value, tangent = jvp(inner, (torch.tensor(2.0),), (torch.tensor(1.0),))
    assert (value.item(), tangent.item()) == (24, 36)          # 3 x^2 x, and its derivative 9 x^2


def test_structures():
    jacobian = jacrev(lambda a, b: {"k": (a * b).sum(), "m": a}, argnums=(0, 1))(X[1], X[2])
    assert {k: [tuple(t.shape) for t in v] for k, v in jacobian.items()} == {"k": [(2,), (2,)], "m": [(2, 2), (2, 2)]}
    assert jacfwd(lambda d: {"z": d["x"] * 2})({"x": X[0]})["z"]["x"].tolist() == [[2, 0], [0, 2]]
    value, pull_back, aux = vjp(lambda a: (a * 2, {"s": a.sum()}), X[1], has_aux=True)
    assert pull_back(torch.ones(2))[0].tolist() == [2, 2] and aux["s"].item() == 5


def test_linearize_runs_the_function_once():
    calls = []
    value, push = linearize(lambda a: calls.append(1) or a ** 3, torch.tensor([1.0, 2.0]))
    assert push(torch.ones(2)).tolist() == [3, 12] and push(torch.tensor([0.0, 1.0])).tolist() == [0, 12]
    assert value.tolist() == [1, 8] and len(calls) == 1


def test_chunked_rows_are_the_same():
    for size in (1, 2, 5):
        _close(jacrev(torch.sin, chunk_size=size)(X), jacrev(torch.sin)(X))


@pytest.mark.parametrize(("call", "text"), [
    (lambda: grad(lambda a: a)(X), "to return a scalar Tensor, got tensor with 2 dims"),
    (lambda: grad(lambda a: a.sum(), argnums=1)(X), "Got argnum=1, but only 1 positional inputs"),
    (lambda: grad(lambda a, b: a.sum(), argnums=(0, -2))(X, X), "argnums elements must be unique"),
    (lambda: grad(lambda a: a.sum(), has_aux=True)(X), "should be a tuple"),
    (lambda: vjp(lambda a: (a, a), X)[1](X), r"pytree structure of cotangents to be the same"),
    (lambda: jvp(lambda a: a, X, X), "Expected primals to be a tuple"),
    (lambda: jvp(lambda a: torch.ones(2), (X,), (X,), strict=True), "independent of the inputs"),
    (lambda: jacrev(lambda a: a + 0j)(X), "Expected all outputs to be real"),
    (lambda: linearize(torch.sin, X)[1](X[0]), r"tangent:0 with shape torch.Size\(\[2\]\)"),
])
def test_refusals(call, text):
    with pytest.raises(RuntimeError, match=text):
        call()


def _close(found, wanted):
    assert found.shape == wanted.shape and ((found - wanted).abs() <= 1e-5).all()


@pytest.mark.parametrize("transform", [torch.func.grad, torch.func.vmap, lambda f: lambda x: torch.func.jvp(f, (x,), (x,))])
def test_backward_is_called_outside(transform):
    w = torch.ones(3, requires_grad=True)

    def run(x):
        (x * w).sum().backward()
        return x.sum()
    with pytest.raises(RuntimeError, match=r"backward\(\) called inside a functorch transform"):
        transform(run)(torch.ones(3))


def test_second_derivatives_of_products_with_zeros():
    x = torch.tensor([[0.0, 0, 3, 2], [0, 1, 2, 3], [1, 2, 3, 4], [0, 0, 0, 1]])
    products = torch.func.vmap(torch.func.hessian(torch.prod))(x)
    assert products[0].tolist() == [[0, 6, 0, 0], [6, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert products[1].tolist() == [[0, 6, 3, 2], [6, 0, 0, 0], [3, 0, 0, 0], [2, 0, 0, 0]]
    assert products[2, 0].tolist() == [0, 12, 8, 6] and not products[3].any()
