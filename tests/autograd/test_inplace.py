"""In-place operations and views: versions, history, refusals."""
import pytest
import rushlight as torch


def leaf(*values):
    return torch.tensor(values or (1.0, 2.0, 3.0), requires_grad=True)


def test_a_leaf_is_written_only_unrecorded():
    w = leaf()
    with pytest.raises(RuntimeError, match="leaf Variable"):
        w.add_(1)
    with pytest.raises(RuntimeError, match="view of a leaf"):
        w[0] = 5.0
    with torch.no_grad():
        w.add_(1)
        w[0] = 9.0
    assert w.tolist() == [9.0, 3.0, 4.0] and w.is_leaf and w._version == 2


@pytest.mark.parametrize("function", [torch.exp, torch.tanh, torch.sqrt, torch.sigmoid])
def test_overwritten_outputs_are_noticed(function):
    x = leaf()
    y = function(x)
    y[1] = 5.0
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_overwritten_inputs_are_noticed_when_needed():
    x = leaf()
    h = x * 1
    needed, unneeded = h.sin(), h + 1
    h.zero_()
    unneeded.sum().backward()
    with pytest.raises(RuntimeError, match="expected version 0"):
        needed.sum().backward()


def test_in_place_rules_see_the_value_before():
    x, y = leaf(), leaf()
    h = x * 1
    h.mul_(y)
    h.sin_()
    h.sum().backward()
    wanted_x, wanted_y = leaf(), leaf()
    (wanted_x * wanted_y).sin().sum().backward()
    assert x.grad.tolist() == wanted_x.grad.tolist() and y.grad.tolist() == wanted_y.grad.tolist()


def test_a_write_through_a_view_reaches_the_base():
    x = leaf()
    base = x * 2
    base[1:].mul_(10)
    assert type(base.grad_fn).__name__ == "CopySlices"
    base.sum().backward()
    assert x.grad.tolist() == [2.0, 20.0, 20.0]


def test_other_views_follow_the_base():
    x = leaf()
    base = x * 2
    other = base[:2]
    base[0] = 7.0
    assert other.grad_fn.name() == "AsStridedBackward0" and other.tolist() == [7.0, 4.0]
    other.sum().backward()
    assert x.grad.tolist() == [0.0, 2.0, 0.0]


def test_a_view_of_a_constant_base_joins_the_tape():
    base, w = torch.zeros(3), leaf()
    view = base[1:]
    base.copy_(w * 2)
    assert view.requires_grad
    view.sum().backward()
    assert w.grad.tolist() == [0.0, 2.0, 2.0]


def test_chains_of_views():
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    h = x * 1
    h.t()[1:].mul_(torch.tensor([10.0, 100.0]))
    h.sum().backward()
    assert x.grad.tolist() == [[1.0, 10.0, 10.0], [1.0, 100.0, 100.0]]


def test_second_order_through_a_written_view():
    x = leaf()
    h = x * x
    h[0].mul_(3)
    first, = torch.autograd.grad((h * h).sum(), x, create_graph=True)
    second, = torch.autograd.grad(first.sum(), x)
    assert second.tolist() == [9 * 12.0, 48.0, 108.0]


def test_refusals():
    x = leaf()
    base = x * 2
    with torch.no_grad():
        quiet = base[1:]
    with pytest.raises(RuntimeError, match="no_grad mode"):
        quiet.mul_(2)
    with pytest.raises(RuntimeError, match="multiple views"):
        base.unbind()[0].mul_(2)
    with pytest.raises(RuntimeError, match="single memory location"):
        torch.zeros(3).expand(2, 3).add_(1)
    with pytest.raises(RuntimeError, match="can't be cast"):
        torch.tensor([1, 2]).add_(0.5)
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        torch.zeros(1).add_(torch.zeros(3))


def test_retain_grad_moves_to_the_newest_value():
    x = leaf()
    h = x * 3
    h.retain_grad()
    h.mul_(10)
    (h * h).sum().backward()
    assert h.grad.tolist() == [60.0, 120.0, 180.0] and x.grad.tolist() == [1800.0, 3600.0, 5400.0]


def test_second_derivatives_through_a_write_into_a_view():
    def written(x):
        base = x * 2
        base[:2].exp_()                             # its rule wants its own output, which is a part of the base now
        return (base * base).sum()

    def plain(x):
        doubled = x * 2
        return (torch.cat([doubled[:2].exp(), doubled[2:]]) ** 2).sum()

    found = []
    for function in (written, plain):
        x = torch.tensor([0.3, 0.7, 1.2], dtype=torch.float64, requires_grad=True)
        (grad,) = torch.autograd.grad(function(x), x, create_graph=True)
        found.append((grad.detach(), torch.autograd.grad(grad.sum(), x)[0]))
    assert torch.allclose(found[0][0], found[1][0]) and torch.allclose(found[0][1], found[1][1])


@pytest.mark.parametrize("write", [
    lambda b: torch.view_as_complex(b).mul_(2 + 1j), lambda b: torch.view_as_real(torch.view_as_complex(b)).mul_(3)[0],
    lambda b: torch.view_as_complex(b).imag[1:].exp_(), lambda b: torch.view_as_complex(b).reshape(-1)[:1].mul_(1j)])
def test_writes_through_views_between_real_and_complex(seeded, write):
    def function(x):
        base = x.clone()
        view = write(base)
        return base * base, (view * view).abs()
    x = torch.tensor([[0.5, -1.0], [2.0, 0.3]], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(function, x)
    assert torch.autograd.gradgradcheck(function, x)
