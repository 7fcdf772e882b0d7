"""torch.autograd.forward_ad: levels, what tangents share memory with, writes. The values and texts are PyTorch's."""
import gc
import weakref

import pytest
import rushlight as torch
from rushlight.autograd import forward_ad
from rushlight.autograd.forward_ad import dual_level, make_dual, unpack_dual


@pytest.fixture
def level():
    with dual_level() as number:
        yield number


def dual(primal=(1.0, 2.0), tangent=(3.0, 4.0), **options):
    return make_dual(torch.tensor(primal, **options), torch.tensor(tangent))


def tangent_of(tensor):
    tangent = unpack_dual(tensor).tangent
    return None if tangent is None else tangent.tolist()


# ---------------------------------------------------------------- levels

def test_levels():
    assert forward_ad._current_level == -1
    assert forward_ad.enter_dual_level() == 0 and forward_ad._current_level == 0
    with pytest.raises(RuntimeError, match="Nested forward mode AD is not supported at the moment"):
        forward_ad.enter_dual_level()
    with pytest.raises(RuntimeError, match="was not the last one that was created"):
        forward_ad.exit_dual_level(level=5)
    forward_ad.exit_dual_level(level=0)
    with pytest.raises(RuntimeError, match="Dual level must be a positive number"):
        forward_ad.exit_dual_level()
    assert unpack_dual(torch.ones(1)).tangent is None
    with pytest.raises(RuntimeError, match="no level exists, make sure to enter_dual_level"):
        make_dual(torch.ones(1), torch.ones(1))


def test_level_as_decorator():
    @dual_level()
    def inside():
        return forward_ad._current_level
    assert inside() == 0 and forward_ad._current_level == -1


def test_forward_mode_can_be_switched_off(level):
    x = dual()
    with forward_ad._set_fwd_grad_enabled(False):
        unseen = x * 2
        assert not forward_ad._is_fwd_grad_enabled() and tangent_of(x) is tangent_of(unseen) is None
        with forward_ad._set_fwd_grad_enabled(True):
            assert torch._C._is_fwd_grad_enabled() and tangent_of(x * 2) == [6, 8]
    assert forward_ad._is_fwd_grad_enabled() and tangent_of(x) == [3, 4] and tangent_of(unseen) is None
    torch._C._set_fwd_grad_enabled(False)
    assert tangent_of(x) is None
    torch._C._set_fwd_grad_enabled(True)
    assert tangent_of(x) == [3, 4]


def test_tangents_go_with_their_level():
    with dual_level():
        x = dual()
    assert unpack_dual(x).tangent is None
    with dual_level():
        assert unpack_dual(x).tangent is None and tangent_of(x * 2) is None


def test_tangents_go_with_their_tensor(level):
    tangent = torch.ones(2)
    seen, x = weakref.ref(tangent), make_dual(torch.ones(2), tangent)
    del tangent
    assert seen() is not None
    del x
    gc.collect()
    assert seen() is None


# ---------------------------------------------------------------- packing

def test_packing_shares_memory_and_the_tangent_itself(level):
    primal, tangent = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
    x = make_dual(primal, tangent)
    unpacked = unpack_dual(x)
    assert type(unpacked).__name__ == "UnpackedDualTensor" and unpacked.tangent is tangent and unpacked.primal is not x
    assert x.data_ptr() == unpacked.primal.data_ptr() == primal.data_ptr()
    primal.add_(1)
    assert x._version == unpacked.primal._version == primal._version == 1
    assert unpack_dual(primal).tangent is unpack_dual(unpacked.primal).tangent is None


def test_what_cannot_be_packed(level):
    one = torch.tensor([1.0])
    for primal, tangent, error, text in (
            (one, torch.ones(2), RuntimeError, "Trying to set a forward gradient that has a different size"),
            (one.long(), one, ValueError, "Expected primal to be floating point or complex, but got: torch.int64"),
            (one, one.long(), ValueError, "Expected tangent to be floating point or complex, but got: torch.int64"),
            (dual((1.0,), (1.0,)), one, RuntimeError, "already has a forward gradient at the same level 0 is not supported"),
            (one, dual((1.0,), (1.0,)), RuntimeError, "itself has a forward gradient at the same level0 is not supported")):
        with pytest.raises(error, match=text):
            make_dual(primal, tangent)
    with pytest.raises(RuntimeError, match="Invalid level given to _make_dual"):
        make_dual(one, one, level=3)
    with pytest.raises(RuntimeError, match="Invalid level given to _fw_primal"):
        unpack_dual(one, level=3)
    with pytest.raises(TypeError, match=r"argument 'dual' \(position 1\) must be Tensor, not int"):
        unpack_dual(3)


def test_tangents_lie_in_memory_as_their_primals_do(level):
    primal, tangent = torch.ones(3, 2).t(), torch.arange(6.0).reshape(2, 3)
    found = unpack_dual(make_dual(primal, tangent)).tangent
    assert found is not tangent and found.stride() == (1, 2) and torch.equal(found, tangent)
    part = torch.zeros(5)[:4]
    assert tangent_of(make_dual(part, torch.ones(4)).as_strided((5,), (1,), 0)) == [1, 1, 1, 1, 0]
    assert unpack_dual(make_dual(torch.ones(2, 3), torch.ones(()).expand(2, 3))).tangent.is_contiguous()


def test_both_modes(level):
    x, t = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
    primal, tangent = unpack_dual(make_dual(x, t) ** 2)
    assert torch.autograd.grad(primal.sum(), x, retain_graph=True)[0].tolist() == [2, 4]
    assert [g.tolist() for g in torch.autograd.grad(tangent.sum(), (x, t))] == [[6, 8], [2, 4]]
    with torch.no_grad():
        primal, tangent = unpack_dual(make_dual(x, t) * 3)
    assert not primal.requires_grad and not tangent.requires_grad and tangent.tolist() == [9, 12]


def test_detach(level):
    x = dual(requires_grad=True)
    y = (x * 1).detach_()
    assert tangent_of(x.detach()) is tangent_of(x.data) is tangent_of(y) is None


def test_text(level):
    assert str(dual()) == "tensor([1., 2.], tangent=tensor([3., 4.]))"
    assert str(unpack_dual(dual()).primal) == "tensor([1., 2.])"


def test_inference_mode_has_no_tangents(level):
    x = dual()
    with torch.inference_mode():
        assert tangent_of(x * 2) is None
        assert not make_dual(torch.ones(2), torch.ones(2))._is_view()


# ---------------------------------------------------------------- writes

def test_a_write_into_a_dual_is_one_into_its_tangent(level):
    primal, tangent = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
    x = make_dual(primal, tangent)
    x *= 2
    assert primal.tolist() == [2, 4] and tangent.tolist() == [6, 8] and unpack_dual(x).tangent is tangent
    assert tangent._version == primal._version == 1 and tangent_of(primal) is None
    unpacked = unpack_dual(x)
    unpacked.primal.mul_(2)
    unpacked.tangent.mul_(3)
    assert x.tolist() == [4, 8] and tangent_of(x) == [18, 24]


def test_a_tensor_multiplied_by_itself_in_place(level):
    x = dual()
    x.mul_(x)
    assert x.tolist() == [1, 4] and tangent_of(x) == [6, 16]


@pytest.mark.parametrize("write", [
    lambda x: x.zero_(), lambda x: x.fill_(3.0), lambda x: x.copy_(torch.ones(2)), lambda x: x.eq_(1), lambda x: x.round_(),
    lambda x: x.uniform_()])
def test_a_write_of_constants_makes_the_tangent_zero(level, seeded, write):
    x = dual()
    tangent = unpack_dual(x).tangent
    write(x)
    assert tangent.tolist() == [0, 0]


def test_a_result_has_a_tangent_of_its_own(level):
    """The tangent of x + 1 is that of x: in place, the one must not change the other."""
    x = dual()
    for y in (x + 1, x.clone(), x.reshape(2) + torch.zeros(2, 2), x * 1):
        y.mul_(5)
    assert tangent_of(x) == [3, 4]


def test_a_tangent_that_is_a_leaf(level):
    x = make_dual(torch.ones(2), torch.ones(2, requires_grad=True))
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        x.mul_(2)


def test_views_have_views_of_tangents(level):
    x = dual()
    view, tangent = x[:1], unpack_dual(x).tangent
    assert unpack_dual(view).tangent._base is tangent
    view.mul_(2)
    assert tangent.tolist() == [6, 4] and tangent_of(view) == [6]
    x.mul_(10)
    assert tangent_of(view) == [60]


def test_a_write_through_a_view_gives_its_base_a_tangent(level):
    base = torch.tensor([1.0, 2.0])
    view, other = base[:1], base[1:]
    view += dual((5.0,), (6.0,))
    assert tangent_of(base) == [6, 0] and tangent_of(other) == [0]
    view *= 3
    assert base.tolist() == [18, 2] and tangent_of(base) == [18, 0]
    base = torch.ones(2)
    base[0] = dual()[1]
    assert tangent_of(base) == [4, 0]


def test_a_write_into_a_base_gives_its_views_tangents(level):
    base = torch.zeros(2, 2)
    view = base.t()[0]
    base.copy_(dual())
    assert tangent_of(view) == [3, 3]


def test_tangents_stop_at_duals_and_detached_tensors(level):
    primal = torch.tensor([1.0, 2.0])
    part = make_dual(primal, torch.ones(2)).narrow(0, 0, 1)
    part *= 2
    assert tangent_of(part) == [2] and tangent_of(primal) is None
    base = torch.zeros(2)
    view = base.detach()
    view += dual()
    assert tangent_of(view) == [3, 4] and tangent_of(base) is None


def test_out_is_refused(level):
    x, plain = dual(), torch.ones(2)
    for inputs, out in (((plain, plain), x), ((x, plain), torch.empty(2))):
        with pytest.raises(NotImplementedError, match="Trying to use forward AD with add_out that does not support it because "
                                                      "it is an out= function"):
            torch.add(*inputs, out=out)
    assert torch.add(plain, plain, out=torch.empty(2)).tolist() == [2, 2]


def test_what_has_no_derivative_is_refused(level):
    with pytest.raises(NotImplementedError, match="Trying to use forward AD with igamma that does not support it"):
        torch.igamma(dual(), dual())


def test_function_transforms_write_alike():
    x, t = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
    torch.func.jvp(lambda a: a.mul_(2), (x,), (t,))
    assert x.tolist() == [2, 4] and t.tolist() == [6, 8]

    def shifted(a):
        b = torch.zeros(3)
        b[:2] = a
        b[1:] *= 2
        return b
    assert torch.func.jacfwd(shifted)(x).tolist() == [[1, 0], [0, 2], [0, 0]]


def test_empty_duals_lie_anywhere(level):
    primal, tangent = (torch.ones(1).as_strided((0,), (1,), offset) for offset in (1, 2))
    assert unpack_dual(make_dual(primal, tangent)).tangent is tangent
