"""torch.autograd.graph, and what a program may ask of a pass that runs. The orders and texts are torch's."""
import copy
import pickle
import threading

import pytest

import rushlight as torch
from rushlight.autograd import Variable, graph
from rushlight.autograd.graph import GradientEdge, get_gradient_edge


def leaf(*values):
    return torch.tensor(values or (1.0, 2.0), requires_grad=True)


# ---------------------------------------------------------------- edges in place of tensors

def test_gradients_up_to_an_edge_and_on_from_it():
    x = leaf()
    middle = x.sin()
    edge, out = get_gradient_edge(middle), (middle ** 2).sum()
    assert edge._fields == ("node", "output_nr", "ownership_token") and edge.node is middle.grad_fn
    del middle
    (inner,) = torch.autograd.grad(out, edge)
    (grad,) = torch.autograd.grad(edge, x, grad_outputs=inner)
    assert torch.allclose(grad, torch.autograd.grad((x.sin() ** 2).sum(), x)[0])


def test_an_edge_is_the_value_before_a_write():
    x = leaf().clone()
    before = get_gradient_edge(x)
    x.mul_(2)
    old, new = torch.autograd.grad(x.sum(), (before, x))
    assert old.tolist() == [2.0, 2.0] and new.tolist() == [1.0, 1.0]


def test_later_outputs_have_edges_too():
    first, second = leaf(1.0, 2.0).unbind()
    grads = torch.autograd.grad(first + 3 * second, (get_gradient_edge(first), get_gradient_edge(second)))
    assert [g.item() for g in grads] == [1.0, 3.0] and get_gradient_edge(second).output_nr == 1


def test_edges_are_checked_like_tensors():
    edge = get_gradient_edge(leaf().sin())
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        torch.autograd.backward(edge)
    with pytest.raises(RuntimeError, match=r"Mismatch in shape: grad_output\[0\] has a shape of torch.Size\(\[3\]\) and "
                                           r"output\[0\] has a shape of torch.Size\(\[2\]\)."):
        torch.autograd.backward(edge, torch.ones(3))
    with pytest.raises(RuntimeError, match="materialize_grads cannot be used when the given input is a GradientEdge"):
        torch.autograd.grad(leaf().sum(), edge, materialize_grads=True)
    with pytest.raises(RuntimeError, match="all inputs have to be Tensors or GradientEdges, but got int"):
        torch.autograd.grad(leaf().sum(), [3])
    with pytest.raises(RuntimeError, match="not possible to get the gradient edge for a Tensor that does not require gradients"):
        get_gradient_edge(torch.ones(2))


def test_backward_from_and_to_edges():
    x = leaf()
    y = x * 2
    torch.autograd.backward([GradientEdge(y.grad_fn, 0), x.sum()], [torch.ones(2), None], inputs=[x])
    assert x.grad.tolist() == [3.0, 3.0]


# ---------------------------------------------------------------- nodes

def test_nodes_are_called():
    x = leaf()
    node = (x * x).grad_fn
    first, second = node(torch.ones(2))
    assert first.tolist() == second.tolist() == [1.0, 2.0] and first.requires_grad
    assert x.exp().grad_fn(torch.ones(2)).shape == (2,)
    with pytest.raises(TypeError, match="expected 1 arguments, got 2 instead"):
        node(torch.ones(2), torch.ones(2))


def test_nodes_say_what_they_take():
    x = leaf()
    var, mean = torch.var_mean(x.view(2, 1), dim=0)
    assert [(m.shape, m.dtype) for m in var.grad_fn._input_metadata] == [([1], torch.float32)] * 2
    (metadata,) = x.to(torch.bfloat16).grad_fn._input_metadata
    assert metadata.dtype is torch.bfloat16 and metadata.device == torch.device("cpu") and not metadata.is_nested_tensor


def test_isinstance():
    node = leaf().exp().grad_fn
    assert isinstance(node, graph.Node) and issubclass(type(node), graph.Node) and graph.Node not in type(node).mro()
    assert isinstance(node.next_functions[0][0], graph.Node)
    assert not isinstance(1, graph.Node) and not isinstance(graph.Node, graph.Node) and issubclass(graph.Node, graph.Node)


@pytest.mark.parametrize("op, wanted", [
    (lambda: torch.pow(2.0, leaf()), "Pow2"), (lambda: leaf().sum(0), "Sum1"), (lambda: leaf().exp(), "Exp"),
])
def test_operations_in_messages(op, wanted):
    y = op()
    z = y * y
    y.detach().add_(1)
    with pytest.raises(RuntimeError, match=f"which is output 0 of {wanted}, is at version 1; expected version 0"):
        z.sum().backward()


# ---------------------------------------------------------------- hooks

def hooked():
    """A leaf, what was made of it, and the log of all their hooks."""
    x, log = leaf(1.0), []
    y = x * 2
    accumulator = y.grad_fn.next_functions[0][0]
    y.grad_fn.register_prehook(lambda grads: log.append("y pre"))
    y.register_hook(lambda grad: log.append("y tensor"))
    y.grad_fn.register_hook(lambda inputs, outputs: log.append("y post"))
    accumulator.register_prehook(lambda grads: log.append("x pre"))
    x.register_hook(lambda grad: log.append("x tensor"))
    x.register_post_accumulate_grad_hook(lambda tensor: log.append("x accumulated"))
    accumulator.register_hook(lambda inputs, outputs: log.append("x post"))
    return x, y, log


WHOLE = ["y tensor", "y pre", "y post", "x tensor", "x pre", "x accumulated", "x post"]


@pytest.mark.parametrize("run, wanted", [
    (lambda x, y: y.sum().backward(), WHOLE),
    (lambda x, y: y.sum().backward(inputs=[x]), WHOLE),
    (lambda x, y: torch.autograd.grad(y.sum(), y), ["y tensor"]),
    (lambda x, y: torch.autograd.grad(y.sum(), x), ["y tensor", "y pre", "y post", "x tensor"]),
    (lambda x, y: torch.autograd.grad(y.sum(), [x, y]), ["y tensor", "y pre", "y post", "x tensor"]),
    (lambda x, y: y.sum().backward(inputs=[y]), ["y tensor", "y pre", "y post"]),
])
def test_order_of_hooks(run, wanted):
    x, y, log = hooked()
    run(x, y)
    assert log == wanted


def test_a_kept_gradient_is_that_of_tensor_hooks_and_not_of_the_nodes():
    y = leaf() * 2
    y.retain_grad()
    y.register_hook(lambda grad: grad * 3)
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 5,))
    y.sum().backward()
    assert y.grad.tolist() == [3.0, 3.0]


@pytest.mark.parametrize("register, result, error, text", [
    ("register_hook", lambda i, o: (i[0],) * 3, RuntimeError, "returned an incorrect number of values (got 3, but expected 2)"),
    ("register_hook", lambda i, o: i[0], TypeError, "expected tuple, but hook returned 'Tensor'"),
    ("register_prehook", lambda o: "a", TypeError, "expected tuple, but hook returned 'str'"),
    ("register_prehook", lambda o: (o[0], o[0]), RuntimeError, "returned an incorrect number of values (got 2, but expected 1)"),
])
def test_what_hooks_of_nodes_return_is_checked(register, result, error, text):
    y = leaf() * torch.ones(2)
    getattr(y.grad_fn, register)(result)
    with pytest.raises(error) as caught:
        y.sum().backward()
    assert str(caught.value).endswith(text)


def test_post_accumulate_hooks_return_nothing():
    x = leaf()
    x.register_post_accumulate_grad_hook(lambda tensor: tensor.grad)
    with pytest.raises(RuntimeError, match="hooks should return None"):
        x.sum().backward()


def test_a_hook_that_removes_itself_and_one_that_raises():
    x, log = leaf(), []
    handle = x.register_hook(lambda grad: (log.append("once"), handle.remove())[0])
    x.register_hook(lambda grad: log.append("always"))
    x.sum().backward()
    x.sum().backward()
    assert log == ["once", "always", "always"]

    def boom(grad):
        raise ValueError("boom")
    handle = x.register_hook(boom)
    with pytest.raises(ValueError, match="boom"):
        x.sum().backward()
    handle.remove()
    x.sum().backward()                          # nothing of the pass that failed is left
    assert log[3:] == ["always"] * 2


def test_hooks_on_one_of_several_outputs():
    seen = []
    first, second = leaf().unbind()
    first.register_hook(seen.append)
    second.backward()
    assert seen == [None]                       # the node ran, and no gradient came to this output


def test_multi_grad_hooks():
    x, y, seen = leaf(), leaf(), []
    graph.register_multi_grad_hook([x, y], lambda grads: seen.append([g is None for g in grads]))
    any_of_them = graph.register_multi_grad_hook([x, y], lambda grad: seen.append("any"), mode="any")
    (x * y).sum().backward()
    (x * 2).sum().backward()
    (x * y).sum().backward(inputs=[y])
    assert seen == ["any", [False, False], [False, True], "any", [True, False], "any"]
    any_of_them.remove()
    y.sum().backward()
    assert seen[6:] == [[True, False]]
    with pytest.raises(ValueError, match=r"Expects mode to be one of \('all', 'any'\) but got some"):
        graph.register_multi_grad_hook([x], print, mode="some")


# ---------------------------------------------------------------- a pass that runs

def test_callbacks_run_at_the_end_and_may_queue_more():
    x, log = leaf(), []
    queue = Variable._execution_engine.queue_callback
    with pytest.raises(RuntimeError, match="Final callbacks can only be installed during backward pass."):
        queue(print)
    y = x * 2
    y.register_hook(lambda grad: queue(lambda: (log.append("first"), queue(lambda: log.append("last")))))
    x.register_hook(lambda grad: log.append("x"))
    y.sum().backward()
    assert log == ["x", "first", "last"]


def test_what_runs():
    C, seen = torch._C, []
    x, unused = leaf(1.0), leaf(1.0)
    y = x.sin()
    out = y.exp()
    other = unused.cos()

    def hook(grad):
        seen.append((C._current_autograd_node(), [node.name() for node in C._current_graph_task_execution_order()],
                     [C._will_engine_execute_node(n) for n in (y.grad_fn, y.grad_fn.next_functions[0][0], other.grad_fn)],
                     C._current_graph_task_id(), C._autograd._get_current_graph_task_keep_graph()))
    y.register_hook(hook)
    with torch.autograd.set_multithreading_enabled(False):
        out.backward()
    node, order, runs, task, keeps = seen[0]
    assert node is y.grad_fn and order == ["ExpBackward0", "SinBackward0", "torch::autograd::AccumulateGrad"]
    assert runs == [True, True, False] and task >= 0 and not keeps
    assert C._current_autograd_node() is None and C._current_graph_task_id() == -1
    for ask in (C._current_graph_task_execution_order, lambda: C._will_engine_execute_node(y.grad_fn)):
        with pytest.raises(RuntimeError, match="should only be called during the backward pass"):
            ask()


def test_passes_within_passes_are_as_deep_as_they_like():
    class Deep(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.left = x.detach() - 1
            return ctx.left.clone()

        @staticmethod
        def backward(ctx, grad):
            if ctx.left > 0:
                with torch.enable_grad():
                    Deep.apply(ctx.left.requires_grad_()).backward()
            else:
                stacks.append(threading.get_ident())
            return grad
    stacks = []
    Deep.apply(torch.tensor(300.0, requires_grad=True)).backward()
    assert len(stacks) == 1 and stacks[0] != threading.get_ident()

    class Fails(Deep):
        @staticmethod
        def backward(ctx, grad):
            if ctx.left <= 0:
                raise ValueError("at the bottom")
            with torch.enable_grad():
                Fails.apply(ctx.left.requires_grad_()).backward()
    with pytest.raises(ValueError, match="at the bottom"):
        Fails.apply(torch.tensor(60.0, requires_grad=True)).backward()


# ---------------------------------------------------------------- views, linked anew

@pytest.mark.parametrize("replay, view, base", [
    (False, "AsStridedBackward0", "MulBackward0"), (True, "SelectBackward0", "ViewBackward0"),
])
def test_views_are_linked_by_strides_or_by_their_ops(replay, view, base):
    x = leaf(1.0, 2.0, 3.0, 4.0)
    with torch.autograd._force_original_view_tracking(replay):
        assert torch.autograd.is_view_replay_enabled() is replay
        written = x.clone()
        row = written.view(2, 2)[0]
        written.mul_(2)
        assert [type(n).__name__ for n in (row.grad_fn, row.grad_fn.next_functions[0][0])] == [view, base]
    row.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0, 0.0, 0.0] and not torch.autograd.is_view_replay_enabled()


def test_a_kept_gradient_follows_a_view_whose_base_was_written():
    base = leaf(1.0).clone()
    written, other = base[:], base[:]
    written.retain_grad()
    other.retain_grad()
    written.mul_(2)
    (written + other).sum().backward()
    assert written.grad.tolist() == other.grad.tolist() == [1.0]


def test_switches_are_set_at_once_and_put_back():
    torch.autograd.set_multithreading_enabled(False)
    assert not torch.autograd.is_multithreading_enabled()
    with torch.autograd.set_multithreading_enabled(True):
        assert torch.autograd.is_multithreading_enabled()
    assert not torch.autograd.is_multithreading_enabled()
    torch.autograd.set_multithreading_enabled(True)
    assert torch.autograd.is_multithreading_enabled()


# ---------------------------------------------------------------- Variable

def test_variables_are_tensors():
    data = torch.ones(2)
    assert isinstance(data, Variable) and not issubclass(torch.Tensor, Variable)
    made = Variable(data, requires_grad=True)
    assert made is not data and made.requires_grad and made.data_ptr() == data.data_ptr() and not data.requires_grad
    assert not Variable(made * 2).requires_grad and Variable().shape == (0,)
    with pytest.raises(TypeError, match="Variable data has to be a tensor, but got list"):
        Variable([1, 2])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_nodes_are_not_copied(copied):
    with pytest.raises(TypeError, match="cannot pickle 'MulBackward0' object"):
        copied((torch.ones(2, requires_grad=True) * 2).grad_fn)


def names_behind(node):
    """The name of a node, or a list of it and what is behind it."""
    if node is None:
        return None
    name = node.name().removeprefix("torch::autograd::").removesuffix("Backward0")
    behind = [names_behind(each) for each, _ in node.next_functions]
    return [name, *behind] if behind else name


LEAF, WEIGHT = "AccumulateGrad", ["T", "AccumulateGrad"]


@pytest.mark.parametrize("shape, bias, expected", [
    ((3, 2), True, ["Addmm", LEAF, LEAF, WEIGHT]),
    ((3, 2), False, ["Mm", LEAF, WEIGHT]),
    ((4, 3, 2), True, ["View", ["Addmm", LEAF, ["View", LEAF], WEIGHT]]),
    ((4, 3, 2), False, ["UnsafeView", ["Mm", ["View", LEAF], WEIGHT]]),
    ((2,), True, ["View", ["Addmm", LEAF, ["View", LEAF], WEIGHT]]),
    ((2,), False, ["SqueezeBackward4", ["Mm", ["Unsqueeze", LEAF], WEIGHT]])])
def test_a_linear_layer_looks_as_in_torch(shape, bias, expected, seeded):
    layer, x = torch.nn.Linear(2, 5, bias=bias), torch.ones(shape, requires_grad=True)
    node = layer(x).grad_fn
    assert names_behind(node) == expected and node.next_functions is node.next_functions


def test_hooks_of_a_part_of_a_node_are_refused(seeded):
    turned = torch.nn.Linear(2, 5)(torch.ones(3, 2)).grad_fn.next_functions[2][0]
    with pytest.raises(NotImplementedError, match="hooks of TBackward0 here"):
        turned.register_hook(print)
