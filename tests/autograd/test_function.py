"""Custom Functions."""
import pytest
import rushlight as torch


def leaf(*values):
    return torch.tensor(values or (1.0, 2.0), requires_grad=True)


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k, w):
        ctx.k = k
        ctx.save_for_backward(x)
        return x * k + w

    @staticmethod
    def backward(ctx, grad):
        assert ctx.needs_input_grad == (True, False, False) and len(ctx.saved_tensors) == 1
        return grad * ctx.k, None, grad


def test_gradients_and_names():
    x, w = leaf(), torch.ones(2)
    out = Scale.apply(x, 3.0, w)
    assert out.grad_fn.name() == "ScaleBackward"
    out.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0] and w.grad is None


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x ** 3

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return 3 * x * x * grad


def test_setup_context_and_double_backward():
    x = leaf()
    first, = torch.autograd.grad(Cube.apply(x).sum(), x, create_graph=True)
    second, = torch.autograd.grad(first.sum(), x)
    assert first.tolist() == [3.0, 12.0] and second.tolist() == [6.0, 12.0]


class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * 2, b * 3

    @staticmethod
    def backward(ctx, first, second):
        return first * 2, second * 3


def test_missing_gradients_are_zeros():
    a, b = leaf(), leaf()
    Two.apply(a, b)[0].sum().backward()
    assert a.grad.tolist() == [2.0, 2.0] and b.grad.tolist() == [0.0, 0.0]


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad


def test_wrong_number_of_gradients():
    with pytest.raises(RuntimeError, match="incorrect number of gradients"):
        Wrong.apply(leaf(), leaf()).sum().backward()


class AddOne(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.add_(1)

    @staticmethod
    def backward(ctx, grad):
        return grad * 7


def test_dirty_inputs_are_rebased():
    x = leaf()
    h = x * 1
    assert AddOne.apply(h) is h and h.grad_fn.name() == "AddOneBackward"
    h.sum().backward()
    assert x.grad.tolist() == [7.0, 7.0]
    with pytest.raises(RuntimeError, match="leaf Variable"):
        AddOne.apply(leaf())


class Order(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ranks = x.argsort()
        ctx.mark_non_differentiable(ranks)
        return x * 2, ranks

    @staticmethod
    def backward(ctx, grad, _):
        return grad * 2


def test_non_differentiable_outputs():
    x = leaf()
    doubled, ranks = Order.apply(x)
    assert doubled.requires_grad and not ranks.requires_grad
    doubled.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_it_is_not_instantiated():
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        made = Scale()
    with pytest.raises(RuntimeError, match="Legacy autograd function with non-static forward method is deprecated"):
        made(torch.ones(1))


def test_backward_runs_without_gradients():
    """Zeros stand for them, or None where zeros are not wanted."""
    class Nothing(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return None

    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, materialize):
            ctx.set_materialize_grads(materialize)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, *grads):
            seen.append([None if g is None else g.tolist() for g in grads])
            return grads[0], None
    for materialize, given, reaches in ((True, [[0, 0], [0, 0]], True), (False, [None, None], False)):
        seen, x = [], torch.ones(2, requires_grad=True)
        Nothing.apply(Two.apply(x, materialize)[1]).sum().backward()
        assert seen == [given] and (x.grad is not None) == reaches
