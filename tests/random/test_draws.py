"""Every sampler, seed, size and element type, bit for bit as PyTorch 2.13 drew, and the generator in the same state after."""
import json
from pathlib import Path

import pytest
import rushlight as torch

from tests.random import draws

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "draws.json").read_text())
CASES = [(name, dtype) for name, (_, dtypes) in draws.DRAWS.items() for dtype in dtypes]


@pytest.mark.parametrize("name, dtype", CASES)
def test_the_same_numbers(name, dtype, seeded):
    assert [draws.fingerprint(torch, name, dtype, seed) for seed in draws.SEEDS] == GOLDEN[f"{name} {dtype}"]


@pytest.mark.parametrize("n", draws.ORTHOGONAL_SIZES)
def test_orthogonal_matrices(n, seeded):
    torch.manual_seed(n)
    assert draws.orthogonal(torch, n).flatten().tolist() == pytest.approx(GOLDEN[f"orthogonal {n}"], abs=1e-6)


@pytest.mark.parametrize("n", draws.SIZES)
def test_multinomial_without_replacement(n, seeded):
    torch.manual_seed(n)
    drawn = draws.race(torch, n)
    assert (None if drawn is None else drawn.tolist()) == GOLDEN[f"race {n}"]
