"""Chains of in-place operations against the same operations out of place: values, gradients and version counts."""
import numpy as np
import rushlight as torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, min_side=1, max_side=3)
ALONE = ("sin", "tanh", "sigmoid", "exp", "neg", "square", "abs", "atan", "relu")
WITH_ANOTHER = ("add", "sub", "mul", "div", "copysign", "atan2")


@st.composite
def operations(draw, shape):
    """(name, the arguments after the tensor, arrays where they are tensors)."""
    kind = draw(st.sampled_from(("alone", "another", "number", "mask", "weights", "triangle")))
    if kind == "alone":
        return draw(st.sampled_from(ALONE)), ()
    if kind == "another":
        lesser = shape[draw(st.integers(0, len(shape))):]
        return draw(st.sampled_from(WITH_ANOTHER)), (_numbered(lesser, 0.5),)
    if kind == "number":
        return draw(st.sampled_from(("add", "mul", "clamp_max", "fill"))), (draw(st.sampled_from((0.5, -1.25, 2.0))),)
    if kind == "mask":
        return "masked_fill", (np.asarray(_numbered(shape, 0.0) < 1), 0.75)
    if kind == "weights":
        return "lerp", (_numbered(shape, 0.5), 0.25)
    return ("tril", (0,)) if len(shape) > 1 else ("addcmul", (_numbered(shape, 0.5), _numbered(shape, 0.125)))


@st.composite
def programs(draw):
    shape = draw(SHAPES)
    return shape, draw(st.lists(operations(shape), min_size=1, max_size=4))


def _numbered(shape, start):
    count = int(np.prod(shape, dtype=int))
    return np.asarray(start + (np.arange(count) * 0.37 % 2.0).reshape(shape))


def leaves_of(shape, program):
    """The tensor that is worked on, and the tensors among the arguments, as leaves."""
    arrays = [_numbered(shape, 0.1), *[a for _, args in program for a in args if isinstance(a, np.ndarray)]]
    return [torch.tensor(a, requires_grad=a.dtype.kind == "f") for a in arrays]


def carried_out(leaves, program, call):
    tensors = iter(leaves)
    x = next(tensors) * 1
    for name, args in program:
        x = call(name, x, [next(tensors) if isinstance(a, np.ndarray) else a for a in args])
    return x


def in_place(leaves, program):
    return carried_out(leaves, program, lambda name, x, args: getattr(x, name + "_")(*args))


def out_of_place(leaves, program):
    return carried_out(leaves, program, lambda name, x, args: getattr(torch, name)(x, *args))


@given(programs())
def test_values_and_versions(case):
    shape, program = case
    leaves = [t.detach() for t in leaves_of(shape, program)]
    found = in_place(leaves, program)
    np.testing.assert_array_equal(found.numpy(), out_of_place(leaves, program).numpy())
    assert found._version == len(program)


@given(programs())
def test_gradients(case):
    shape, program = case
    leaves = leaves_of(shape, program)
    found, wanted = in_place(leaves, program), out_of_place(leaves, program)
    assert found._version == len(program)
    np.testing.assert_array_equal(found.detach().numpy(), wanted.detach().numpy())
    weights = torch.tensor(_numbered(shape, 0.3))
    leaves = [t for t in leaves if t.requires_grad]
    try:
        grads = torch.autograd.grad((found * weights).sum(), leaves, allow_unused=True)
    except RuntimeError as error:
        assert "modified by an inplace operation" in str(error) and len(program) > 1
        return
    for f, w in zip(grads, torch.autograd.grad((wanted * weights).sum(), leaves, allow_unused=True)):
        assert (f is None) == (w is None)
        if w is not None:
            np.testing.assert_allclose(f.numpy(), w.numpy(), rtol=1e-12)


@given(SHAPES, st.sampled_from(ALONE))
def test_version_of_a_leaf_written_without_grad(shape, name):
    x = torch.tensor(_numbered(shape, 0.1), requires_grad=True)
    wanted = getattr(x.detach().clone(), name)()
    with torch.no_grad():
        assert getattr(x, name + "_")() is x
    assert x._version == 1 and x.is_leaf and x.grad_fn is None
    np.testing.assert_array_equal(x.detach().numpy(), wanted.numpy())
