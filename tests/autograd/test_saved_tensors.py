"""What nodes keep: looking at it, replacing it, freeing it, writing to it."""
import gc
import tracemalloc
import weakref

import pytest

import rushlight as torch
from rushlight.autograd import graph

FREED = "Trying to backward through the graph a second time (or directly access saved tensors after they have already been"


def leaf(*values):
    return torch.tensor(values or (1.0, 2.0), requires_grad=True)


# ---------------------------------------------------------------- looking

def test_attributes_have_torchs_names():
    x = leaf()
    assert (x * x).grad_fn._saved_self is x
    y = x.exp()
    assert torch.equal(y.grad_fn._saved_result, y) and y.grad_fn._saved_result.grad_fn is y.grad_fn
    assert x.softmax(0).grad_fn._saved_dim == 0 and x.view(2, 1).grad_fn._saved_self_sym_sizes == (2,)
    with pytest.raises(AttributeError, match="'ExpBackward0' object has no attribute '_saved_self'"):
        y.grad_fn._saved_self                                                                   # noqa: B018


def test_only_what_the_rules_that_will_run_need_is_kept():
    x = leaf()
    y = x ** 2
    y.add_(1)                                       # the power is wanted by the gradient of the exponent alone
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0] and (2.0 ** x).grad_fn._saved_result is not None


def test_after_backward_they_are_gone():
    y = leaf().exp()
    y.sum().backward()
    with pytest.raises(RuntimeError) as caught:
        y.grad_fn._saved_result                                                                 # noqa: B018
    assert str(caught.value).startswith(FREED)


def test_handles():
    x = leaf()
    y = x.exp() ** 2
    input, out = y.grad_fn._raw_saved_self, y.grad_fn.next_functions[0][0]._raw_saved_result
    assert torch.equal(input.unpack(), x.exp()) and input.data.grad_fn is not None
    assert out.data.grad_fn is None and out.unpack().grad_fn is not None and out.unpack_hook is None
    with pytest.raises(RuntimeError, match="Trying to create a SavedTensor object from Python is forbidden."):
        torch.autograd.SavedTensor()


def test_hooks_on_a_handle():
    x = leaf()
    y = x ** 2
    saved, seen = y.grad_fn._raw_saved_self, []
    for wrong in ((print,), (1, 1)):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            saved.register_hooks(*wrong)
    saved.register_hooks(lambda t: seen.append((t is x, t.data_ptr() == x.data_ptr())) or 7,
                         lambda packed: seen.append(packed) or x.detach() * 10)
    assert saved.data == 7
    with pytest.raises(RuntimeError, match="whose hooks have already been set"):
        saved.register_hooks(print, print)
    y.sum().backward()
    assert seen == [(False, True), 7] and x.grad.tolist() == [20.0, 40.0]
    with pytest.raises(RuntimeError, match="Calling register_hooks on a saved tensor after it has been freed"):
        saved.register_hooks(print, print)


# ---------------------------------------------------------------- default hooks

def test_hooks_see_inputs_themselves():
    x, seen = leaf(), []
    with graph.saved_tensors_hooks(lambda t: seen.append((t is x, torch.is_grad_enabled())) or t, lambda t: t):
        y = x.exp()
        x ** 2
    assert seen == [(False, False), (True, False)]
    assert torch.equal(y.grad_fn._saved_result, y) and y.grad_fn._saved_result.grad_fn is y.grad_fn


def test_what_comes_back_takes_the_tensors_place_on_the_tape():
    x = leaf()
    with graph.saved_tensors_hooks(lambda t: t.numpy(force=True), torch.from_numpy):
        y = (x ** 3).sum()
    (grad,) = torch.autograd.grad(y, x, create_graph=True)
    (second,) = torch.autograd.grad(grad.sum(), x)
    assert grad.tolist() == [3.0, 12.0] and second.tolist() == [6.0, 12.0]


def test_hooks_that_misbehave():
    with graph.saved_tensors_hooks(lambda t: t.add_(1), lambda t: t), \
            pytest.raises(RuntimeError, match="A saved tensor pack hook is modifying its input in place"):
        leaf().clone() ** 2
    with graph.saved_tensors_hooks(lambda t: t, lambda t: 5):
        y = leaf() ** 2
    with pytest.raises(TypeError, match="Output of saved tensor unpack_hook expected to be a Tensor but got result of type int"):
        y.sum().backward()


def test_hooks_reach_custom_functions_and_writes():
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x, None)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            x, nothing = ctx.saved_tensors
            assert nothing is None
            return grad * 2 * x
    x, kept = leaf(), {}
    with graph.saved_tensors_hooks(lambda t: kept.setdefault(len(kept), t) is None or len(kept) - 1, lambda key: kept[key]):
        y = Square.apply(x)
        y.mul_(x)
    y.sum().backward()
    assert x.grad.tolist() == [3.0, 12.0] and len(kept) == 3


# ---------------------------------------------------------------- writing to them

def test_mutation_of_saved_tensors():
    x = leaf()
    with graph.allow_mutation_on_saved_tensors() as account:
        y = x.clone()
        view = y.view(2, 1)
        out = (y ** 2).sum() + y.exp().sum() * 0
        assert len(account.cloned) == 0
        view.mul_(10)
        assert len(account.cloned) == 1                 # y ** 2 and exp keep the same tensor
        out.backward()
        assert len(account.cloned) == 0
    assert x.grad.tolist() == [2.0, 4.0]


def test_mutation_by_out_and_by_index():
    with graph.allow_mutation_on_saved_tensors():
        x, factor, other = leaf(), torch.tensor([3.0, 4.0]), torch.tensor([5.0, 6.0])
        y = (x * factor * other).sum()
        torch.sin(torch.zeros(2), out=factor)
        other[0] = 0.0
        y.backward()
    assert x.grad.tolist() == [15.0, 24.0]


def test_mutation_has_its_limits():
    with graph.allow_mutation_on_saved_tensors():
        y = (leaf() ** 2).sum()
        with pytest.raises(RuntimeError, match="allow_mutation_on_saved_tensors contexts cannot be nested"):
            graph.allow_mutation_on_saved_tensors().__enter__()
    with pytest.raises(AssertionError, match="outside of the 'allow_mutation_on_saved_tensors' context"):
        y.backward()


def test_versions():
    x = leaf().clone()
    y = x ** 2
    with torch.autograd._unsafe_preserve_version_counter(x):
        x.mul_(10)
    assert x._version == 0
    y.sum().backward()
    graph.increment_version([x, x])
    assert x._version == 2
    with pytest.raises(RuntimeError, match="Cannot set a version_counter to a value below 0: -1"):
        graph._unsafe_set_version_counter((x,), (-1,))
    with torch.inference_mode():
        inference = torch.ones(2)
    with pytest.raises(RuntimeError, match="Inference tensors do not track version counter."):
        inference._version                                                                      # noqa: B018


# ---------------------------------------------------------------- memory

def arrays_below(node, seen):
    """Weak references to the arrays that the graph keeps."""
    found, stack = [], [node]
    while stack:
        node = stack.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        for kept in node.saved or ():
            array = getattr(kept, "_data", None) if hasattr(kept, "_data") else getattr(kept, "array", None)
            if array is not None:
                found.append(weakref.ref(array))
        stack.extend(child for child, _ in node.next_functions)
    return found


def test_backward_frees_what_was_saved_at_once():
    x = torch.ones(1000, requires_grad=True)
    loss = ((x * 2).exp().sin() * (x + 1)).tanh().sum()
    kept = [r for r in arrays_below(loss.grad_fn, set()) if r() is not x._data]
    assert len(kept) >= 5 and all(r() is not None for r in kept)
    gc.disable()
    try:
        loss.backward()
        assert [r() for r in kept] == [None] * len(kept)
    finally:
        gc.enable()


def test_memory_falls_during_backward():
    width = 1 << 16
    x = torch.ones(width, requires_grad=True)
    tracemalloc.start()
    try:
        y = x
        for _ in range(40):
            y = (y * 1.01).exp().log()
        loss = y.sum()
        del y
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        loss.backward()
        left, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    one = width * 4
    assert held > 39 * one                      # what exp gave in each round, which log took
    assert left < 3 * one                       # the gradient, and little else
    assert peak < held + 8 * one                # nothing piles up on the way


def resident():
    """Bytes of memory that the process holds now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.slow
def test_ten_thousand_training_steps_do_not_grow_the_process():
    weight = torch.linspace(-1, 1, 1024).view(32, 32).requires_grad_()
    inputs, targets = torch.linspace(0, 1, 512).view(16, 32), torch.linspace(1, 0, 512).view(16, 32)

    def step():
        loss = ((inputs @ weight).tanh() - targets).square().mean()
        loss.backward()
        with torch.no_grad():
            weight.sub_(weight.grad, alpha=0.1)
        weight.grad = None

    for _ in range(1000):
        step()
    before, objects = resident(), len(gc.get_objects())
    for _ in range(10_000):
        step()
    assert resident() - before < 1 << 20
    assert len(gc.get_objects()) - objects < 100


@pytest.mark.parametrize("pin_memory", [False, True])
def test_saved_on_the_cpu(pin_memory):
    x = leaf()
    with graph.save_on_cpu(pin_memory):
        y = x * x
    saved = y.grad_fn._saved_self
    assert saved is not x and torch.equal(saved, x)
    y.sum().backward()
    assert x.grad.tolist() == [2, 4]
