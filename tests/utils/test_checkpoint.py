"""checkpoint: the same gradients, less kept, and complaints when the second run differs. The texts are torch's."""
import contextlib
import gc
import warnings
import weakref

import pytest

import rushlight as torch
from rushlight.utils.checkpoint import (
    CheckpointError, GraphExecGroup, checkpoint, checkpoint_sequential, set_checkpoint_debug_enabled, set_checkpoint_early_stop)

BOTH = pytest.mark.parametrize("reentrant", [False, True])


def leaf(*values):
    return torch.tensor(values or (1.0, 2.0), requires_grad=True)


def body(x):
    return x.sin().exp().cos()


class Counted:
    """A function that counts its runs, and may do something else in the second."""

    def __init__(self, first=body, later=None):
        self.runs, self.first, self.later = 0, first, later or first

    def __call__(self, *args, **kwargs):
        self.runs += 1
        return (self.first if self.runs == 1 else self.later)(*args, **kwargs)


@BOTH
def test_gradients_are_the_same(reentrant):
    x, y = leaf(), leaf()
    function = Counted()
    checkpoint(function, x, use_reentrant=reentrant).sum().backward()
    body(y).sum().backward()
    assert torch.equal(x.grad, y.grad) and function.runs == 2


@BOTH
def test_arguments_and_results_of_any_kind(reentrant):
    def several(k, x, function, nothing):
        return function(x * k), 5, nothing
    x = leaf()
    out, five, nothing = checkpoint(several, 3, x, torch.sin, None, use_reentrant=reentrant)
    out.sum().backward()
    assert (five, nothing) == (5, None) and torch.allclose(x.grad, 3 * (3 * x).cos())


def test_keywords_and_containers():
    x, scale = leaf(), leaf(3.0, 4.0)
    out = checkpoint(lambda inputs, scale: {"out": inputs["x"].exp() * scale}, {"x": x}, scale=scale, use_reentrant=False)["out"]
    out.sum().backward()
    assert torch.allclose(x.grad, x.exp() * scale) and torch.allclose(scale.grad, x.exp())


@BOTH
def test_random_numbers_are_the_same_in_both_runs(reentrant):
    state = torch.get_rng_state()
    x = torch.ones(64, requires_grad=True)
    out = checkpoint(lambda x: x * torch.rand(64), x, use_reentrant=reentrant)
    after = torch.rand(1)
    torch.set_rng_state(state)
    torch.rand(64)
    assert torch.equal(after, torch.rand(1))
    out.sum().backward()
    assert torch.equal(x.grad, out.detach())
    torch.set_rng_state(state)


@BOTH
@pytest.mark.parametrize("enabled", [True, False])
def test_autocast_is_the_same_in_both_runs(reentrant, enabled):
    weight, x, seen = torch.ones(2, 2, requires_grad=True), torch.ones(1, 2, requires_grad=True), []

    def run(x):
        seen.append((torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"), torch.is_autocast_cache_enabled()))
        return (x @ weight) @ weight
    with torch.autocast("cpu", torch.float16, enabled, cache_enabled=False):
        out = checkpoint(run, x, use_reentrant=reentrant)
    with torch.autocast("cpu"):
        out.sum().backward()
    assert seen == [(enabled, torch.float16, False)] * 2 and out.dtype is (torch.float16 if enabled else torch.float32)
    assert x.grad.tolist() == [[4, 4]] and weight.grad.tolist() == [[4, 4], [4, 4]] and x.grad.dtype is torch.float32


def test_nothing_is_recorded_without_gradients():
    function = Counted()
    with torch.no_grad():
        assert not checkpoint(function, leaf(), use_reentrant=False).requires_grad


# ---------------------------------------------------------------- what is kept

def test_no_intermediate_result_is_kept():
    kept = []

    def watched(x):
        y = x.exp()
        kept.append(weakref.ref(y))
        return y.sin().cos()
    gc.disable()
    try:
        x = leaf()
        out = checkpoint(watched, x, use_reentrant=False)
        assert kept[0]() is None
        out.sum().backward()
        assert [r() for r in kept] == [None, None]
        reference = weakref.ref(out.grad_fn)
        del out
        assert reference() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("early_stop, local, runs", [
    (None, True, 1), (None, False, 2), (True, False, 1), (False, True, 2)])
def test_the_second_run_stops_when_it_has_what_is_needed(early_stop, local, runs):
    seen = []
    with contextlib.nullcontext() if early_stop is None else set_checkpoint_early_stop(early_stop):
        out = checkpoint(lambda x: noted(seen, x.sin().cos()).clone(), leaf(), use_reentrant=False, early_stop=local)
    out.sum().backward()
    assert len(seen) == runs


def noted(seen, value):
    seen.append(1)
    return value


def test_nested_checkpoints_and_higher_orders():
    def c(function):
        return lambda x: checkpoint(function, x, use_reentrant=False)

    def grad(function):
        def wrapped(x):
            with torch.enable_grad():
                return torch.autograd.grad(function(x).sum(), x, create_graph=True)[0]
        return wrapped
    x = leaf()
    for early_stop in (True, False):
        with set_checkpoint_early_stop(early_stop):
            for plain, wrapped in ((body, c(c(body))), (grad(body), grad(c(c(body)))), (grad(grad(body)), grad(c(grad(c(body))))),
                                   (grad(grad(grad(body))), grad(c(grad(c(grad(c(body)))))))):
                assert torch.allclose(plain(x), wrapped(x))


@BOTH
def test_a_leaf_used_inside_and_outside_gets_one_gradient(reentrant):
    x, weight, calls = leaf(), leaf(3.0, 4.0), []
    weight.register_hook(calls.append)
    checkpoint(lambda x: weight * x, weight * x, use_reentrant=reentrant).sum().backward()
    assert torch.allclose(weight.grad, 2 * weight * x) and len(calls) == (2 if reentrant else 1)


def test_retained_graphs_are_computed_anew_each_time():
    function, x = Counted(), leaf()
    out = checkpoint(function, x, use_reentrant=False).sum()
    out.backward(retain_graph=True)
    first = x.grad.clone()
    out.backward()
    assert torch.equal(x.grad, 2 * first) and function.runs == 3
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        out.backward()


def test_passes_of_one_group_share_a_second_run():
    run, x = Counted(lambda x: (x.sin(), x.sin().cos())), leaf()
    halves = checkpoint(lambda x: (lambda y: (y, y.cos()))(run(x)[0]), x, use_reentrant=False)
    with GraphExecGroup():
        inner, = torch.autograd.grad(halves[1], halves[0], torch.ones(2))
        outer, = torch.autograd.grad(halves[0], x, inner)
    assert run.runs == 2 and torch.allclose(outer, -x.sin().sin() * x.cos())
    y, z = checkpoint(lambda x: (lambda y: (y, y.cos()))(x.sin()), x, use_reentrant=False)
    with GraphExecGroup(), pytest.raises(CheckpointError, match="two backward calls that overlap"):
        for _ in range(2):
            torch.autograd.grad(z, y, torch.ones(2), retain_graph=True)
    with GraphExecGroup(), pytest.raises(RuntimeError, match="GraphExecGroup contexts cannot be nested"):
        with GraphExecGroup():
            pass


def test_saved_tensors_can_be_looked_at_between():
    out = checkpoint(body, leaf(), use_reentrant=False)
    assert torch.equal(out.grad_fn._saved_self, out.grad_fn._saved_self)


def test_contexts_of_the_two_runs():
    log = []

    @contextlib.contextmanager
    def note(name):
        log.append(name)
        yield
    out = checkpoint(body, leaf(), use_reentrant=False, context_fn=lambda: (note("first"), note("again")))
    assert log == ["first"]
    out.sum().backward()
    assert log == ["first", "again"]


# ---------------------------------------------------------------- complaints

FEWER = """torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.
Number of tensors saved during forward: 3
Number of tensors saved during recomputation: 1."""
MORE = "torch.utils.checkpoint: trying to save more tensors during recomputation than during the original forward pass."
OTHER = """\
torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.
tensor at position 0:
saved metadata: {'shape': torch.Size([2]), 'dtype': torch.float32, 'device': device(type='cpu')}
recomputed metadata: {'shape': torch.Size([4]), 'dtype': torch.float32, 'device': device(type='cpu')}
"""


@pytest.mark.parametrize("first, later, options, text", [
    (body, torch.sin, {}, FEWER), (torch.sin, body, {"early_stop": False}, MORE),
    (torch.sin, lambda x: torch.cat([x, x]).sin(), {}, OTHER),
])
def test_a_second_run_that_differs(first, later, options, text):
    out = checkpoint(Counted(first, later), leaf(), use_reentrant=False, **options)
    with pytest.raises(CheckpointError) as caught:
        out.sum().backward()
    assert str(caught.value) == text


@pytest.mark.parametrize("told, enabled", [(True, None), (False, True), (True, True)])
def test_a_debugged_checkpoint_tells_the_calls_of_both_runs(told, enabled):
    x = leaf()
    with set_checkpoint_debug_enabled(enabled):
        out = checkpoint(Counted(body, lambda x: x.sin().exp()), x, use_reentrant=False, debug=told)
    with pytest.raises(CheckpointError, match="A different number of tensors was saved") as caught:
        out.sum().backward()
    text = str(caught.value)
    assert text.startswith("You are seeing this error because you passed `debug=True` to checkpoint")
    first, second = text.split("In the second run, until the error:")
    assert "3. Cos" in first and first.count("test_checkpoint.py:") == 3 and second.count("test_checkpoint.py:") == 2
    assert "They part at call 3." in second


def test_debugging_is_off_where_it_is_switched_off():
    with set_checkpoint_debug_enabled(False):
        out = checkpoint(Counted(body, lambda x: x.sin().exp()), leaf(), use_reentrant=False, debug=True)
    with pytest.raises(CheckpointError, match="^torch.utils.checkpoint: A different number"):
        out.sum().backward()


def test_a_tensor_is_brought_back_once_in_a_pass():
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return ctx.saved_tensors[0] + ctx.saved_tensors[0]
    with pytest.raises(CheckpointError, match="Unpack is being triggered for a tensor that was already unpacked once."):
        checkpoint(Twice.apply, leaf(), use_reentrant=False).sum().backward()


@pytest.mark.parametrize("run", [
    lambda out, x: torch.autograd.grad(out.sum(), x), lambda out, x: out.sum().backward(inputs=[x])])
def test_reentrance_needs_a_whole_backward(run):
    x = leaf()
    with pytest.raises(RuntimeError, match=r"torch.utils.checkpoint is incompatible with .grad\(\) or passing an `inputs`"):
        run(checkpoint(body, x, use_reentrant=True), x)


@pytest.mark.parametrize("options, error, text", [
    ({"use_reentrant": True, "y": 1}, ValueError, "Unexpected keyword arguments: y"),
    ({"use_reentrant": True, "context_fn": print}, ValueError, "Passing `context_fn` or `debug` is only supported when "
                                                               "use_reentrant=False."),
    ({"use_reentrant": False, "determinism_check": "most"}, ValueError, "determinism_check should be one of ['default', 'none'], "
                                                                        "but got most"),
])
def test_arguments_are_checked(options, error, text):
    with pytest.raises(error) as caught:
        checkpoint(body, leaf(), **options)
    assert str(caught.value) == text


def test_reentrance_complains_of_what_needs_no_gradient():
    with pytest.warns(UserWarning, match="None of the inputs have requires_grad=True. Gradients will be None"):
        checkpoint(body, torch.ones(2), use_reentrant=True)
    with pytest.raises(RuntimeError, match="none of output has requires_grad=True, this checkpoint\\(\\) is not necessary"):
        checkpoint(torch.detach, leaf(), use_reentrant=True).sum().backward()


def test_the_variant_should_be_said():
    with pytest.warns(UserWarning, match="torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly"):
        out = checkpoint(body, leaf())
    assert type(out.grad_fn).__name__ == "CheckpointFunctionBackward"


# ---------------------------------------------------------------- sequences

@BOTH
def test_sequences(reentrant):
    functions = [Counted(torch.sin), Counted(torch.exp), Counted(torch.cos), Counted(torch.sin), Counted(torch.exp)]
    x, y = leaf(), leaf()
    checkpoint_sequential(functions, 2, x, use_reentrant=reentrant).sum().backward()
    y.sin().exp().cos().sin().exp().sum().backward()
    assert torch.allclose(x.grad, y.grad)
    assert [f.runs for f in functions] == [2, 2, 1, 1, 1]
    with pytest.raises(ValueError, match="Unexpected keyword arguments: k"):
        checkpoint_sequential(functions, 2, x, use_reentrant=reentrant, k=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        checkpoint_sequential(functions, 2, x)
    assert "the use_reentrant parameter should be passed explicitly" in str(caught[0].message)
