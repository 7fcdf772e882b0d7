"""Shapes of operations on two tensors, and of their gradients, against NumPy's."""
import numpy as np
import pytest
import rushlight as torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

OPS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "maximum": np.maximum, "atan2": np.arctan2}
SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)
TOGETHER = hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, min_side=0, max_side=3)


def spread(shape, start):
    """Different numbers, none of them 0."""
    return start + np.arange(float(np.prod(shape, dtype=int))).reshape(shape)


def summed_to(array, shape):
    """The sum over everything that `shape` was broadcast along."""
    array = array.sum(tuple(range(array.ndim - len(shape))))
    return array.sum(tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True).reshape(shape)


@given(SHAPES, SHAPES, st.sampled_from(sorted(OPS)))
def test_shape_or_error_is_numpys(first, second, name):
    a, b = torch.ones(first), torch.ones(second)
    try:
        wanted = np.broadcast_shapes(first, second)
    except ValueError:
        with pytest.raises(RuntimeError):
            getattr(torch, name)(a, b)
        return
    assert getattr(torch, name)(a, b).shape == wanted == torch.broadcast_shapes(first, second)
    assert all(t.shape == wanted for t in torch.broadcast_tensors(a, b))


@given(TOGETHER, st.sampled_from(sorted(OPS)))
def test_values_are_numpys(shapes, name):
    a, b = (spread(shape, start) for shape, start in zip(shapes.input_shapes, (1.0, 2.5)))
    found = getattr(torch, name)(torch.tensor(a), torch.tensor(b))
    np.testing.assert_allclose(found.numpy(), OPS[name](a, b), rtol=1e-14)


@given(TOGETHER, st.booleans())
def test_gradients_have_the_shapes_of_the_inputs(shapes, create_graph):
    a, b = (spread(shape, start) for shape, start in zip(shapes.input_shapes, (1.0, 2.5)))
    weights = spread(shapes.result_shape, 0.5)
    leaves = [torch.tensor(x, requires_grad=True) for x in (a, b)]
    loss = (leaves[0] * leaves[1] * torch.tensor(weights)).sum()
    grads = torch.autograd.grad(loss, leaves, create_graph=create_graph)
    for grad, other, own in zip(grads, (b, a), (a, b)):
        wanted = summed_to(np.broadcast_to(other, weights.shape) * weights, own.shape)
        np.testing.assert_allclose(grad.detach().numpy(), wanted, rtol=1e-12)


@given(TOGETHER)
def test_where_broadcasts_its_three_tensors(shapes):
    first, second = shapes.input_shapes
    a, b, condition = spread(first, 1.0), spread(second, 2.5), spread(second, 0.0) % 2 == 0
    leaves = [torch.tensor(x, requires_grad=True) for x in (a, b)]
    out = torch.where(torch.tensor(condition), *leaves)
    np.testing.assert_array_equal(out.detach().numpy(), np.where(condition, a, b))
    grads = torch.autograd.grad(out.sum(), leaves)
    chosen = np.broadcast_to(condition, out.shape)
    for grad, mask in zip(grads, (chosen, ~chosen)):
        np.testing.assert_array_equal(grad.numpy(), summed_to(mask.astype(float), grad.shape))


@given(TOGETHER)
def test_in_place_never_changes_the_shape(shapes):
    first, second = shapes.input_shapes
    a, b = torch.ones(first), torch.ones(second)
    if shapes.result_shape == first:
        assert a.add_(b) is a and a.shape == first and bool((a == 2).all())
        return
    with pytest.raises(RuntimeError):
        a.add_(b)
    assert a.shape == first and a._version == 0
