"""Where equal elements end up in a sort that need not be stable: PyTorch's places, recorded from version 2.13."""
import numpy as np
import pytest
import rushlight as torch

PLACES = {
    (16, 3, False): [0, 9, 10, 1, 2, 3, 4, 6, 11, 12, 15, 5, 7, 8, 13, 14],
    (17, 3, False): [0, 10, 9, 1, 16, 15, 12, 11, 6, 4, 3, 2, 8, 7, 5, 13, 14],
    (17, 3, True): [14, 13, 5, 7, 8, 16, 15, 12, 11, 6, 4, 3, 2, 1, 9, 10, 0],
    (40, 5, True): [39, 22, 23, 25, 27, 9, 8, 35, 6, 37, 4, 10, 33, 14, 29, 17, 2, 21, 32, 30, 38, 24, 1, 7, 19, 3, 28, 34, 12, 0,
                    20, 5, 36, 11, 31, 13, 15, 16, 26, 18]}
SUMS = {(300, 4, False): 6573307, (1000, 3, True): 235836232}       # of places times 1, 2, 3, ...
WITH_NAN = [22, 21, 31, 9, 1, 27, 19, 28, 29, 16, 32, 33, 12, 11, 34, 37, 6, 4, 3, 2, 36, 38, 39, 26, 24, 23, 18, 17, 14, 13, 8,
            7, 25, 20, 30, 15, 10, 35, 5, 0]


def keys(n, values):
    return torch.from_numpy(np.arange(n) ** 2 * 7 % 31 % values)


@pytest.mark.parametrize("dtype", [torch.int64, torch.float32, torch.bfloat16, torch.uint8])
def test_places(dtype):
    for (n, values, descending), places in PLACES.items():
        assert torch.sort(keys(n, values).to(dtype), descending=descending)[1].tolist() == places
        assert torch.argsort(keys(n, values).to(dtype), descending=descending).tolist() == places
    for (n, values, descending), total in SUMS.items():
        places = torch.sort(keys(n, values).to(dtype), descending=descending)[1]
        assert (places * torch.arange(1, n + 1)).sum() == total


def test_nan():
    x = keys(40, 3).float()
    x[::5] = torch.nan
    assert torch.argsort(x).tolist() == WITH_NAN


def test_each_row_along_any_dimension():
    x = torch.stack([keys(17, 3), keys(17, 3).flip(0)])
    alone = torch.stack([torch.argsort(row) for row in x])
    assert torch.equal(torch.argsort(x), alone) and torch.equal(torch.argsort(x.t(), 0), alone.t())


def test_stable_where_asked_for():
    x = keys(500, 3)
    values, places = torch.sort(x, stable=True)
    assert torch.equal(values, x[places]) and bool(((values[1:] > values[:-1]) | (places[1:] > places[:-1])).all())
