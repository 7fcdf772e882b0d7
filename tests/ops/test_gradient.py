"""torch.gradient against numpy.gradient."""
import numpy as np
import pytest

import rushlight as torch

SAMPLES = np.random.default_rng(0).standard_normal((4, 6))
POSITIONS = np.cumsum(np.random.default_rng(1).random(6) + 0.1)


@pytest.mark.parametrize("edge_order", [1, 2])
@pytest.mark.parametrize("spacing", [2.5, 3, POSITIONS])
def test_as_numpy(spacing, edge_order):
    given = (torch.tensor(spacing),) if spacing is POSITIONS else spacing
    estimate, = torch.gradient(torch.tensor(SAMPLES), spacing=given, dim=1, edge_order=edge_order)
    np.testing.assert_allclose(estimate.numpy(), np.gradient(SAMPLES, spacing, axis=1, edge_order=edge_order))


@pytest.mark.parametrize("count, edge_order", [(2, 1), (3, 2)])
def test_the_fewest_samples(count, edge_order):
    few = SAMPLES[:, :count]
    estimate, = torch.gradient(torch.tensor(few), dim=1, edge_order=edge_order)
    np.testing.assert_allclose(estimate.numpy(), np.gradient(few, axis=1, edge_order=edge_order))


@pytest.mark.parametrize("options, text", [
    ({"edge_order": 3}, "only supports edge_order"), ({"dim": (0, 0)}, "appears multiple times"),
    ({"spacing": [1.0]}, "list of length equal to"), ({"dim": 0, "edge_order": 2}, "at least edge_order")])
def test_errors(options, text):
    with pytest.raises(RuntimeError, match=text):
        torch.gradient(torch.ones(2, 3), **options)
