"""DataParallel where there are no GPUs."""
import pytest
import rushlight as torch
from rushlight import nn


def test_it_calls_its_module():
    m = nn.DataParallel(nn.Linear(2, 3))
    x = torch.ones(1, 2)
    assert torch.equal(m(x), m.module(x)) and torch.equal(m(input=x), m.module(x))
    assert list(m.state_dict()) == ["module.weight", "module.bias"] and m.device_ids == []
    assert repr(m) == "DataParallel(\n  (module): Linear(in_features=2, out_features=3, bias=True)\n)"


def test_what_needs_more_devices_is_refused():
    with pytest.raises(ValueError, match="Default process group has not been initialized"):
        nn.parallel.DistributedDataParallel(nn.Linear(2, 2))
    with pytest.raises(RuntimeError, match="device type could not be determined"):
        nn.parallel.data_parallel(nn.Linear(2, 2), torch.ones(1, 2))
