"""Tensors where NumPy expects arrays, arrays where rushlight expects tensors. What is compared with was asked of PyTorch."""
import warnings

import numpy as np
import pytest

import rushlight as torch
from rushlight import errors


@pytest.fixture
def first_warnings(monkeypatch):
    """What a process warns of once is warned of again."""
    monkeypatch.setattr(errors, "_given", set())


def read_only(array):
    array.flags.writeable = False
    return array


# ---------------------------------------------------------------- arrays made of tensors

def test_numpy_shares_memory_and_nothing_else():
    x = torch.zeros(2, 3)
    array = x.numpy()
    array[0, 0] = 1
    array.shape, array.flags.writeable = (6,), False
    assert x.shape == (2, 3) and x.add_(1)[0, 0] == 2 and x.numpy().flags.writeable
    assert x.numpy() is not x.numpy()


@pytest.mark.parametrize("convert", [lambda x: x.numpy(), np.asarray, np.array, lambda x: np.sin(x)])
def test_history_is_not_lost_unseen(convert):
    with pytest.raises(RuntimeError, match=r"^Can't call numpy\(\) on Tensor that requires grad. Use tensor.detach"):
        convert(torch.ones(2, requires_grad=True))


def test_force():
    leaf = torch.ones(2, requires_grad=True)
    assert np.shares_memory(leaf.numpy(force=True), leaf.detach().numpy())
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor; no data!"):
        torch.empty(2, device="meta").numpy(force=True)
    with pytest.raises(TypeError, match="argument 'force' must be bool, not int"):
        leaf.numpy(force=1)
    with pytest.raises(TypeError, match="Got unsupported ScalarType BFloat16"):
        torch.ones(2, dtype=torch.bfloat16).numpy()


def test_copies_that_numpy_asks_for():
    x = torch.ones(3)
    assert np.shares_memory(np.asarray(x), x.numpy()) and np.shares_memory(np.array(x, copy=False), x.numpy())
    assert not np.shares_memory(np.array(x), x.numpy()) and not np.shares_memory(x.__array__(copy=True), x.numpy())
    assert np.asarray(x, np.float64).dtype == np.float64
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        np.array(x, np.float64, copy=False)


@pytest.mark.parametrize("call, values, dtype", [
    (lambda x: np.add(x, np.arange(3)), [1, 3, 5], torch.float64),
    (lambda x: np.greater(x, 2), [0, 0, 1], torch.uint8),
    (lambda x: np.add.reduce(x), 6, torch.float32),
    (lambda x: np.transpose(x[None]), [[1], [2], [3]], torch.float32),
    (lambda x: np.repeat(x, 2), [1, 1, 2, 2, 3, 3], torch.float32),
    (lambda x: np.frexp(x)[1], [1, 2, 2], torch.int32),
    (lambda x: np.arange(6, 9) / x, [6, 3.5, 8 / 3], torch.float64),
    (lambda x: np.float32([2, 2, 2]) / x, [2, 1, 2 / 3], torch.float32)])
def test_functions_of_numpy_that_give_tensors(call, values, dtype):
    made = call(torch.tensor([1.0, 2.0, 3.0]))
    assert type(made) is torch.Tensor and made.dtype is dtype and not made.requires_grad
    np.testing.assert_allclose(made, values, rtol=1e-6)


@pytest.mark.parametrize("call", [lambda x: np.concatenate([x, x]), np.fft.fft, np.diff, np.unique, np.linalg.norm, np.cov])
def test_functions_of_numpy_that_give_arrays(call):
    made = call(torch.tensor([1.0, 2.0, 4.0]))
    assert not isinstance(made, torch.Tensor)
    np.testing.assert_allclose(np.hstack([made]), np.hstack([call(np.float32([1, 2, 4]))]))


def test_a_function_without_a_type_for_its_results():
    with pytest.raises(TypeError, match="can't convert np.ndarray of type numpy.object_"):
        np.frompyfunc(float, 1, 1)(torch.ones(2))


# ---------------------------------------------------------------- tensors made of arrays

def test_from_numpy_shares_memory_and_nothing_else():
    array = np.zeros((2, 3))
    x = torch.from_numpy(array)
    x[0, 0] = 1
    array.shape, array.flags.writeable = (6,), False
    assert array[0] == 1 and x.shape == (2, 3) and x.add_(1)[0, 0] == 2


@pytest.mark.parametrize("array, error, text", [
    (np.ones((2, 3))[::-1], ValueError, "At least one stride in the given numpy array is negative, and tensors with"),
    (np.zeros(3, [("a", "f4"), ("b", "i1")])["a"], ValueError, "given numpy array strides not a multiple of the element"),
    (np.zeros(2, ">f4"), ValueError, "given numpy array has byte order different from the native byte order"),
    (np.array(["a"]), TypeError, "can't convert np.ndarray of type numpy.str_. The only supported types are: float64, "),
    (np.float32(3), TypeError, r"expected np.ndarray \(got numpy.float32\)"),
    ([1.0], TypeError, r"expected np.ndarray \(got list\)")])
def test_arrays_that_no_tensor_can_share(array, error, text):
    with pytest.raises(error, match=text):
        torch.from_numpy(array)


@pytest.mark.parametrize("make, text", [
    (lambda: torch.from_numpy(read_only(np.ones(2))), "The given NumPy array is not writable"),
    (lambda: torch.frombuffer(b"12", dtype=torch.uint8), "The given buffer is not writable"),
    (lambda: torch.tensor([np.ones(2), np.ones(2)]), "Creating a tensor from a list of numpy.ndarrays is extremely slow")])
def test_what_is_warned_of_once(first_warnings, make, text):
    with pytest.warns(UserWarning, match=text) as given:
        make()
    assert len(given) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make()


def test_reversed():
    x = torch.arange(4.0, requires_grad=True).view(2, 2)
    assert reversed(x).tolist() == [[2, 3], [0, 1]] and reversed(x).grad_fn.name() == "FlipBackward0"
    assert reversed(torch.tensor(2)) == 2


def test_integers_of_numpy_name_dimensions():
    m, first = torch.arange(6.0).reshape(2, 3), np.int64(0)
    assert m.sum(first).tolist() == m.sum(dim=first).tolist() == [3, 5, 7]
    assert m.mean(first).tolist() == [1.5, 2.5, 3.5] and m.any(first).tolist() == [True] * 3
    assert m.max(first).values.tolist() == [3, 4, 5] and m.min(np.int32(-1)).values.tolist() == [0, 3]
    assert m[:1].squeeze(first).shape == (3,) and m.norm(2, first).shape == (3,) and m.std(first).shape == (3,)


# ---------------------------------------------------------------- buffers

def test_buffers_that_are_not_one_piece():
    with pytest.raises(RuntimeError, match="could not retrieve buffer from object"):
        torch.frombuffer(np.ones((2, 3)).T, dtype=torch.float64)
    with pytest.raises(ValueError, match="object does not implement Python buffer protocol"):
        torch.frombuffer([1], dtype=torch.uint8)


def test_asarray_reads_the_bytes_of_a_buffer():
    import array
    assert torch.asarray(array.array("d", [1, 2])).tolist() == [0.0, 1.875, 0.0, 2.0]


# ---------------------------------------------------------------- arrays and NumPy's numbers beside tensors

@pytest.mark.parametrize("number, dtype", [
    (np.int8(2), torch.int64), (np.float32(2), torch.float32), (np.True_, torch.float32), (np.longdouble(2), torch.float32)])
def test_numpys_numbers_count_as_pythons(number, dtype):
    x = torch.tensor([1, 2])
    for made in (x * number, number * x):
        assert made.dtype is dtype and made.tolist() == [int(number), 2 * int(number)]


@pytest.mark.parametrize("array", [np.array(["a", "b"]), np.array([1, None]), np.ones(2, np.longdouble)])
def test_arrays_that_are_no_tensors_equal_none(array):
    assert (torch.ones(2) == array) is False and (torch.ones(2) != array) is True


@pytest.mark.parametrize("index, values", [
    (np.array([1.7, -0.5]), [1, 0]), (np.array([]), []), (np.int16([2]), [2]), (np.uint16([1]), [1]),
    (np.array([True, False, True]), [0, 2]), (np.array(2), 2)])
def test_arrays_as_indices(index, values):
    x = torch.arange(3.0)
    assert x[index].tolist() == values
    x[index] = 5
    assert x[index].tolist() == np.full_like(np.array(values), 5).tolist()


def test_sizes_from_numpy():
    assert torch.Tensor(np.int64(2)).shape == torch.LongTensor(np.array(2)).shape == (2,)
    assert torch.Tensor(np.array(3.0)).shape == () and torch.FloatTensor(np.array(3.0)).item() == 3
    with pytest.raises(TypeError, match=r"data must be a sequence \(got numpy.float32\)"):
        torch.Tensor(np.float32(2))
