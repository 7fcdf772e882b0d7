"""Tensors over NumPy arrays that come from elsewhere."""
import pickle

import numpy as np
import pytest

import rushlight as torch


@pytest.mark.parametrize("make", [torch.from_numpy, torch.as_tensor, torch.tensor, torch.asarray])
@pytest.mark.parametrize("array", [pickle.loads(pickle.dumps(np.ones((2, 2), np.float32))), np.ones((2, 2), np.longlong)])
def test_equal_element_types_are_the_same(make, array):
    assert array.dtype is not np.dtype(array.dtype.name)        # what this is about: NumPy makes such types
    made, plain = make(array), torch.ones(2, 2, dtype=getattr(torch, array.dtype.name))
    assert made.numpy().dtype is plain.numpy().dtype
    assert torch.equal(torch.nn.functional.linear(made, plain, plain[0]), plain * 3)


def test_memory_is_still_shared():
    array = pickle.loads(pickle.dumps(np.zeros(2, np.float32)))
    torch.from_numpy(array)[0] = 1
    assert array.tolist() == [1, 0]


class Column:
    """A sequence that has other items for who iterates, as a pandas.Series does."""

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]

    def __iter__(self):
        return iter([float(item) for item in self.items])


def test_items_of_strange_sequences_keep_their_type():
    column = Column([np.float64(1), np.float64(2)])
    assert torch.tensor(column).dtype is torch.tensor([column, column]).dtype is torch.float64
    with pytest.raises(ValueError, match="could not determine the shape of object type 'Column'"):
        torch.tensor(Column({1: 1.0, 2: 2.0}))
    with pytest.raises(ValueError, match="could not determine the shape of object type 'memoryview'"):
        torch.tensor(memoryview(np.ones((2, 2))))


def test_pandas():
    pandas = pytest.importorskip("pandas")
    x, series = torch.tensor([1.0, 2.0]), pandas.Series([1.0, 2.0])
    assert torch.tensor(series).dtype is torch.float64 and torch.equal(torch.from_numpy(series.to_numpy(copy=True)), x.double())
    assert pandas.DataFrame({"x": x}).x.dtype == pandas.Series(x).dtype == np.float32
    assert pandas.DataFrame(x.expand(3, 2)).shape == (3, 2)


def test_pillow():
    images = pytest.importorskip("PIL.Image")
    pixels = torch.arange(24, dtype=torch.uint8).reshape(2, 4, 3)
    image = images.fromarray(pixels.numpy())
    assert image.size == (4, 2) and torch.equal(torch.tensor(np.array(image)), pixels)


def test_matplotlib(as_torch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot
    x, m = torch.tensor([1.0, 2.0, 3.0]), torch.arange(6.0).reshape(3, 2)
    assert [line.get_ydata().tolist() for line in pyplot.plot(x, m)] == m.t().tolist()
    assert pyplot.hist(x)[0].sum() == 3 and pyplot.imshow(m).get_array().tolist() == m.tolist()
    pyplot.close("all")
