"""Chains of view operations: they see the base's memory, and writing through them is writing there, with its gradient."""
import numpy as np
import rushlight as torch
from hypothesis import assume, given
from hypothesis import strategies as st


@st.composite
def steps(draw, array):
    """A view operation that fits `array`, as (what torch does, what NumPy does)."""
    n = array.ndim
    choices = [_unsqueeze, _alias]
    if n:
        choices += [_select, _slice, _narrow, _unfold, _expand]
    if n > 1:
        choices += [_transpose, _permute, _diagonal, _flatten]
    if 1 in array.shape:
        choices += [_squeeze]
    return draw(st.sampled_from(choices))(draw, array)


def _alias(draw, a):
    return lambda t: t.view_as(t), lambda a: a


def _unsqueeze(draw, a):
    dim = draw(st.integers(0, a.ndim))
    return lambda t: t.unsqueeze(dim), lambda a: np.expand_dims(a, dim)


def _squeeze(draw, a):
    dim = draw(st.sampled_from([i for i, n in enumerate(a.shape) if n == 1]))
    return lambda t: t.squeeze(dim), lambda a: a.squeeze(dim)


def _dim(draw, a):
    return draw(st.integers(0, a.ndim - 1))


def _select(draw, a):
    dim = _dim(draw, a)
    assume(a.shape[dim])
    index = draw(st.integers(-a.shape[dim], a.shape[dim] - 1))
    return lambda t: t.select(dim, index), lambda a: np.moveaxis(a, dim, 0)[index]


def _narrow(draw, a):
    """One of several views that one call makes could not be written, so no split."""
    dim = _dim(draw, a)
    start = draw(st.integers(0, a.shape[dim]))
    length = draw(st.integers(0, a.shape[dim] - start))
    return lambda t: t.narrow(dim, start, length), lambda a: a[(slice(None),) * dim + (slice(start, start + length),)]


def _slice(draw, a):
    dim = _dim(draw, a)
    start, step = draw(st.integers(0, a.shape[dim])), draw(st.integers(1, 3))
    index = (slice(None),) * dim + (slice(start, None, step),)
    return lambda t: t[index], lambda a: a[index]


def _unfold(draw, a):
    """Windows that do not overlap: the step is their size."""
    dim = _dim(draw, a)
    assume(a.shape[dim])
    size = draw(st.integers(1, a.shape[dim]))
    return (lambda t: t.unfold(dim, size, size),
            lambda a: np.lib.stride_tricks.sliding_window_view(a, size, dim)[(slice(None),) * dim + (slice(None, None, size),)])


def _expand(draw, a):
    """Expanding by 1 only: an expanded tensor cannot be written."""
    shape = (1, *a.shape)
    return lambda t: t.expand(shape), lambda a: np.broadcast_to(a, shape)


def _transpose(draw, a):
    first, second = _dim(draw, a), _dim(draw, a)
    return lambda t: t.transpose(first, second), lambda a: a.swapaxes(first, second)


def _permute(draw, a):
    order = draw(st.permutations(range(a.ndim)))
    return lambda t: t.permute(order), lambda a: a.transpose(order)


def _diagonal(draw, a):
    first = _dim(draw, a)
    second = (first + draw(st.integers(1, a.ndim - 1))) % a.ndim
    offset = draw(st.integers(-1, 1))
    return lambda t: t.diagonal(offset, first, second), lambda a: a.diagonal(offset, first, second)


def _flatten(draw, a):
    assume(a.flags.c_contiguous)
    return lambda t: t.view(-1), lambda a: a.reshape(-1)


@st.composite
def chains(draw):
    """(shape, the operations, where in the flattened base each element of the view lies)."""
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    positions = np.arange(int(np.prod(shape))).reshape(shape)
    chain = []
    for _ in range(draw(st.integers(1, 4))):
        through_torch, through_numpy = draw(steps(positions))
        chain.append(through_torch)
        positions = through_numpy(positions)
    return shape, chain, positions


def follow(chain, t):
    for step in chain:
        t = step(t)
    return t


def numbered(shape, start=1.0):
    return start + np.arange(float(np.prod(shape, dtype=int))).reshape(shape)


@given(chains())
def test_views_see_the_memory_of_the_base(case):
    shape, chain, positions = case
    base = torch.tensor(numbered(shape))
    view = follow(chain, base)
    assert view.shape == positions.shape and view._base is base
    assert view.untyped_storage().data_ptr() == base.untyped_storage().data_ptr()
    np.testing.assert_array_equal(view.numpy(), base.numpy().ravel()[positions])


@given(chains())
def test_strides_and_offset_say_where_the_elements_are(case):
    shape, chain, positions = case
    view = follow(chain, torch.tensor(numbered(shape)))
    told = np.full(view.shape, view.storage_offset())
    for dim, stride in enumerate(view.stride()):
        told += np.arange(view.shape[dim]).reshape((-1,) + (1,) * (view.dim() - dim - 1)) * stride
    np.testing.assert_array_equal(told, positions)


WRITES = {
    "mul_": (lambda view, values: view.mul_(values), lambda old, values: old * values),
    "add_": (lambda view, values: view.add_(values), lambda old, values: old + values),
    "copy_": (lambda view, values: view.copy_(values), lambda old, values: values),
    "zero_": (lambda view, values: view.zero_(), lambda old, values: 0 * values),
    "[...]": (lambda view, values: view.__setitem__(..., values), lambda old, values: values),
}


@given(chains(), st.sampled_from(sorted(WRITES)))
def test_a_write_through_a_view_is_a_write_into_the_base(case, name):
    shape, chain, positions = case
    write, meaning = WRITES[name]
    base = torch.tensor(numbered(shape))
    view, values = follow(chain, base), numbered(positions.shape, 0.5)
    write(view, torch.tensor(values))
    wanted = numbered(shape).ravel()
    wanted[positions] = meaning(wanted[positions], values)
    np.testing.assert_array_equal(base.numpy().ravel(), wanted)
    np.testing.assert_array_equal(view.numpy(), wanted[positions])
    assert base._version == view._version == 1


@given(chains(), st.sampled_from(sorted(WRITES)), st.booleans())
def test_the_gradient_of_a_write_through_a_view(case, name, create_graph):
    """The base and the view are both used afterwards; the same with indices instead of views is what it must equal."""
    shape, chain, positions = case
    write, meaning = WRITES[name]
    start, new = numbered(shape), numbered(positions.shape, 0.5)
    weights, view_weights = numbered(shape, 0.25), numbered(positions.shape, 0.75)

    def through_views(x, values):
        base = x * 1
        view = follow(chain, base)
        write(view, values)
        return (base * torch.tensor(weights)).sum() + (view * torch.tensor(view_weights)).sum()

    def through_indices(x, values):
        flat, at = x.reshape(-1), torch.tensor(positions.ravel())
        written = meaning(flat[at], values.reshape(-1))
        result = flat.index_put((at,), written)
        return (result * torch.tensor(weights.ravel())).sum() + (written * torch.tensor(view_weights.ravel())).sum()

    leaves = [torch.tensor(start, requires_grad=True), torch.tensor(new, requires_grad=True)]
    found, wanted = [torch.autograd.grad(f(*leaves), leaves, create_graph=create_graph, allow_unused=True)
                     for f in (through_views, through_indices)]
    for f, w in zip(found, wanted):
        f, w = [torch.zeros(()) if g is None else g.detach() for g in (f, w)]
        np.testing.assert_allclose(f.numpy() + 0 * w.numpy(), w.numpy() + 0 * f.numpy(), rtol=1e-12)


@given(chains(), chains())
def test_what_one_view_writes_another_sees(first, second):
    shape, chain, positions = first
    _, other, _ = second
    base = torch.tensor(numbered(shape), requires_grad=True) * 1
    seen, written = base.view(-1)[::2], follow(chain, base)
    before = seen._version
    written.mul_(3)
    wanted = numbered(shape).ravel()
    wanted[positions] *= 3
    np.testing.assert_array_equal(seen.detach().numpy(), wanted[::2])
    assert seen._version == before + 1 and type(seen.grad_fn).__name__ == "AsStridedBackward0"
