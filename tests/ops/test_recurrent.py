"""Layers of recurrent cells against a loop of cells: values, gradients of two orders, packed sequences."""
import pytest

import rushlight as torch

KINDS = {"rnn_tanh": 1, "rnn_relu": 1, "gru": 3, "lstm": 4}
STEPS, BATCH, INPUTS, WIDTH = 5, 3, 2, 4


def parameters(kind, layers, directions, biased):
    rows, made = KINDS[kind] * WIDTH, []
    for layer in range(layers):
        for _ in range(directions):
            made += [torch.randn(rows, INPUTS if layer == 0 else WIDTH * directions) * 0.5, torch.randn(rows, WIDTH) * 0.5]
            made += [torch.randn(rows), torch.randn(rows)] if biased else []
    return [p.double().requires_grad_() for p in made]


def loop_of_cells(kind, x, states, params, biased, layers, directions):
    """The definition: one cell after the other."""
    each, last = 4 if biased else 2, []
    for layer in range(layers):
        outs = []
        for direction in range(directions):
            at = layer * directions + direction
            state = [s[at] for s in states]
            weights = params[at * each:(at + 1) * each]
            steps = []
            for t in range(len(x))[::-1 if direction else 1]:
                out = getattr(torch, f"{kind}_cell")(x[t], state if kind == "lstm" else state[0], *weights)
                state = list(out) if kind == "lstm" else [out]
                steps.append(state[0])
            outs.append(torch.stack(steps[::-1 if direction else 1]))
            last.append(state)
        x = torch.cat(outs, -1)
    return [x, *[torch.stack(s) for s in zip(*last)]]


def layer(kind, x, states, *args):
    return list(getattr(torch, kind)(x, states if kind == "lstm" else states[0], *args))


def scalar(tensors):
    return sum((t * torch.linspace(0.5, 1.5, t.numel(), dtype=t.dtype).view(t.shape)).sum() for t in tensors)


@pytest.fixture(autouse=True)
def seeded():
    with torch.random.fork_rng():
        torch.manual_seed(0)
        yield


def first_states(kind, count):
    return [torch.randn(count, BATCH, WIDTH).double().requires_grad_() for _ in range(2 if kind == "lstm" else 1)]


@pytest.mark.parametrize("biased", [True, False])
@pytest.mark.parametrize("layers, directions", [(1, 1), (2, 2)])
@pytest.mark.parametrize("kind", KINDS)
def test_layers_are_loops_of_cells(kind, layers, directions, biased):
    x = torch.randn(STEPS, BATCH, INPUTS).double().requires_grad_()
    states, params = first_states(kind, layers * directions), parameters(kind, layers, directions, biased)
    made = layer(kind, x, states, params, biased, layers, 0.0, True, directions == 2, False)
    expected = loop_of_cells(kind, x, states, params, biased, layers, directions)
    for a, b in zip(made, expected, strict=True):
        assert torch.allclose(a, b, rtol=1e-12, atol=1e-12)
    leaves = [x, *states, *params]
    grads = [torch.autograd.grad(scalar(outs), leaves, create_graph=True) for outs in (made, expected)]
    second = [torch.autograd.grad(scalar([g * g for g in some]), leaves) for some in grads]
    for a, b in (*zip(*grads), *zip(*second)):
        assert torch.allclose(a, b, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_a_packed_batch_is_its_sequences_one_by_one(kind):
    lengths, params, states = [5, 3, 1], parameters(kind, 2, 2, True), first_states(kind, 4)
    rows = [torch.randn(n, INPUTS).double() for n in lengths]
    data = torch.cat([row[t:t + 1] for t in range(5) for row in rows if t < len(row)])
    out, *last = layer_packed(kind, data, torch.tensor([3, 2, 2, 1, 1]), states, params)
    for at, row in enumerate(rows):
        alone, *ends = layer(kind, row.unsqueeze(1), [s[:, at:at + 1] for s in states], params, True, 2, 0.0, True, True, False)
        places = [sum(n > t for n in lengths for t in range(s)) + at for s in range(len(row))]
        assert torch.allclose(out[places], alone[:, 0], rtol=1e-12)
        for whole, end in zip(last, ends, strict=True):
            assert torch.allclose(whole[:, at], end[:, 0], rtol=1e-12)


def layer_packed(kind, data, batch_sizes, states, params):
    return getattr(torch, kind)(data, batch_sizes, states if kind == "lstm" else states[0], params, True, 2, 0.0, True, True)


def test_batch_first_only_exchanges_dimensions():
    x, params, states = torch.randn(BATCH, STEPS, INPUTS).double(), parameters("gru", 1, 1, True), first_states("gru", 1)
    first = layer("gru", x, states, params, True, 1, 0.0, True, False, True)
    second = layer("gru", x.transpose(0, 1), states, params, True, 1, 0.0, True, False, False)
    assert torch.equal(first[0], second[0].transpose(0, 1))
    assert torch.equal(first[1], second[1])


def test_halves_are_computed_in_float32():
    params = [p.detach().half() for p in parameters("lstm", 1, 1, True)]
    x, states = torch.randn(STEPS, BATCH, INPUTS).half(), [s.detach().half() for s in first_states("lstm", 1)]
    made = layer("lstm", x, states, params, True, 1, 0.0, False, False, False)
    wide = layer("lstm", x.float(), [s.float() for s in states], [p.float() for p in params], True, 1, 0.0, False, False, False)
    for a, b in zip(made, wide, strict=True):
        assert a.dtype is torch.float16
        assert torch.equal(a, b.half())


def test_dropout_lies_between_layers_only():
    x = torch.randn(STEPS, BATCH, INPUTS).double()
    params, states = parameters("rnn_tanh", 2, 1, True), first_states("rnn_tanh", 2)
    kept = layer("rnn_tanh", x, states, params, True, 2, 0.0, True, False, False)
    dropped = layer("rnn_tanh", x, states, params, True, 2, 0.9, True, False, False)
    assert torch.equal(kept[1][0], dropped[1][0])
    assert not torch.allclose(kept[0], dropped[0])
    assert (dropped[0] != 0).all()


@pytest.mark.parametrize("kind", ["RNN", "GRU", "LSTM"])
@pytest.mark.parametrize("options", [{}, {"num_layers": 2, "bidirectional": True}])
def test_nothing_goes_through_and_back(kind, options):
    layer = getattr(torch.nn, kind)(2, 3, **options)
    out, _ = layer(torch.zeros(STEPS, 0, 2))
    out.sum().backward()
    assert out.shape[:2] == (STEPS, 0) and layer.weight_hh_l0.grad.tolist() == torch.zeros_like(layer.weight_hh_l0).tolist()
