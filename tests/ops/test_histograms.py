"""Histograms in several dimensions."""
import numpy as np
import pytest
import rushlight as torch


@pytest.mark.parametrize("density", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_boxes_agree_with_numpy(density, weighted):
    rng = np.random.default_rng(0)
    points, weights = rng.normal(size=(40, 2)), rng.uniform(size=40) if weighted else None
    hist, edges = torch.histogramdd(torch.from_numpy(points), [3, 4], range=[-1.0, 1.0, -2.0, 2.0], density=density,
                                    weight=None if weights is None else torch.from_numpy(weights))
    expected, expected_edges = np.histogramdd(points, [3, 4], range=[(-1, 1), (-2, 2)], weights=weights, density=density)
    np.testing.assert_allclose(hist.numpy(), expected)
    for e, wanted in zip(edges, expected_edges):
        np.testing.assert_allclose(e.numpy(), wanted)


def test_edges_may_be_given():
    points = torch.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [3.0, 0.0]])
    edges = torch.tensor([0.0, 1.0, 2.0])
    assert torch.histogramdd(points, (edges, edges)).hist.tolist() == [[0, 1], [1, 1]]


def test_faults_are_named():
    with pytest.raises(RuntimeError, match="bins must be > 0, but got 0 for dimension 1"):
        torch.histogramdd(torch.ones(2, 2), [1, 0])
    with pytest.raises(RuntimeError, match="but got input with dtype float and bins for dimension 0 with dtype double"):
        torch.histogram(torch.ones(2), torch.ones(2, dtype=torch.float64))
