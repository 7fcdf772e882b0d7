"""Hooks on tensors, nodes and leaves; saved-tensor hooks."""
import pytest
import rushlight as torch


def leaf(*values):
    return torch.tensor(values or (1.0, 1.0), requires_grad=True)


def test_tensor_hooks_run_in_order_and_replace():
    x = leaf()
    h, log = x * 2, []
    h.retain_grad()
    h.register_hook(lambda g: log.append(g.tolist()))
    h.register_hook(lambda g: g * 10)
    h.register_hook(lambda g: g + 1)
    (h * 3).sum().backward()
    assert log == [[3.0, 3.0]] and h.grad.tolist() == [31.0, 31.0] and x.grad.tolist() == [62.0, 62.0]


def test_a_removed_hook_is_silent():
    x, log = leaf(), []
    handle = x.register_hook(lambda g: log.append(1))
    x.sum().backward()
    handle.remove()
    handle.remove()
    x.sum().backward()
    assert log == [1]


def test_leaf_hooks_fire_once_with_the_total():
    x, log = leaf(), []
    x.register_hook(lambda g: log.append(("before", g.tolist(), x.grad)))
    x.register_post_accumulate_grad_hook(lambda t: log.append(("after", t.grad.tolist())))
    (x * 2 + x).sum().backward()
    assert log == [("before", [3.0, 3.0], None), ("after", [3.0, 3.0])]


def test_what_hooks_return_is_checked():
    for bad in (lambda g: g.double(), lambda g: g.sum(), lambda g: 3):
        x = leaf()
        h = x * 2
        h.register_hook(bad)
        with pytest.raises((RuntimeError, TypeError)):
            h.sum().backward()


def test_node_hooks():
    x = leaf()
    h = x * 2
    seen = []
    h.grad_fn.register_prehook(lambda outputs: (outputs[0] * 5,))
    h.grad_fn.register_hook(lambda inputs, outputs: seen.append((inputs[0].tolist(), outputs[0].tolist())))
    h.sum().backward()
    assert seen == [([10.0, 10.0], [5.0, 5.0])] and x.grad.tolist() == [10.0, 10.0]


def test_hooks_are_refused_where_no_gradient_comes():
    with pytest.raises(RuntimeError, match="doesn't require gradient"):
        torch.ones(2).register_hook(print)
    with pytest.raises(RuntimeError, match="non-leaf"):
        (leaf() * 2).register_post_accumulate_grad_hook(print)


def test_saved_tensor_hooks_pack_and_unpack():
    x, y, log = leaf(), leaf(), []
    with torch.autograd.graph.saved_tensors_hooks(lambda t: (log.append("pack"), t.detach())[1],
                                                  lambda t: (log.append("unpack"), t * 2)[1]):
        out = (x * y).sum()
    out.backward()
    assert log == ["pack", "pack", "unpack", "unpack"] and x.grad.tolist() == [2.0, 2.0]


def test_saved_tensor_hooks_can_be_forbidden():
    with torch.autograd.graph.disable_saved_tensors_hooks("not here"):
        with pytest.raises(RuntimeError, match="not here"):
            with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
                pass


def test_multi_grad_hook():
    x, y, seen = leaf(), leaf(), []
    torch.autograd.graph.register_multi_grad_hook([x, y], lambda grads: seen.append([g is not None for g in grads]))
    (x * y).sum().backward()
    (x * 2).sum().backward()
    assert seen == [[True, True], [True, False]]


def test_hooks_run_without_a_gradient_too():
    class Nothing(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return None
    x, calls = torch.ones(2, requires_grad=True), []
    y = x * 3
    y.register_hook(lambda grad: calls.append(("tensor", grad)))
    y.grad_fn.register_prehook(lambda grads: calls.append(("pre", grads)))
    y.grad_fn.register_hook(lambda inputs, outputs: calls.append(("post", inputs, outputs)))
    x.register_hook(lambda grad: calls.append(("leaf", grad)))
    x.register_post_accumulate_grad_hook(lambda leaf: calls.append(("accumulated", leaf.grad)))
    Nothing.apply(y).sum().backward()
    assert calls == [("tensor", None), ("pre", (None,)), ("post", (None, None), (None,)), ("leaf", None), ("accumulated", None)]
    z = x * 3
    z.register_hook(lambda grad: torch.ones(2))
    with pytest.raises(RuntimeError, match="can't replace a None gradient with a non-None value"):
        Nothing.apply(z).sum().backward()
