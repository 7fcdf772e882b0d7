"""autograd.functional: values, structure, graphs, and what `strict` refuses. The values and texts are PyTorch's."""
import pytest
import rushlight as torch
from rushlight.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp

x = torch.tensor([1.0, 2.0])
y = torch.tensor([3.0, 4.0])
v = torch.ones(2)


def square(a):
    return a * a


def two_outputs(a, b):
    return a * b, a.sum()


def cubes(a):
    return (a ** 3).sum()


def mixed(a, b):
    return (a * b ** 2).sum()


def lists(value):
    return [lists(item) for item in value] if isinstance(value, tuple) else value.tolist()


def test_products():
    assert lists(vjp(square, x, v)) == [[1, 4], [2, 4]]
    assert lists(jvp(square, x, v)) == [[1, 4], [2, 4]]
    assert lists(vjp(two_outputs, (x, y), (v, torch.tensor(1.0)))) == [[[3, 8], 3], [[4, 5], [1, 2]]]
    assert lists(jvp(two_outputs, (x, y), (v, y))) == [[[3, 8], 3], [[6, 12], 2]]
    for product in (vhp, hvp):
        assert lists(product(cubes, x, v)) == [9, [6, 12]]
        assert lists(product(mixed, (x, y), (v, y))) == [41, [[18, 32], [12, 24]]]


def test_v_may_be_missing_for_one_number():
    assert lists(vjp(lambda a: a.sum() * 2, x)) == [6, [2, 2]]
    assert lists(jvp(square, torch.tensor(3.0))) == [9, 6]
    assert lists(jvp(lambda a: (a * a,), (torch.tensor(3.0),))) == [[9], [6]]
    for function, text in ((vjp, "if the user-provided function returns a single"), (jvp, "if the input to the user-provided"),
                           (hvp, "if the input to the user-provided")):
        with pytest.raises(RuntimeError, match=f"The vector v can only be None {text}"):
            function(square if function in (vjp, jvp) else cubes, x)


@pytest.mark.parametrize("options", [{}, dict(vectorize=True), dict(vectorize=True, strategy="forward-mode")])
def test_jacobian(options):
    assert lists(jacobian(square, x, **options)) == [[2, 0], [0, 4]]
    assert lists(jacobian(square, (x,), **options)) == [[[2, 0], [0, 4]]]
    assert lists(jacobian(two_outputs, (x, y), **options)) == [[[[3, 0], [0, 4]], [[1, 0], [0, 2]]], [[1, 1], [0, 0]]]
    assert lists(jacobian(square, torch.tensor(3.0), **options)) == 6
    assert jacobian(lambda a: a.sum(1), torch.ones(2, 3), **options).shape == (2, 2, 3)
    assert lists(jacobian(lambda a: (a * 2, torch.ones(2)), x, **options)) == [[[2, 0], [0, 2]], [[0, 0], [0, 0]]]
    assert jacobian(lambda a: a[:0], x, **options).shape == (0, 2)
    assert not jacobian(square, x.clone().requires_grad_(), **options).requires_grad


@pytest.mark.parametrize("options", [{}, dict(vectorize=True), dict(vectorize=True, outer_jacobian_strategy="forward-mode")])
def test_hessian(options):
    assert lists(hessian(cubes, x, **options)) == [[6, 0], [0, 12]]
    assert lists(hessian(cubes, (x,), **options)) == [[[[6, 0], [0, 12]]]]
    assert lists(hessian(mixed, (x, y), **options)) == [[[[0, 0], [0, 0]], [[6, 0], [0, 8]]],
                                                        [[[6, 0], [0, 8]], [[2, 0], [0, 4]]]]
    assert lists(hessian(lambda a: a.sum(), x, **options)) == [[0, 0], [0, 0]]
    assert not hessian(cubes, x, **options).requires_grad


def test_rectifiers_in_forward_over_reverse():
    """Their slopes have no jvp of their own: two backwards inside vmap stand in."""
    z = torch.tensor([2.0, -3.0])
    for strategy in ("reverse-mode", "forward-mode"):
        found = hessian(lambda a: (a.relu() * a).sum(), z, vectorize=True, outer_jacobian_strategy=strategy)
        assert found.tolist() == [[2, 0], [0, 0]]


def test_graphs_of_results():
    a = x.clone().requires_grad_()
    output, grads = vjp(square, a, v, create_graph=True)
    (second,) = torch.autograd.grad((output + grads).sum(), a)
    assert second.tolist() == [4, 6]
    for options in ({}, dict(vectorize=True)):
        (third,) = torch.autograd.grad(hessian(cubes, a, create_graph=True, **options).sum(), a)
        assert third.tolist() == [6, 6]
    with torch.no_grad():
        assert jacobian(square, x, create_graph=True).requires_grad and not jacobian(square, x).requires_grad
    assert a.grad is None


def test_what_is_given_must_be_tensors():
    for name, function, good in (("vjp", vjp, square), ("jvp", jvp, square), ("vhp", vhp, cubes), ("hvp", hvp, cubes)):
        with pytest.raises(TypeError, match=f"The inputs given to {name} must be either a Tensor or a tuple of Tensors but the "
                                            "given inputs has type <class 'list'>"):
            function(good, [1, 2], v)
        with pytest.raises(TypeError, match=f"The outputs of the user-provided function given to {name} must be"):
            function(lambda a: "bogus", x, v)
        with pytest.raises(TypeError, match=f"The v given to {name} must be .* but the value at index 1 has type <class 'float'"):
            function(two_outputs if good is square else mixed, (x, y), (v, 3.0))
        with pytest.raises(RuntimeError, match=r"^v has invalid size: should be torch.Size\(\[2\]\) but got torch.Size\(\[3\]\)"):
            function(good, x, torch.ones(3))
    with pytest.raises(RuntimeError, match="v is a tuple of invalid length: should be 2 but got 1"):
        jvp(two_outputs, (x, y), (v,))
    with pytest.raises(RuntimeError, match="The given v should contain a single Tensor"):
        jvp(square, x, (v, v))
    for name, function in (("vhp", vhp), ("hvp", hvp)):
        with pytest.raises(RuntimeError, match=f"The function given to {name} should return a single Tensor"):
            function(lambda a: (a.sum(), a.sum()), x, v)
        with pytest.raises(RuntimeError, match=f"The Tensor returned by the function given to {name} should contain a single"):
            function(square, x, v)
    with pytest.raises(TypeError, match="The inputs given to hessian must be"):
        hessian(cubes, [x])


OUTPUT = "Output 0 of the user-provided function does not require gradients."
UNUSED = "The output of the user-provided function is independent of input 1. This is not allowed in strict mode."
LINEAR = "The jacobian of the user-provided function is independent of input 0. This is not allowed in strict mode when create"
HESSIAN = "While computing the hessian, found that the jacobian of the user-provided function with respect to input 0 is"


def test_strict_products():
    for function in (vjp, jvp):
        with pytest.raises(RuntimeError, match=OUTPUT):
            function(lambda a: a.detach(), x, v, strict=True)
        with pytest.raises(RuntimeError, match=UNUSED):
            function(lambda a, b: a * 1, (x, y), v if function is vjp else (v, v), strict=True)
        with pytest.raises(RuntimeError, match=LINEAR):
            function(lambda a: a * 1, x, v, strict=True, create_graph=True)
        assert lists(function(lambda a: a.detach(), x, v)) == [[1, 2], [0, 0]]
    for function in (vhp, hvp):
        with pytest.raises(RuntimeError, match=UNUSED):
            function(lambda a, b: cubes(a), (x, y), (v, v), strict=True)
        with pytest.raises(RuntimeError, match=HESSIAN):
            function(lambda a: a.sum(), x, v, strict=True)
        with pytest.raises(RuntimeError, match="The hessian of the user-provided function is independent of input 0"):
            function(lambda a: square(a).sum(), x, v, strict=True, create_graph=True)
        assert lists(function(lambda a: a.sum(), x, v)) == [3, [0, 0]]


def test_strict_matrices():
    with pytest.raises(RuntimeError, match=OUTPUT):
        jacobian(lambda a: a.detach(), x, strict=True)
    with pytest.raises(RuntimeError, match="Output 0 of the user-provided function is independent of input 1"):
        jacobian(lambda a, b: a * 1, (x, y), strict=True)
    with pytest.raises(RuntimeError, match=LINEAR):
        jacobian(lambda a: a * 1, x, strict=True, create_graph=True)
    with pytest.raises(RuntimeError, match=HESSIAN):
        hessian(lambda a: a.sum(), x, strict=True)
    with pytest.raises(RuntimeError, match="`strict=True` and `vectorized=True` are not supported together"):
        jacobian(square, x, strict=True, vectorize=True)


def test_strategies():
    with pytest.raises(AssertionError, match='Expected strategy to be either "forward-mode" or "reverse-mode"'):
        jacobian(square, x, strategy="sideways")
    with pytest.raises(AssertionError, match='Expected strategy to be either "forward-mode" or "reverse-mode"'):
        hessian(cubes, x, outer_jacobian_strategy="sideways")
    with pytest.raises(NotImplementedError, match="only implemented for `vectorize=True`"):
        jacobian(square, x, strategy="forward-mode")
    with pytest.raises(NotImplementedError, match='`create_graph=True` and `strategy="forward-mode"` are not supported together'):
        jacobian(square, x, create_graph=True, vectorize=True, strategy="forward-mode")
    with pytest.raises(RuntimeError, match='`strict=True` and `strategy="forward-mode"` are not supported together'):
        jacobian(square, x, strict=True, vectorize=True, strategy="forward-mode")
