"""The ways that pay for many elements give what the plain ones give."""
import numpy as np
import pytest
import rushlight as torch
from rushlight.backends import numpy as xp
from rushlight.backends.numpy import masks, pooling
from rushlight.backends.quiet import quiet

SHAPE = (100, 200)


def drawn(kind, seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(SHAPE) * 100
    x[0, :4] = np.nan, np.inf, -np.inf, -0.0
    with np.errstate(all="ignore"):
        return (x + 1j * x if np.dtype(kind).kind == "c" else x).astype(kind)


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "c8", "c16", "i1", "u2", "i4", "i8", "?"])
def test_where_gives_the_same_bits(kind):
    condition = np.random.default_rng(0).random(SHAPE) > 0.5
    assert condition.size > masks.MANY
    x, y = drawn(kind, 1), drawn(kind, 2)
    zero, one = np.zeros((), kind), np.ones((), kind)
    for a, b in [(x, y), (zero, y), (x, zero), (one, y), (x, one), (zero, one), (-zero if x.dtype.kind == "f" else one, y)]:
        made, wanted = xp.where(condition, a, b), np.where(condition, a, b)
        assert made.dtype == wanted.dtype and made.shape == wanted.shape
        assert made.tobytes() == wanted.tobytes()


def test_where_of_other_layouts_and_shapes():
    condition = np.random.default_rng(0).random(SHAPE) > 0.5
    x, y = drawn("f4", 1), drawn("f4", 2)
    for a, b, c in [(x.T, y.T, condition.T), (x, y, np.asfortranarray(condition)), (x, y[0], condition), (x, y, condition[0]),
                    (np.asfortranarray(x), y, condition), (x[0], y, condition)]:
        np.testing.assert_array_equal(xp.where(c, a, b), np.where(c, a, b))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16, torch.int64])
def test_masked_fill_of_many(dtype):
    x = torch.tensor(np.random.default_rng(0).integers(-9, 9, SHAPE)).to(dtype)
    mask = torch.tensor(np.random.default_rng(1).random(SHAPE) > 0.5)
    made = x.masked_fill(mask, 3)
    assert made.dtype is dtype and torch.equal(made, torch.where(mask, torch.full_like(x, 3), x))
    assert not torch.equal(made, x)


POOLS = [((8, 16, 12, 12), (2, 2), (2, 2), (1, 1)), ((8, 16, 13, 11), (3, 2), (2, 1), (1, 2)), ((64, 70), (3,), (2,), (2,)),
         ((8, 4, 6, 7, 8), (2, 3, 2), (1, 2, 2), (2, 1, 1))]


@pytest.mark.parametrize("shape, kernel, stride, dilation", POOLS)
def test_places_of_maxima(shape, kernel, stride, dilation, monkeypatch):
    """Of equals, the first; as the search that also knows borders and NaN finds them."""
    x = np.random.default_rng(0).integers(0, 4, shape).astype(np.float32)
    options = x, kernel, stride, (0,) * len(kernel), dilation, False
    best, indices = xp.max_pool_with_indices(*options)
    assert best.size >= pooling.MANY
    monkeypatch.setattr(pooling, "MANY", best.size + 1)
    again, wanted = xp.max_pool_with_indices(*options)
    np.testing.assert_array_equal(best, again)
    np.testing.assert_array_equal(indices, wanted)
    assert indices.dtype == np.int64


def test_places_of_maxima_among_what_is_not_finite():
    x = np.random.default_rng(0).standard_normal((4, 64, 16)).astype(np.float32)
    x[0, 0], x[1, 0, :2], x[2, 0, :2], x[3, 0, 1] = -np.inf, np.inf, (np.inf, -np.inf), np.nan
    indices = quiet.run(xp.max_pool_with_indices, x, (2,), (2,), (0,), (1,), False)[1]
    assert indices.shape == (4, 64, 8)
    assert indices[0, 0].tolist() == [0, 2, 4, 6, 8, 10, 12, 14]
    assert indices[1, 0, 0] == indices[2, 0, 0] == 0 and indices[3, 0, 0] == 1
