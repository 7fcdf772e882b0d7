"""BackwardHook, which modules hang their backward hooks on. The facts are torch's."""
import pytest

import rushlight as torch
from rushlight.utils.hooks import BackwardHook, RemovableHandle, unserializable_hook


def leaf(*values):
    return torch.tensor(values or (1.0, 2.0), requires_grad=True)


def seen_by(function, args, *, hooks=(lambda grads, outer: None,), pre_hooks=(lambda outer: None,), use=lambda out: out):
    """What the hooks are called with when backward runs from use(function(*args))."""
    log = []
    hook = BackwardHook("module",
                        [lambda module, grads, outer, h=h: log.append(("hook", values(grads), values(outer))) or h(grads, outer)
                         for h in hooks],
                        [lambda module, outer, h=h: log.append(("pre", values(outer))) or h(outer) for h in pre_hooks])
    use(hook.setup_output_hook(function(*hook.setup_input_hook(args)))).sum().backward()
    return log


def values(grads):
    return [None if g is None else g.tolist() for g in grads]


def test_gradients_of_outputs_then_of_inputs():
    assert seen_by(lambda x: x * 2, (leaf(),)) == [("pre", [[1.0, 1.0]]), ("hook", [[2.0, 2.0]], [[1.0, 1.0]])]


def test_constants_have_zeros_and_what_is_no_tensor_nothing():
    (_, (_, grads, _)) = seen_by(lambda x, y, k: x * y * k, (leaf(), torch.tensor([3.0, 4.0]), 2))
    assert grads == [[6.0, 8.0], [0.0, 0.0], None]


def test_outputs_that_nothing_was_made_of_have_no_gradient():
    assert seen_by(lambda x: (x * 2, x * 3), (leaf(),), use=lambda out: out[0]) == [
        ("pre", [[1.0, 1.0], None]), ("hook", [[2.0, 2.0]], [[1.0, 1.0], None])]


def test_hooks_change_what_they_see():
    x = leaf()
    log = seen_by(lambda x: x * 2, (x,), hooks=(lambda grads, outer: (grads[0] * 10,), lambda grads, outer: None),
                  pre_hooks=(lambda outer: (outer[0] * 3,), lambda outer: None))
    assert x.grad.tolist() == [60.0, 60.0]
    assert log == [("pre", [[1.0, 1.0]]), ("pre", [[3.0, 3.0]]), ("hook", [[6.0, 6.0]], [[3.0, 3.0]]),
                   ("hook", [[60.0, 60.0]], [[3.0, 3.0]])]


@pytest.mark.parametrize("options, text", [
    ({"hooks": (lambda grads, outer: (grads[0],) * 2,)}, "Backward hook returned an invalid number of grad_input, got 2, but "
                                                         "expected 1"),
    ({"pre_hooks": (lambda outer: (outer[0],) * 2,)}, "Backward pre hook returned an invalid number of grad_output, got 2, but "
                                                      "expected 1"),
])
def test_what_hooks_return_is_checked(options, text):
    with pytest.raises(RuntimeError) as caught:
        seen_by(lambda x: x * 2, (leaf(),), **options)
    assert str(caught.value) == text


def test_a_module_none_of_whose_inputs_has_a_gradient():
    weight = leaf(5.0, 6.0)
    with pytest.warns(UserWarning, match="Full backward hook is firing when gradients are computed with respect to module"):
        assert seen_by(lambda x: x * weight, (torch.ones(2),)) == [("pre", [[1.0, 1.0]]), ("hook", [None], [[1.0, 1.0]])]
    with pytest.warns(UserWarning), pytest.raises(RuntimeError, match="where no input requires gradient should always"):
        seen_by(lambda x: x * weight, (torch.ones(2),), hooks=(lambda grads, outer: (weight,),))


def test_each_backward_fires_them():
    log, x = [], leaf()
    hook = BackwardHook("module", [lambda module, grads, outer: log.append(values(grads))], [])
    (inside,) = hook.setup_input_hook((x,))
    out = hook.setup_output_hook(inside * inside)
    out.sum().backward(retain_graph=True)
    out.sum().backward()
    inside.sum().backward()                         # does not come through the output
    assert log == [[[2.0, 4.0]], [[2.0, 4.0]]]


def test_the_hooked_input_cannot_be_written():
    (inside,) = BackwardHook("module", [print], []).setup_input_hook((leaf(),))
    assert inside.grad_fn.name() == "BackwardHookFunctionBackward"
    with pytest.raises(RuntimeError, match="Output 0 of BackwardHookFunction is a view and is being modified inplace"):
        inside.add_(1)


def test_without_gradients_nothing_is_hooked():
    args = (leaf(),)
    with torch.no_grad():
        assert BackwardHook("module", [print], []).setup_input_hook(args) is args


def test_handles_and_marks():
    handle = leaf().register_hook(print)
    assert isinstance(handle, RemovableHandle)
    with handle:
        pass

    def hook(grad):
        return None
    assert unserializable_hook(hook) is hook and hook.__torch_unserializable__
