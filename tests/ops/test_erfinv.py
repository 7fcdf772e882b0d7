"""The inverse of the error function, between its two approximations and near its ends."""
import math

import pytest

import rushlight as torch


@pytest.mark.parametrize("x", [1e-300, 1e-8, 0.3, 0.4769, 0.4770, 2.5, 4.0, 4.32, 5.0, 5.8])
def test_it_inverts_erf_to_the_last_digits(x):
    y = math.erf(x)
    given = torch.tensor(y, dtype=torch.float64)
    around = math.exp(x * x) * math.sqrt(math.pi) / 2 * math.ulp(y)      # what one rounding of y changes in x
    for got in (torch.erfinv(given), torch.erfinv(torch.stack([given, given * 0]))[0], -torch.erfinv(-given)):
        assert abs(got.item() - x) <= 2 * around + 4 * math.ulp(x)


def test_its_ends():
    y = torch.tensor([1.0, -1.0, 1.5, math.nan, 0.0, -0.0])
    assert str(torch.erfinv(y)) == "tensor([inf, -inf, nan, nan, 0., -0.])"
