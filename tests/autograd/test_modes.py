"""Grad modes, inference mode and forward mode."""
import threading

import pytest
import rushlight as torch
from rushlight.autograd import forward_ad


def leaf():
    return torch.tensor([1.0, 2.0], requires_grad=True)


def test_no_grad_as_context_and_decorator():
    x = leaf()
    with torch.no_grad():
        assert not (x * 2).requires_grad
        with torch.enable_grad():
            assert (x * 2).requires_grad

    @torch.no_grad()
    def double(t):
        return t * 2
    assert not double(x).requires_grad and torch.is_grad_enabled()


def test_mode_of_a_generator_is_its_own():
    @torch.no_grad()
    def steps():
        sent = yield torch.is_grad_enabled()
        assert sent == "ping"
        yield torch.is_grad_enabled()
    run = steps()
    assert next(run) is False and torch.is_grad_enabled()
    assert run.send("ping") is False and torch.is_grad_enabled()


def test_set_grad_enabled():
    x = leaf()
    torch.set_grad_enabled(False)
    try:
        assert not (x * 2).requires_grad
    finally:
        torch.set_grad_enabled(True)
    with torch.set_grad_enabled(False):
        assert not torch.is_grad_enabled()
    assert torch.is_grad_enabled()


def test_mode_belongs_to_a_thread():
    seen = []
    with torch.no_grad():
        thread = threading.Thread(target=lambda: seen.append(torch.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_inference_tensors():
    x = leaf()
    with torch.inference_mode():
        t = x * 2
        t.add_(1)
        assert t.is_inference() and not t.requires_grad
    with pytest.raises(RuntimeError, match="cannot be saved for backward"):
        x * t
    with pytest.raises(RuntimeError, match="outside InferenceMode"):
        t.add_(1)
    (x + t).sum().backward()
    assert (x * t.clone()).requires_grad


def test_views_of_inference_tensors_are_inference_tensors_without_a_base():
    with torch.inference_mode():
        inference = torch.ones(2, 3, requires_grad=True)
    for view in (inference.view(6), inference[0], inference.unbind()[1]):
        assert (view.is_inference(), view.requires_grad, view._is_view(), view.is_leaf) == (True, False, False, True)
    ordinary = leaf().clone()
    with torch.inference_mode():
        view = ordinary.view(2, 1)
        assert (view.is_inference(), view.requires_grad, view._is_view()) == (False, True, True)
    with pytest.raises(RuntimeError, match="A view was created in inference mode and is being modified inplace in normal mode"):
        view.add_(1)


def test_inference_tensors_are_written_in_inference_mode_only():
    with torch.inference_mode():
        torch.ones(2, requires_grad=True).mul_(2).resize_(1)
        inference = torch.ones(1)
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside InferenceMode is not allowed"):
        torch.mul(torch.ones(1), 2, out=inference)
    with torch.no_grad():
        assert leaf().numpy().tolist() == leaf().tolist()


@pytest.mark.parametrize("unrecorded", [torch.no_grad, torch.inference_mode])
@pytest.mark.parametrize("look", [lambda w: w[:1], lambda w: w.chunk(2)[0]])
def test_views_made_unrecorded_are_used_on_the_tape_and_pass_no_gradient(unrecorded, look):
    w = leaf()
    with unrecorded():
        view = look(w)
    used = view * w
    assert view.requires_grad and view.is_leaf and (view + 1).requires_grad and view[:1].requires_grad
    used.sum().backward()
    assert w.grad.tolist() == [1, 1] and view.grad is None
    view.requires_grad_()
    (view * 3).sum().backward()
    assert view.grad.tolist() == [3]


def test_views_of_views_say_where_the_first_was_made():
    with torch.no_grad():
        view = leaf().clone().view(2)
    view.requires_grad_()
    with pytest.raises(RuntimeError, match="Output 0 of View is a view of a view which was created in no_grad mode and is being "
                                           "modified inplace with grad mode enabled. .* both inside the no_grad block"):
        view.view(2).mul_(2)


def test_an_invalid_place_on_the_tape_is_printed_as_such():
    x = leaf()
    with torch.no_grad():
        view = x[:]
        view.mul_(2)
    assert "grad_fn=<Invalid>" in repr(view)


def test_classes_are_decorated_with_a_warning():
    with pytest.warns(FutureWarning, match="Decorating classes is deprecated"):
        @torch.no_grad()
        class Made:
            def __init__(self):
                self.recorded = torch.is_grad_enabled()
    assert not Made().recorded and torch.is_grad_enabled()


def test_a_profiler_is_refused_and_its_marks_are_not():
    profiler = torch.autograd.profiler
    with profiler.record_function("part"), profiler.profile(enabled=False):
        assert profiler.record_function("part")(lambda: 5)() == 5
    with pytest.raises(NotImplementedError, match="rushlight does not implement autograd.profiler.profile"):
        profiler.profile()


def test_names_of_the_core_answer_or_are_missing_by_name():
    assert torch._C.is_grad_enabled() and torch._C._autograd._saved_tensors_hooks_is_enabled()
    x = leaf()
    y = torch._C._functions.UndefinedGrad()(x * 2)
    y.sum().backward()
    assert x.grad is None and not torch._C._WeakTensorRef(x).expired()
    with pytest.raises(AttributeError, match="rushlight has no 'torch._C._jit_something'"):
        torch._C._jit_something                                                                # noqa: B018


def test_duals_carry_tangents():
    with forward_ad.dual_level():
        x = forward_ad.make_dual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 10.0]))
        y = (x * x).sum()
        assert forward_ad.unpack_dual(y).tangent.item() == 42.0
        constant = torch.tensor([1.0]) * 2
        assert forward_ad.unpack_dual(constant).tangent is None
    assert forward_ad.unpack_dual(y).tangent is None
    with pytest.raises(RuntimeError, match="no level exists"):
        forward_ad.make_dual(torch.ones(2), torch.ones(2))


def test_backward_over_forward():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, torch.tensor([1.0, 1.0]))
        tangent = forward_ad.unpack_dual((dual ** 3).sum()).tangent
        hessian_vector, = torch.autograd.grad(tangent, x)
    assert hessian_vector.tolist() == [6.0, 12.0]


def test_a_write_through_a_view_carries_tangents_to_the_base():
    with forward_ad.dual_level():
        value = forward_ad.make_dual(torch.tensor(2.0), torch.tensor(1.0))
        base = torch.zeros(2, 2)
        base[0, 1] = value * value
        base.t()[1].mul_(3)
        assert base.tolist() == [[0.0, 12.0], [0.0, 0.0]]
        assert forward_ad.unpack_dual(base).tangent.tolist() == [[0.0, 12.0], [0.0, 0.0]]
        assert forward_ad.unpack_dual(base.sum()).tangent.item() == 12.0
