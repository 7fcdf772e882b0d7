"""Layers under vmap: no loop over the samples, and what torch refuses."""
import warnings

import pytest
import rushlight as torch
from rushlight import nn
from rushlight.func import functional_call, grad, stack_module_state, vmap
from rushlight.nn import functional as F


@pytest.fixture
def network(seeded):
    return nn.Sequential(nn.Conv2d(1, 4, 3), nn.GroupNorm(2, 4), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 8, 3, groups=2),
                         nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.LayerNorm(32), nn.Linear(32, 3))


def test_per_sample_gradients_of_a_convolutional_network(network):
    images, labels = torch.randn(5, 1, 12, 12), torch.tensor([0, 1, 2, 0, 1])
    parameters = {name: p.detach() for name, p in network.named_parameters()}

    def loss(parameters, image, label):
        return F.cross_entropy(functional_call(network, parameters, (image[None],)), label[None])

    with warnings.catch_warnings():
        warnings.simplefilter("error")                  # a loop over the samples warns
        found = vmap(grad(loss), (None, 0, 0))(parameters, images, labels)
    for i in range(5):
        alone = grad(loss)(parameters, images[i], labels[i])
        for name, value in alone.items():
            torch.testing.assert_close(found[name][i], value, rtol=1e-4, atol=1e-5)


def test_an_ensemble_of_convolutional_networks(network):
    other = nn.Sequential(*[type(layer)(*args) for layer, args in zip(network, (
        (1, 4, 3), (2, 4), (), (2,), (4, 8, 3, 1, 0, 1, 2), (2,), (), (32,), (32, 3)))])
    states = stack_module_state([network, other])
    images = torch.randn(6, 1, 12, 12)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = vmap(lambda *state: functional_call(network, state, (images,)))(*states)
    torch.testing.assert_close(found, torch.stack([network(images), other(images)]), rtol=1e-4, atol=1e-5)


def test_batch_norm_of_samples_refuses_statistics_that_they_would_share(seeded):
    mean, var = torch.zeros(2), torch.ones(2)
    x = torch.randn(3, 4, 2, 5)
    with pytest.raises(RuntimeError, match="running_mean or running_var, which will be updated in place, were not batched"):
        vmap(lambda x: F.batch_norm(x, mean, var, training=True))(x)
    assert torch.equal(mean, torch.zeros(2)) and torch.equal(var, torch.ones(2))
    kept = vmap(lambda x: F.batch_norm(x, mean, var))(x)
    torch.testing.assert_close(kept, x / (1 + 1e-5) ** 0.5)
