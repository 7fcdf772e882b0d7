"""The random stream beside PyTorch's, live: every draw from a seed that no golden has."""
import pytest
import rushlight

from tests.random import draws

torch = pytest.importorskip("torch")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", draws.DRAWS)
def test_the_same_stream(name, seeded):
    for dtype in draws.DRAWS[name][1]:
        assert draws.fingerprint(rushlight, name, dtype, 20260) == draws.fingerprint(torch, name, dtype, 20260)
