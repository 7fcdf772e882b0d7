"""What a leaf is, what may be asked of it, and what is refused."""
import pytest
import rushlight as torch


def leaf(*values, **kwargs):
    return torch.tensor(values or [1.0, 2.0], requires_grad=True, **kwargs)


def test_flags_of_a_leaf_and_of_a_result():
    w = leaf()
    h = w * 2
    assert (w.is_leaf, w.requires_grad, w.grad_fn) == (True, True, None)
    assert (h.is_leaf, h.requires_grad, h.grad_fn.name()) == (False, True, "MulBackward0")


def test_a_result_of_constants_is_a_leaf():
    h = torch.ones(2) * 2
    assert h.is_leaf and not h.requires_grad and h.grad_fn is None


@pytest.mark.parametrize("dtype", [torch.int64, torch.bool, torch.uint8])
def test_integers_cannot_require_grad(dtype):
    with pytest.raises(RuntimeError, match="floating point"):
        torch.zeros(2, dtype=dtype).requires_grad_()
    with pytest.raises(RuntimeError, match="floating point"):
        torch.zeros(2, dtype=dtype).requires_grad = True
    assert not torch.zeros(2, dtype=dtype).requires_grad_(False).requires_grad


def test_requires_grad_of_a_result_can_only_stay():
    h = leaf() * 2
    assert h.requires_grad_() is h
    with pytest.raises(RuntimeError, match="leaf variables"):
        h.requires_grad = False
    with pytest.raises(RuntimeError, match="leaf variables"):
        h.requires_grad_(False)


def test_freezing_and_thawing():
    w = leaf()
    assert not (w.requires_grad_(False) * 2).requires_grad
    assert (w.requires_grad_() * 2).requires_grad


def test_what_was_recorded_before_a_leaf_was_frozen_passes_it_by():
    w, calls = leaf(), []
    w.register_hook(calls.append)
    before = (w * 2).sum()
    w.requires_grad_(False)
    before.backward(retain_graph=True)
    assert w.grad is None and len(calls) == 1
    w.requires_grad_()
    before.backward()
    assert w.grad.tolist() == [2, 2] and len(calls) == 2
    after = (w * 3).sum()
    w.detach_()
    after.backward()
    assert w.grad.tolist() == [2, 2] and not w.requires_grad


def test_retain_grad():
    w = leaf()
    w.retain_grad()
    h = w * 3
    h.retain_grad()
    (h * h).sum().backward()
    assert (w.retains_grad, h.retains_grad) == (False, True)
    assert h.grad.tolist() == [6.0, 12.0]
    with pytest.raises(RuntimeError, match="requires_grad=False"):
        torch.ones(2).retain_grad()
    with pytest.raises(AttributeError):
        h.retains_grad = True


def test_reading_grad_of_an_intermediate_warns():
    h = leaf() * 2
    with pytest.warns(UserWarning, match="not a leaf Tensor"):
        assert h.grad is None


def test_assigned_grads_are_checked():
    w = leaf()
    w.grad = torch.ones(2)
    with pytest.raises(RuntimeError, match="dtype"):
        w.grad = torch.ones(2, dtype=torch.float64)
    with pytest.raises(RuntimeError, match="size"):
        w.grad = torch.ones(3)
    with pytest.raises(TypeError):
        w.grad = 1.0
    with pytest.raises(RuntimeError, match="own grad"):
        w.grad = w
    del w.grad
    assert w.grad is None


def test_detach_shares_memory_and_version():
    w = leaf()
    h = w * 2
    d = h.detach()
    d.mul_(2)
    assert h._version == 1 and not d.requires_grad and d.data_ptr() == h.data_ptr()


def test_data_shares_memory_and_no_version():
    h = leaf() * 2
    h.data.zero_()
    assert h._version == 0 and h.tolist() == [0.0, 0.0]


def test_assigned_data_brings_no_version():
    w = leaf()
    view = w.view(2, 1)
    with torch.no_grad():
        w.add_(1)
    loss, other = (w * w).sum(), torch.tensor([5.0, 6.0])
    w.data = other
    loss.backward()
    assert w.grad.tolist() == [10, 12] and (view * 2).tolist() == [[4], [6]]
    w.data.add_(1), other.mul_(2)
    assert (w._version, other._version) == (1, 1) and w.tolist() == [12, 14]


def test_detach_in_place():
    h = leaf() * 2
    assert h.detach_() is h and h.is_leaf and not h.requires_grad
    with pytest.raises(RuntimeError, match="Can't detach views"):
        (leaf() * 2)[0].detach_()


@pytest.mark.parametrize("create_graph", [False, pytest.param(True, marks=pytest.mark.filterwarnings("ignore:Using backward"))])
def test_a_saved_tensor_that_was_detached_in_place_is_noticed(create_graph):
    h = leaf() * 2
    out = (h * h).sum()
    h.detach_()
    with pytest.raises(RuntimeError, match=r"a saved tensor that has been detached in-place, i.e. with .detach_\(\)"):
        out.backward(create_graph=create_graph)
    h.requires_grad_()
    (h * h).sum().backward()
    assert h.grad.tolist() == [4, 8] and h._version == 0


def test_detaching_in_place_is_no_write():
    w = leaf()
    saved, kept, seen, added = w * 1, w.exp(), w * 3, w * 1
    view, constant = seen[:1], saved.detach()
    out = kept.sum() + (view * view).sum() + (w * constant).sum() + (added + 1).sum()
    for tensor in (kept, seen, added, saved):
        tensor.detach_()
    out.backward()
    assert torch.allclose(w.grad, w.exp() + torch.tensor([18.0, 0]) + constant + 1)
    assert (view * 2).requires_grad and (view._version, saved._version) == (0, 0)
    seen.add_(1)
    assert view._version == 1


def test_numpy_refuses_a_tracked_tensor():
    w = leaf()
    with pytest.raises(RuntimeError, match="detach"):
        w.numpy()
    assert w.numpy(force=True).tolist() == [1.0, 2.0]


def test_missing_attribute_names_us():
    with pytest.raises(AttributeError, match="rushlight has no 'torch.Tensor.no_such_thing'"):
        _ = leaf().no_such_thing
