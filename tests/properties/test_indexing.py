"""`x[...]` against NumPy's meaning of its plain parts, and against what writing and reading again gives."""
import numpy as np
import rushlight as torch
from hypothesis import given
from hypothesis import strategies as st

ALL = slice(None)


def shapes(least=0):
    return st.lists(st.integers(1, 4), min_size=least, max_size=4).map(tuple)


def slices(n):
    edge = st.none() | st.integers(-n - 1, n + 1)
    return st.builds(slice, edge, edge, st.none() | st.integers(1, 3))


@st.composite
def plain_parts(draw, shape):
    """Numbers and slices for some of the dimensions, with new axes and dots among them."""
    parts = [draw(st.integers(-n, n - 1) | slices(n)) for n in shape[:draw(st.integers(0, len(shape)))]]
    if draw(st.booleans()):
        left = draw(st.integers(0, len(parts)))
        kept = draw(st.integers(0, len(parts) - left))
        ends = [draw(st.integers(-n, n - 1) | slices(n)) for n in shape[len(shape) - kept:]] if kept else []
        parts = [*parts[:left], ..., *ends]
    for _ in range(draw(st.integers(0, 2))):
        parts.insert(draw(st.integers(0, len(parts))), None)
    return tuple(parts)


@st.composite
def plain_indices(draw):
    shape = draw(shapes())
    return shape, draw(plain_parts(shape))


@st.composite
def mixed_indices(draw):
    """A part for every dimension: numbers, slices, and tensors of different positions or masks."""
    shape, parts = draw(shapes(least=1)), []
    size = draw(st.integers(1, min(shape)))
    for n in shape:
        kind = draw(st.sampled_from(("number", "slice", "positions", "mask")))
        if kind == "number":
            parts.append(draw(st.integers(-n, n - 1)))
        elif kind == "slice":
            parts.append(draw(slices(n)))
        else:
            at = draw(st.permutations(range(n)))[:size]
            parts.append(np.isin(np.arange(n), at) if kind == "mask" else np.array(at, np.int64))
    return shape, parts


def numbered(shape):
    return np.arange(float(np.prod(shape, dtype=int))).reshape(shape)


def for_torch(parts):
    return tuple([torch.tensor(p) if isinstance(p, np.ndarray) else p for p in parts])


def in_two_steps(array, parts):
    """What torch gives: the numbers and slices first, then the tensors. NumPy takes a number for one more tensor."""
    plain = tuple([ALL if isinstance(p, np.ndarray) else p for p in parts])
    rest = tuple([p if isinstance(p, np.ndarray) else ALL for p in parts if not isinstance(p, int)])
    return array[plain][rest]


@given(plain_indices())
def test_plain_index_is_numpys_and_a_view(case):
    shape, index = case
    array = numbered(shape)
    x = torch.tensor(array)
    found = x[index]
    np.testing.assert_array_equal(found.numpy(), array[index])
    assert found.shape == array[index].shape
    assert found._base is x and found.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()


@given(plain_indices())
def test_plain_write_is_numpys(case):
    shape, index = case
    array = numbered(shape)
    x = torch.tensor(array)
    values = -1.0 - numbered(array[index].shape)
    array[index] = values
    x[index] = torch.tensor(values)
    np.testing.assert_array_equal(x.numpy(), array)
    array[index] = 7.5
    x[index] = 7.5
    np.testing.assert_array_equal(x.numpy(), array)


@given(mixed_indices())
def test_tensors_come_after_the_plain_parts(case):
    shape, parts = case
    array = numbered(shape)
    found = torch.tensor(array)[for_torch(parts)]
    np.testing.assert_array_equal(found.numpy(), in_two_steps(array, parts))


@given(mixed_indices(), st.booleans())
def test_written_is_read_and_the_rest_stays(case, number):
    shape, parts = case
    array, index = numbered(shape), for_torch(parts)
    x, touched = torch.tensor(array), torch.zeros(shape, dtype=torch.bool)
    before = x[index]
    values = torch.full_like(before, -3.5) if number else -1 - torch.arange(float(before.numel())).reshape(before.shape).double()
    x[index] = -3.5 if number else values
    touched[index] = True
    np.testing.assert_array_equal(x[index].numpy(), values.numpy())
    np.testing.assert_array_equal(x[~touched].numpy(), array[~touched.numpy()])
    assert int(touched.sum()) == before.numel() and x._version == 1


def flat_positions(shape, parts):
    """Where each element of the result lies in the flattened tensor."""
    return in_two_steps(numbered(shape).astype(int), parts).ravel()


@given(mixed_indices(), st.booleans())
def test_gradient_of_reading_goes_where_the_element_was(case, create_graph):
    shape, parts = case
    x = torch.tensor(numbered(shape), requires_grad=True)
    out = x[for_torch(parts)]
    weights = 1 + numbered(tuple(out.shape))
    grad, = torch.autograd.grad((out * torch.tensor(weights)).sum(), x, create_graph=create_graph)
    wanted = np.zeros(int(np.prod(shape, dtype=int)))
    np.add.at(wanted, flat_positions(shape, parts), weights.ravel())
    np.testing.assert_array_equal(grad.detach().numpy(), wanted.reshape(shape))


@given(mixed_indices())
def test_gradient_of_writing_is_split_between_the_old_and_the_new(case):
    shape, parts = case
    index = for_torch(parts)
    x = torch.tensor(numbered(shape), requires_grad=True)
    values = torch.tensor(numbered(tuple(x[index].shape)), requires_grad=True)
    y = x * 1
    y[index] = values
    weights = 1 + numbered(shape)
    to_x, to_values = torch.autograd.grad((y * torch.tensor(weights)).sum(), (x, values))
    at = flat_positions(shape, parts)
    np.testing.assert_array_equal(to_values.numpy().ravel(), weights.ravel()[at])
    kept = weights.ravel().copy()
    kept[at] = 0
    np.testing.assert_array_equal(to_x.numpy(), kept.reshape(shape))
