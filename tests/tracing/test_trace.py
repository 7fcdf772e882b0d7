"""A traced program computes what the function computed, and is the program on record.

`python -m tests.compile.test_trace` records it anew.
"""
from pathlib import Path

import numpy as np
import pytest

import rushlight
import rushlight.nn.functional as F
from rushlight.backends import numpy as xp
from rushlight.tracing import run, trace
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import arrays, here
from rushlight.errors import NotImplementedByRushlight

GOLDEN = Path(__file__).parent.parent / "golden" / "mlp_step.txt"


def mlp_step(x, w1, b1, w2, b2, target):
    return F.cross_entropy(F.gelu(x @ w1 + b1) @ w2 + b2, target)


def examples(batch=4):
    rng = np.random.RandomState(0)
    shapes = (batch, 3), (3, 5), (5,), (5, 2), (2,)
    weights = [rushlight.from_numpy(rng.randn(*s).astype("f4")).requires_grad_(i > 0) for i, s in enumerate(shapes)]
    return [*weights, rushlight.from_numpy(rng.randint(0, 2, batch))]


def values(tensors):
    return [t.detach().numpy() for t in tensors]


def eager(function, tensors):
    tensors = [t.detach().requires_grad_(t.requires_grad) for t in tensors]
    loss = function(*tensors)
    loss.backward()
    return values([loss, *[t.grad for t in tensors if t.requires_grad]])


def assert_same(function, traced_on, run_on):
    got = run(trace(function, *traced_on), xp, *values(run_on))
    for mine, wanted in zip(got, eager(function, run_on), strict=True):
        np.testing.assert_array_equal(mine, wanted)


def test_an_mlp_step_is_the_program_on_record():
    assert trace(mlp_step, *examples(), name="mlp_step") == GOLDEN.read_text()


def test_the_program_on_record_computes_the_step_bit_for_bit():
    for mine, wanted in zip(run(GOLDEN.read_text(), xp, *values(examples())), eager(mlp_step, examples()), strict=True):
        np.testing.assert_array_equal(mine, wanted)


def test_it_runs_on_other_values():
    other = examples()
    for t in other[:5]:
        t.detach().numpy()[...] *= 0.5
    assert_same(mlp_step, examples(), other)


@pytest.mark.parametrize("function", [
    lambda x, w: (F.layer_norm(x @ w, (5,)) * x.sum()).tanh().mean(),
    lambda x, w: F.softmax(x @ w, dim=-1)[0, 1],
    lambda x, w: (x @ w).T.relu().sum(0).exp().sum() / 3,
    lambda x, w: F.mse_loss(x @ w, (x @ w).detach() + 1),
], ids=["layer_norm", "softmax", "views", "mse"])
def test_other_functions(function):
    assert_same(function, examples()[:2], examples()[:2])


def test_what_nothing_needs_is_left_out():
    def wasteful(x, w):
        (x.tan() @ w).sum()
        return (x @ w).sum()
    assert "tan" not in trace(wasteful, *examples()[:2])


def test_a_hidden_input_is_refused():
    hidden = rushlight.tensor([[1.0, 2.0, 3.0]])
    with pytest.raises(RuntimeError, match="pass it as one"):
        trace(lambda x, w: ((x + hidden) @ w).sum(), *examples()[:2])


def test_a_write_is_refused():
    with pytest.raises(NotImplementedByRushlight):
        trace(lambda x, w: (x @ w).exp().mul_(2).sum(), *examples()[:2])


def test_a_trace_leaves_nothing_active():
    with pytest.raises(ZeroDivisionError):
        trace(lambda x: 1 // 0, examples()[0])
    assert levels.active.level is None and here.arrays is arrays and not levels.slow_path


if __name__ == "__main__":
    GOLDEN.write_text(trace(mlp_step, *examples(), name="mlp_step"))
