"""GradScaler: scales as PyTorch's moves them."""
import pickle

import pytest

import rushlight as torch


def setting(**options):
    scaler = torch.amp.GradScaler("cpu", **{"init_scale": 4.0, "growth_interval": 2, **options})
    param = torch.nn.Parameter(torch.ones(2))
    return scaler, param, torch.optim.SGD([param], lr=0.1)


def backward(scaler, param, factor):
    param.grad = None
    scaler.scale((param * factor).sum()).backward()


def test_up_and_down():
    scaler, param, optimizer = setting()
    scales = []
    for factor in (2.0, 2.0, float("inf"), 2.0):
        backward(scaler, param, factor)
        scaler.step(optimizer)
        scaler.update()
        scales.append((scaler.get_scale(), scaler.state_dict()["_growth_tracker"]))
    assert scales == [(4.0, 1), (8.0, 0), (4.0, 0), (4.0, 1)]
    assert torch.allclose(param, torch.full((2,), 1 - 3 * 0.2))


def test_unscaled_once():
    scaler, param, optimizer = setting()
    backward(scaler, param, 2.0)
    scaler.unscale_(optimizer)
    assert param.grad.tolist() == [2.0, 2.0]
    with pytest.raises(RuntimeError, match=r"unscale_\(\) has already been called on this optimizer since the last update\(\)."):
        scaler.unscale_(optimizer)
    scaler.step(optimizer)
    with pytest.raises(RuntimeError, match=r"step\(\) has already been called since the last update\(\)."):
        scaler.step(optimizer)
    with pytest.raises(RuntimeError, match=r"unscale_\(\) is being called after step\(\)."):
        scaler.unscale_(optimizer)


@pytest.mark.parametrize("what", ["update", "step", "unscale_"])
def test_before_anything_was_scaled(what):
    scaler, _, optimizer = setting()
    with pytest.raises(AssertionError, match=f"Attempted {what} but _scale is None."):
        getattr(scaler, what)(*[] if what == "update" else [optimizer])


def test_refused():
    with pytest.raises(AssertionError, match="The growth factor must be > 1.0."):
        setting(growth_factor=0.5)
    with pytest.raises(AssertionError, match="The backoff factor must be < 1.0."):
        setting(backoff_factor=2.0)
    scaler, _, _ = setting()
    with pytest.raises(ValueError, match="outputs must be a Tensor or an iterable of Tensors"):
        scaler.scale(5)
    half = torch.nn.Parameter(torch.ones(2, dtype=torch.float16))
    half.grad = torch.ones(2, dtype=torch.float16)
    scaler.scale(torch.ones(()))
    with pytest.raises(ValueError, match="Attempting to unscale FP16 gradients."):
        scaler.unscale_(torch.optim.SGD([half]))
    with pytest.raises(RuntimeError, match="The source state dict is empty"):
        scaler.load_state_dict({})


def test_several_outputs_and_a_new_scale():
    scaler, param, _ = setting()
    outputs = scaler.scale([param.sum(), (param.sum(), param.sum())])
    assert type(outputs) is list and outputs[1][0].item() == 8
    scaler.update(16.0)
    assert scaler.get_scale() == 16


def test_states():
    scaler, _, _ = setting()
    assert scaler.state_dict() == {"scale": 4.0, "growth_factor": 2.0, "backoff_factor": 0.5, "growth_interval": 2,
                                   "_growth_tracker": 0}
    other = torch.amp.GradScaler("cpu")
    other.load_state_dict(scaler.state_dict())
    assert other.state_dict() == scaler.state_dict() == pickle.loads(pickle.dumps(scaler)).state_dict()


def test_disabled():
    _, param, optimizer = setting()
    with pytest.warns(UserWarning, match="GradScaler is enabled, but CUDA is not available"):
        scaler = torch.amp.GradScaler()
    loss = param.sum()
    assert scaler.scale(loss) is loss and scaler.state_dict() == {} and scaler.get_scale() == 1.0 and not scaler.is_enabled()
    scaler.unscale_(optimizer)
    scaler.step(optimizer)
    scaler.update()
