"""Custom Functions and modules under the transforms."""
import pytest
import rushlight as torch
from rushlight.func import functional_call, grad, stack_module_state, vmap

X = torch.arange(6.0).reshape(3, 2)


class Double(torch.autograd.Function):
    """Twice the input, with a backward that says ten times: it shows which was used."""

    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 10 * torch.ones_like(ctx.saved_tensors[0])


class Generated(Double):
    generate_vmap_rule = True


class Own(Double):
    seen = []

    @staticmethod
    def vmap(info, in_dims, x):
        Own.seen.append((info.batch_size, info.randomness, in_dims))
        return Double.apply(x), in_dims[0]


@pytest.mark.parametrize("function", [Generated, Own])
def test_batched(function):
    assert vmap(function.apply)(X).tolist() == (X * 2).tolist()
    assert vmap(grad(lambda a: function.apply(a).sum()))(X).tolist() == torch.full((3, 2), 10.0).tolist()
    assert grad(lambda x: vmap(function.apply)(x).sum())(X).tolist() == torch.full((3, 2), 10.0).tolist()
    assert Own.seen == [] or Own.seen[0] == (3, "error", (0,))


def test_refusals():
    class Both(Own):
        generate_vmap_rule = True

    class Old(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2
    for function, text in ((Double, "does not have vmap support"), (Both, "both generate_vmap_rule=True and an overridden vmap"),
                           (Old, "must override the setup_context staticmethod")):
        with pytest.raises(RuntimeError, match=text):
            vmap(function.apply)(X)


def test_ensemble_of_modules():
    with torch.random.fork_rng():
        models = [torch.nn.Linear(2, 3) for _ in range(4)]
    params, buffers = stack_module_state(models)
    assert params["weight"].shape == (4, 3, 2) and params["weight"].requires_grad and buffers == {}
    found = vmap(lambda p, x: functional_call(models[0], p, (x,)), (0, None))(params, X)
    for row, model in zip(found, models):
        assert ((row - model(X)).abs() < 1e-6).all()
    with pytest.raises(ValueError, match="appeared in multiple dictionaries"):
        functional_call(models[0], [{"bias": X}, {"bias": X}], (X,))
