"""What forward and backward of a custom Function may return. The texts are torch's."""
import pytest

import rushlight as torch
from rushlight.autograd import Function


def made(forward, backward=lambda ctx, *grads: grads if len(grads) > 1 else grads[0], **methods):
    """A Function of these methods."""
    methods = {"forward": forward, "backward": backward, **methods}
    return type("MyFn", (Function,), {name: staticmethod(method) for name, method in methods.items()})


def leaf():
    return torch.tensor([1.0, 2.0], requires_grad=True)


def add_one(ctx, x):
    x.add_(1)
    ctx.mark_dirty(x)
    return x


# ---------------------------------------------------------------- outputs

def test_an_input_that_comes_back_is_a_view_that_cannot_be_written():
    x = leaf()
    same = made(lambda ctx, x: x, lambda ctx, g: g * 3).apply(x)
    assert same is not x and same._is_view() and same._base is x and type(same.grad_fn).__name__ == "MyFnBackward"
    same.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]
    with pytest.raises(RuntimeError, match="Output 0 of MyFn is a view and is being modified inplace. This view was created "
                                           "inside a custom Function"):
        same.add_(1)


def test_a_view_made_in_forward_cannot_be_written_nor_its_base():
    base = leaf().clone()
    view = made(lambda ctx, x: x[:]).apply(base)
    base.add_(1)
    with pytest.raises(RuntimeError, match="Output 0 of MyFn is a view and its base or another view of its base has been"):
        view.grad_fn                                                                            # noqa: B018
    with torch.no_grad():
        view = made(lambda ctx, x: x[:]).apply(leaf())
    with pytest.raises(RuntimeError, match="A view was created in no_grad mode and is being modified inplace with grad mode "
                                           "enabled. This view was created inside a custom Function"):
        view.add_(1)


def test_dirty_inputs():
    x = leaf().clone()
    assert made(add_one).apply(x) is x and type(x.grad_fn).__name__ == "MyFnBackward"
    view = leaf().clone().view(2)
    assert type(made(add_one).apply(view).grad_fn).__name__ == "AsStridedBackward0"


@pytest.mark.parametrize("forward, argument, text", [
    (add_one, leaf, "a leaf Variable that requires grad has been used in an in-place operation."),
    (add_one, lambda: leaf().view(2), "a view of a leaf Variable that requires grad is being used in an in-place operation."),
    (add_one, lambda: leaf().clone().split([1, 1])[0],
     "Output 0 of SplitWithSizes is a view and is being modified inplace. This view is the output of a function that returns "
     "multiple views."),
    (lambda ctx, x: (add_one(ctx, x), x + 1), lambda: leaf().clone().view(2),
     "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more than one"),
    (lambda ctx, x: ctx.mark_dirty(x) or x.clone(), lambda: leaf().clone(),
     "Some elements marked as dirty during the forward method were not returned as output."),
])
def test_dirty_inputs_that_are_refused(forward, argument, text):
    with pytest.raises(RuntimeError) as caught:
        made(forward).apply(argument())
    assert str(caught.value).startswith(text)


def test_only_inputs_are_dirty():
    def forward(ctx, x):
        out = x * 3
        ctx.mark_dirty(out)
        return out
    with pytest.warns(UserWarning, match="received a tensor that was not an input"):
        made(forward).apply(leaf())
    with pytest.raises(RuntimeError, match="received a tensor that was not an input"):
        made(dirty_view).apply(leaf())


def dirty_view(ctx, x):
    out = x.clone().view(2)
    ctx.mark_dirty(out)
    return out


@pytest.mark.parametrize("result", [None, 5, [1, 2], (), (5, "a")])
def test_what_is_no_tensor_passes_through(result):
    assert made(lambda ctx, x: result).apply(leaf()) == result


def test_a_constant_input_that_comes_back_marked_as_such():
    def forward(ctx, x):
        ctx.mark_non_differentiable(x)
        return x, x * 2
    same, doubled = made(forward, lambda ctx, g, h: h).apply(leaf())
    assert not same.requires_grad and not same._is_view() and doubled.requires_grad


def test_outputs_that_are_no_tensors_have_a_place_among_the_gradients():
    seen = []
    fn = made(lambda ctx, x, k: (x * k, k, x + k), lambda ctx, *grads: (seen.append(grads) or grads[0], None))
    first, _, last = fn.apply(leaf(), 3)
    first.grad_fn.register_prehook(lambda grads: seen.append(grads))
    assert (first.output_nr, last.output_nr) == (0, 2)
    first.sum().backward()
    assert [[None if g is None else g.tolist() for g in grads] for grads in seen] == [
        [[1.0, 1.0], None, None], [[1.0, 1.0], None, [0.0, 0.0]]]


# ---------------------------------------------------------------- gradients

ONES = torch.ones(2)
PREFIX = "function MyFnBackward returned an incorrect number of gradients (expected 2, got "


@pytest.mark.parametrize("grads, text", [
    (ONES, PREFIX + "1)"), ((ONES,) * 3, PREFIX + "3)"), ([ONES, ONES], PREFIX + "1)"), (None, PREFIX + "1)"),
    ((), PREFIX + "0)"),
    ((torch.ones(3), ONES), "Function MyFnBackward returned an invalid gradient at index 0 - got [3] but expected shape "
                            "compatible with [2]"),
    ((ONES, torch.ones(3)), "Function MyFnBackward returned an invalid gradient at index 1 - got [3] but expected shape "
                            "compatible with [2]"),
    ((1.0, ONES), "expected Variable or None (got float)"), (("a", ONES), "expected Variable or None (got str)"),
])
def test_gradients_that_are_refused(grads, text):
    x, y = leaf(), leaf()
    with pytest.raises(RuntimeError) as caught:
        made(lambda ctx, x, y: x * y, lambda ctx, g: grads).apply(x, y).sum().backward()
    assert str(caught.value) == text


@pytest.mark.parametrize("grads, expected", [
    ((ONES, ONES, None), [1.0, 1.0]), ((ONES.double(), ONES), [1.0, 1.0]), ((ONES.long(), ONES), [1.0, 1.0]),
    ((None, ONES), None),
    ((torch.ones(3, 2), ONES), [3.0, 3.0]),
])
def test_gradients_that_are_made_to_fit(grads, expected):
    x, y = leaf(), leaf()
    made(lambda ctx, x, y: x * y, lambda ctx, g: grads).apply(x, y).sum().backward()
    assert (None if x.grad is None else x.grad.tolist()) == expected and (x.grad is None or x.grad.dtype is torch.float32)


def test_a_gradient_for_what_is_no_tensor():
    with pytest.raises(RuntimeError, match="returned a gradient different than None at position 2"):
        made(lambda ctx, x, k: x * k, lambda ctx, g: (g, g)).apply(leaf(), 3).sum().backward()


def test_a_complex_gradient_for_a_real_input():
    with pytest.raises(RuntimeError, match="input_is_complex == grad_is_complex"):
        made(lambda ctx, x: x * 2, lambda ctx, g: g + 1j).apply(leaf()).sum().backward()


def test_gradients_are_not_materialised_where_that_is_not_wanted():
    seen = []

    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x.clone(), x.clone()
    made(forward, lambda ctx, g, h: seen.append(h) or g).apply(leaf())[0].sum().backward()
    assert seen == [None]


# ---------------------------------------------------------------- what is saved

def test_what_can_be_saved():
    for saved, position, kind in (((3,), 0, "int"), ((ONES, [ONES]), 1, "list")):
        with pytest.raises(TypeError, match=f"can only save variables, but argument {position} is of type {kind}"):
            made(lambda ctx, x, saved=saved: ctx.save_for_backward(*saved) or x.clone()).apply(leaf())
    with pytest.raises(AssertionError, match="save_for_forward expects all arguments to be tensors"):
        made(lambda ctx, x: ctx.save_for_forward(3) or x.clone()).apply(leaf())


def test_saved_tensors_that_can_be_read_once():
    fn = made(lambda ctx, x: ctx.save_for_backward(x) or x * 2, lambda ctx, g: (ctx.saved_tensors, ctx.saved_tensors))
    fn.clear_saved_tensors_on_access = True
    with pytest.raises(RuntimeError, match="saved_tensors can only be accessed once"):
        fn.apply(leaf()).sum().backward()


def test_a_graph_of_functions_that_saved_nothing_can_be_used_twice():
    y = made(lambda ctx, x: x * 2).apply(leaf()).sum()
    y.backward()
    y.backward()


# ---------------------------------------------------------------- the class

def test_methods_that_are_missing_or_too_many():
    with pytest.raises(NotImplementedError, match="You must implement the forward function"):
        type("Nothing", (Function,), {}).apply(leaf())
    one_way = type("OneWay", (Function,), {"forward": staticmethod(lambda ctx, x: x * 2)})
    with pytest.raises(NotImplementedError, match="You must implement either the backward or vjp method"):
        one_way.apply(leaf()).sum().backward()
    both = made(lambda ctx, x: x * 2, vjp=lambda ctx, g: g)
    with pytest.raises(RuntimeError, match="Implementing both 'backward' and 'vjp'"):
        both.apply(leaf()).sum().backward()


def test_vjp_is_another_name_for_backward():
    x = leaf()
    type("Fn", (Function,), {"forward": staticmethod(lambda ctx, x: x * 2),
                             "vjp": staticmethod(lambda ctx, g: g * 2)}).apply(x).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_setup_context_sees_the_arguments_that_were_left_out():
    seen = []
    made(lambda x, k=2: x * k, lambda ctx, g: (g, None),
         setup_context=lambda ctx, inputs, output: seen.append(inputs[1:])).apply(leaf())
    assert seen == [(2,)]


def test_once_differentiable():
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        assert not torch.is_grad_enabled()
        return grad * 2
    x = leaf()
    (grad,) = torch.autograd.grad(made(lambda ctx, x: x * 2, backward).apply(x).sum(), x, create_graph=True)
    assert not grad.requires_grad
    weight = torch.tensor([3.0, 3.0], requires_grad=True)
    (grad,) = torch.autograd.grad((made(lambda ctx, x: x * 2, backward).apply(x) * weight).sum(), x, create_graph=True)
    assert type(grad.grad_fn).__name__ == "Error"
    with pytest.raises(RuntimeError, match="trying to differentiate twice a function that was marked with @once_differentiable"):
        grad.sum().backward()


def test_the_node():
    node = made(lambda ctx, x: ctx.save_for_backward(x, None) or x * 2).apply(leaf()).grad_fn
    assert isinstance(node, torch.autograd.function.BackwardCFunction) and isinstance(node, torch.autograd.graph.Node)
    assert repr(node).startswith("<torch.autograd.function.MyFnBackward object at 0x")
    with pytest.raises(TypeError, match="'MyFnBackward' object is not callable"):
        node(ONES)


# ---------------------------------------------------------------- forward mode

def tangent_of(forward, jvp, *extra, prepare=lambda x: x):
    with torch.autograd.forward_ad.dual_level():
        x = prepare(torch.autograd.forward_ad.make_dual(torch.tensor([1.0, 2.0, 3.0]), torch.ones(3)))
        out = made(forward, jvp=jvp).apply(x, *extra)
        return torch.autograd.forward_ad.unpack_dual(out if isinstance(out, torch.Tensor) else out[0]).tangent


def double_(ctx, x):
    x.mul_(2)
    ctx.mark_dirty(x)
    return x


@pytest.mark.parametrize("forward, jvp, prepare, text", [
    (lambda ctx, x: x[:2], lambda ctx, t: t[:2].clone(), None,
     "is returning a view (or an input as-is) but the jvp is not returning a view."),
    (lambda ctx, x: x, lambda ctx, t: t, None, "is returning a view (or an input as-is) but the jvp is not returning a view."),
    (lambda ctx, x: x[:2], lambda ctx, t: t[:2].clone().view(2), None,
     "is returning a view but the jvp is not returning a view of the given grad input."),
    (double_, lambda ctx, t: t * 2, torch.clone, "the jvp function must modify the corresponding gradient inplace."),
    (double_, lambda ctx, t: t, torch.clone, "the jvp function must modify the corresponding gradient inplace."),
    (lambda ctx, x: (x * 2, x.long()), lambda ctx, t: (t, t), None, "You should return None at that position instead."),
    (lambda ctx, x: (x * 2, x * 3), lambda ctx, t: t, None, "an invalid number of forward gradients (expected 2 but got 1)"),
    (lambda ctx, x: x * 2, lambda ctx, t: 3, None, "expected Variable or None (got int) for grad output 0."),
    (lambda ctx, x: x * 2, lambda ctx, t: t[:1], None, "Tensor is of size [3] while the given forward gradient is of size [1]."),
])
def test_tangents_that_are_refused(forward, jvp, prepare, text):
    with pytest.raises(RuntimeError) as caught:
        tangent_of(forward, jvp, prepare=prepare or (lambda x: x))
    assert str(caught.value).endswith(text)


def test_tangents():
    assert tangent_of(lambda ctx, x: x[:2], lambda ctx, t: t[:2]).tolist() == [1.0, 1.0]
    assert tangent_of(double_, lambda ctx, t: t.mul_(2), prepare=torch.clone).tolist() == [2.0, 2.0, 2.0]
    assert tangent_of(lambda ctx, x, y: x * y, lambda ctx, t, u: t + u, torch.ones(3)).tolist() == [1.0, 1.0, 1.0]


def test_what_jvp_sees_is_saved_for_it():
    seen = []

    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_forward(x, x * 2)
        return x * 2
    tangent_of(forward, lambda ctx, t: seen.extend(ctx.saved_tensors) or t)
    assert [s.tolist() for s in seen] == [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]] and seen[0]._tangent is None
