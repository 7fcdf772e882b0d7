"""backward() and grad(): accumulation, freeing, targets, several orders."""
import gc
import pathlib
import resource
import threading
import warnings
import weakref

import pytest

import rushlight as torch


def leaf(*values):
    return torch.tensor(values or (1.0, 2.0), requires_grad=True)


def test_accumulates_in_place_and_with_create_graph_anew():
    x = leaf()
    (x * 3).sum().backward()
    first = x.grad
    (x * 4).sum().backward()
    assert x.grad is first and first.tolist() == [7.0, 7.0]
    with warnings.catch_warnings(action="ignore"):          # of the cycle between a tensor and its gradient, once in a process
        (x * x).sum().backward(create_graph=True)
    assert x.grad is not first and first.tolist() == [7.0, 7.0] and x.grad.requires_grad


def test_second_backward_needs_retain_graph_where_something_was_saved():
    x = leaf()
    linear = (x + 1).sum()
    linear.backward()
    linear.backward()
    square = (x * x).sum()
    square.backward(retain_graph=True)
    square.backward()
    with pytest.raises(RuntimeError, match="second time"):
        square.backward()


def test_roots_are_checked():
    x = leaf()
    with pytest.raises(RuntimeError, match="scalar outputs"):
        (x * 2).backward()
    with pytest.raises(RuntimeError, match="does not require grad"):
        torch.ones(()).backward()
    with pytest.raises(RuntimeError, match="Mismatch in shape"):
        (x * 2).backward(torch.ones(3))
    (x * 2).backward(torch.tensor([1.0, 10.0]))
    assert x.grad.tolist() == [2.0, 20.0]


def test_inputs_limits_who_accumulates():
    x, y = leaf(), leaf()
    (x * y).sum().backward(inputs=[x])
    assert x.grad is not None and y.grad is None
    with pytest.raises(RuntimeError, match="cannot be empty"):
        (x * y).sum().backward(inputs=[])


def test_grad_leaves_dot_grad_alone():
    x, y = leaf(), leaf()
    h = x * y
    gh, gx = torch.autograd.grad((h * h).sum(), [h, x])
    assert gh.tolist() == [2.0, 8.0] and gx.tolist() == [2.0, 16.0] and x.grad is None


def test_unused_inputs():
    x, y = leaf(), leaf()
    with pytest.raises(RuntimeError, match="not have been used"):
        torch.autograd.grad(x.sum(), [x, y])
    assert torch.autograd.grad(x.sum(), [x, y], allow_unused=True)[1] is None
    assert torch.autograd.grad(x.sum(), [x, y], materialize_grads=True)[1].tolist() == [0.0, 0.0]
    with pytest.raises(ValueError, match="allow_unused"):
        torch.autograd.grad(x.sum(), [x, y], materialize_grads=True, allow_unused=False)


def test_higher_orders():
    x = torch.tensor(2.0, requires_grad=True)
    value = x ** 5
    for wanted in (80.0, 160.0, 240.0, 240.0, 120.0):
        value, = torch.autograd.grad(value, x, create_graph=True)
        assert value.item() == pytest.approx(wanted)


def test_a_leafs_gradient_is_its_own_memory():
    x, y = leaf(), leaf()
    seed = torch.tensor([1.0, 1.0])
    (x + y).backward(seed)
    x.grad.mul_(100)
    assert y.grad.tolist() == [1.0, 1.0] and seed.tolist() == [1.0, 1.0]
    z = leaf()
    z.backward(seed)
    z.grad.mul_(5)
    assert seed.tolist() == [1.0, 1.0]


def test_gradients_take_the_dtype_of_their_tensor():
    single, double = leaf(), torch.tensor([3.0, 4.0], dtype=torch.float64, requires_grad=True)
    (single * double).sum().backward()
    assert single.grad.dtype is torch.float32 and double.grad.dtype is torch.float64


def test_broadcasts_are_undone():
    x, y = torch.ones(3, 1, requires_grad=True), torch.ones(4, requires_grad=True)
    (x * y).sum().backward()
    assert x.grad.shape == (3, 1) and y.grad.tolist() == [3.0] * 4


def test_next_functions():
    x, c = leaf(), torch.ones(2)
    node = (x * c).grad_fn
    assert type(node.next_functions[0][0]).__name__ == "AccumulateGrad" and node.next_functions[0][0].variable is x
    assert node.next_functions[1] == (None, 0)


def test_tensors_are_freed_without_the_collector():
    gc.disable()
    try:
        x = leaf()
        h = (x.exp() * 2).tanh()
        gone = weakref.ref(h)
        h.sum().backward()
        del h
        assert gone() is None
        other = weakref.ref(x)
        del x
        assert other() is None
    finally:
        gc.enable()


def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.slow
def test_a_chain_of_a_million():
    x = torch.tensor(1.0, requires_grad=True)
    before = resident()
    h = x
    for _ in range(1_000_000):
        h = h + 0.5
    h.backward()
    assert x.grad.item() == 1.0
    del h
    gc.collect()
    assert resident() - before < 50e6


def test_four_threads_on_shared_and_separate_leaves():
    shared, own, errors = torch.zeros(100, requires_grad=True), [torch.zeros(3, requires_grad=True) for _ in range(4)], []

    def work(mine):
        try:
            for _ in range(200):
                ((shared * 2).sum() + (mine * 3).sum()).backward()
        except Exception as error:
            errors.append(error)
    threads = [threading.Thread(target=work, args=(t,)) for t in own]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert shared.grad.tolist() == [1600.0] * 100 and all(t.grad.tolist() == [600.0] * 3 for t in own)


def test_backward_inside_a_hook():
    x, y = leaf(), leaf()
    seen = []

    def hook(grad):
        with torch.enable_grad():
            (y * y).sum().backward()
        seen.append(grad.tolist())
    h = x * 2
    h.register_hook(hook)
    h.sum().backward()
    assert seen == [[1.0, 1.0]] and y.grad.tolist() == [2.0, 4.0] and x.grad.tolist() == [2.0, 2.0]


def test_gradients_for_a_batch_of_covectors():
    x, unused = leaf(1.0, 2.0), leaf()
    y = x.exp() * torch.tensor([3.0, 4.0])
    covectors = torch.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
    batched, nothing = torch.autograd.grad(y, (x, unused), covectors, is_grads_batched=True, allow_unused=True, retain_graph=True)
    one_by_one = [torch.autograd.grad(y, x, c, retain_graph=True)[0] for c in covectors]
    assert torch.allclose(batched, torch.stack(one_by_one)) and nothing is None
    with pytest.raises(RuntimeError, match="If `is_grads_batched=True`, we interpret the first dimension of each grad_output as"):
        torch.autograd.grad(y, x, torch.ones(3, 3), is_grads_batched=True)


def test_gradients_of_inputs_only_are_all_there_is():
    x = torch.ones(2, requires_grad=True)
    assert torch.autograd.grad(x.sum(), x, None, None, False, True)[0].tolist() == [1, 1]
    with pytest.warns(FutureWarning, match="only_inputs argument is deprecated and is ignored now"):
        assert torch.autograd.grad(x.sum(), x, only_inputs=False)[0].tolist() == [1, 1]


def channels_last(x):
    return x.contiguous(memory_format=torch.channels_last)


@pytest.mark.parametrize("layout", [torch.clone, channels_last, lambda x: x.transpose(0, 1).contiguous().transpose(0, 1)])
@pytest.mark.parametrize("other", [torch.clone, channels_last, lambda x: x.transpose(2, 3).contiguous().transpose(2, 3)])
def test_a_gradient_lies_in_memory_as_its_leaf_does(seeded, layout, other):
    leaf = layout(torch.rand(2, 3, 4, 5)).requires_grad_()
    for _ in range(2):
        (leaf * other(leaf.detach())).sum().backward()
        assert leaf.grad.stride() == leaf.stride()
