"""Averages of models."""
import pickle

import pytest

import rushlight as torch
from rushlight.optim import swa_utils


def model():
    return torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2))


def updates(net, averaged, values):
    for value in values:
        with torch.no_grad():
            for param in net.parameters():
                param.fill_(value)
        averaged.update_parameters(net)
    return {param.mean().item() for param in averaged.module.parameters()}


def test_the_mean_of_all_models(random_state):
    net = model()
    averaged = swa_utils.AveragedModel(net)
    assert updates(net, averaged, [1.0, 2.0, 6.0]) == {3.0} and averaged.n_averaged.item() == 3
    assert list(averaged.state_dict())[:2] == ["n_averaged", "module.0.weight"]
    other = swa_utils.AveragedModel(model())
    other.load_state_dict(averaged.state_dict())
    assert other.n_averaged.item() == 3 and other.module[0].bias.tolist() == [3.0, 3.0]


@pytest.mark.parametrize("options", [{"avg_fn": swa_utils.get_ema_avg_fn(0.5)},
                                     {"multi_avg_fn": swa_utils.get_ema_multi_avg_fn(0.5)}])
def test_exponential_averages(options, random_state):
    net = model()
    assert updates(net, swa_utils.AveragedModel(net, **options), [1.0, 2.0, 4.5]) == {3.0}


def test_functions():
    ones, zeros = torch.ones(2), torch.zeros(2)
    assert swa_utils.get_ema_avg_fn(0.75)(ones, zeros, 3).tolist() == [0.75, 0.75]
    assert swa_utils.get_swa_avg_fn()(ones, zeros, 3).tolist() == [0.75, 0.75]
    averages = [torch.ones(2)]
    swa_utils.get_swa_multi_avg_fn()(averages, [zeros], torch.tensor(3))
    assert averages[0].tolist() == [0.75, 0.75]
    with pytest.raises(ValueError, match=r"Invalid decay value 1.5 provided. Please provide a value in \[0,1\] range."):
        swa_utils.get_ema_avg_fn(1.5)


def test_two_functions_are_one_too_many(random_state):
    with pytest.raises(AssertionError, match="Only one of avg_fn and multi_avg_fn should be provided"):
        swa_utils.AveragedModel(model(), avg_fn=lambda *_: None, multi_avg_fn=lambda *_: None)


def test_buffers(random_state):
    net = model()
    copied, averaged = swa_utils.AveragedModel(net), swa_utils.AveragedModel(net, use_buffers=True)
    for value in (2.0, 4.0):
        net[1].running_mean.fill_(value)
        copied.update_parameters(net)
        averaged.update_parameters(net)
    assert copied.module[1].running_mean.tolist() == [4.0, 4.0] and averaged.module[1].running_mean.tolist() == [3.0, 3.0]


def test_statistics_anew(random_state):
    net = model()
    net[0].weight.data.copy_(torch.eye(2))
    net[0].bias.data.zero_()
    net[1].eval()
    batches = [torch.tensor([[0.0, 2.0], [2.0, 4.0]]), (torch.tensor([[2.0, 0.0], [4.0, 0.0]]), "labels")]
    swa_utils.update_bn(batches, net)
    assert net[1].running_mean.tolist() == [2.0, 1.5] and net[1].momentum == 0.1 and net[1].num_batches_tracked.item() == 2


def test_an_average_is_pickled(random_state):
    averaged = swa_utils.AveragedModel(torch.nn.Linear(2, 2))
    assert torch.equal(pickle.loads(pickle.dumps(averaged)).module.weight, averaged.module.weight)


@pytest.mark.parametrize("options, text", [
    ({"anneal_epochs": -1}, "anneal_epochs must be equal or greater than 0, got -1"),
    ({"anneal_strategy": "x"}, "anneal_strategy must be one of 'cos' or 'linear', instead got x")])
def test_refused(options, text):
    with pytest.raises(ValueError, match=text):
        swa_utils.SWALR(torch.optim.SGD([torch.nn.Parameter(torch.ones(1))]), 0.1, **options)
