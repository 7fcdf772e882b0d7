"""Meta tensors: layouts without elements. Where a test names a fact of torch's, it was asked."""
import gc
import itertools

import numpy as np
import pytest

import rushlight as torch
from rushlight.dispatch import levels
from rushlight.dispatch.op import registry
from rushlight.errors import NotImplementedByRushlight
from rushlight.random import fork_rng

from tests.ops.samples import Make, calls_for, has_samples
from tests.ops.tensors_of_calls import tensors_in

torch.ops.load_all()
pytestmark = pytest.mark.filterwarnings("ignore:torch.range is deprecated")

# Results whose shape depends on elements, or whose arguments are checked by their elements.
REFUSED = {"bincount", "counted", "masked_select", "nonzero_positions", "distinct", "distinct_runs", "distinct_slices", "one_hot",
           "cov", "gaussian_nll_loss", "multi_margin_loss", "multilabel_margin_loss", "embedding_bag"}
# Strides of dimensions of one element, or of results that look at something bigger, are other ones.
OTHER_STRIDES = {"erf", "cumsum_backwards", "mode", "kthvalue", "view_gather", "topk"}


def on_meta(value):
    if isinstance(value, torch.Tensor):
        return value.to("meta")
    return type(value)(map(on_meta, value)) if type(value) in (list, tuple) else value


def has_masks(call):
    return any(t.dtype is torch.bool for a in call.args if type(a) in (list, tuple) for t in tensors_in(a))


@pytest.mark.parametrize("op", [pytest.param(op, id=op.name) for op in registry.values() if has_samples(op)])
def test_layouts_are_those_of_the_cpu(op):
    for call in calls_for(op, Make(lambda array: torch.tensor(array), op.name)):
        expected = tensors_in(op.function(*call.args, **call.kwargs))
        kwargs = {name: on_meta(value) for name, value in call.kwargs.items()}
        if op.family.factory and not op.tensors:
            kwargs["device"] = "meta"
        try:
            got = tensors_in(op.function(*map(on_meta, call.args), **kwargs))
        except (NotImplementedError, RuntimeError):
            assert op.name in REFUSED or op.name == "index" and has_masks(call)
            continue
        assert all(t.is_meta for t in got)
        assert [(t.shape, t.dtype) for t in got] == [(t.shape, t.dtype) for t in expected]
        if op.name not in OTHER_STRIDES:
            assert [t.stride() for t in got] == [t.stride() for t in expected]


def empty(*size, **options):
    return torch.empty(*size, device="meta", **options)


# ---------------------------------------------------------------- no memory

def test_sizes_that_no_memory_holds():
    huge = empty(2 ** 20, 2 ** 20, dtype=torch.bfloat16)
    assert huge.nbytes == 2 ** 41 and huge.dtype is torch.bfloat16
    assert (huge.t() + 1).stride() == (1, 2 ** 20)
    assert (huge @ huge[:, :5]).shape == (2 ** 20, 5)
    assert huge.sum(1).shape == (2 ** 20,) and huge.view(-1).shape == (2 ** 40,)
    assert torch.cumsum(huge, 0).shape == huge.shape and huge.sort()[1].dtype is torch.int64
    assert torch.zeros(2 ** 40, device="meta").shape == torch.linspace(0, 1, 2 ** 40, device="meta").shape == (2 ** 40,)


def test_what_cannot_be_told_without_much_memory_is_refused():
    with pytest.raises(NotImplementedByRushlight, match="max_pool"):
        torch.nn.functional.max_pool1d(empty(1, 1, 2 ** 30), 3)


def test_sizes_that_are_sums_and_products():
    a, b = empty(2 ** 20, 100), empty(2 ** 21, 100)
    assert torch.cat([a, b]).shape == (3 * 2 ** 20, 100) and torch.cat([a, empty(3, 100)]).shape == (2 ** 20 + 3, 100)
    assert torch.kron(a, empty(10, 2)).shape == (10 * 2 ** 20, 200)
    assert torch.nn.functional.pad(a, (1, 2)).shape == (2 ** 20, 103) and a.repeat(3, 2).shape == (3 * 2 ** 20, 200)
    assert torch.outer(empty(2 ** 20), empty(2 ** 21)).shape == (2 ** 20, 2 ** 21)


def test_sizes_that_lie_close_together_are_told_apart():
    assert empty(2, 12, 11, 10).to(torch.int64).shape == (2, 12, 11, 10)
    for shape in itertools.permutations((9, 10, 11, 12)):
        assert torch.softmax(empty(shape), 0).shape == shape


@pytest.mark.parametrize("call", [
    lambda x: torch.nn.functional.max_pool2d(x, 3, 2, 1), lambda x: torch.nn.functional.avg_pool2d(x, 2, ceil_mode=True),
    lambda x: torch.nn.functional.conv2d(x, x[:9, :, :3, :3], stride=3, padding=2), lambda x: torch.nn.functional.unfold(x, 3, 2),
    lambda x: torch.nn.functional.interpolate(x, scale_factor=1.5), lambda x: torch.nn.functional.pad(x, (1, 10, 2, 0)),
    lambda x: torch.nn.functional.pixel_unshuffle(x[..., :10, :12], 2),
    lambda x: torch.nn.functional.adaptive_avg_pool2d(x, (5, 9)),
    lambda x: torch.cat([x, x[..., :9]], 3), lambda x: torch.linalg.svd(x)[2], lambda x: torch.topk(x, 9)[0],
    lambda x: torch.outer(x[0, 0, 0], x[0, 0, 0]), lambda x: torch.diff(x, 3), lambda x: torch.kron(x[0, 0], x[0, 0])])
@pytest.mark.parametrize("shape", [(9, 10, 21, 12), (12, 12, 12, 13), (10, 11, 30, 37)], ids=str)
def test_arithmetic_on_sizes(call, shape):
    assert call(empty(shape)).shape == call(torch.ones(shape)).shape


def test_convolution():
    images, weight = empty(8, 3, 224, 224), empty(64, 3, 7, 7)
    out = torch.nn.functional.conv2d(images, weight, stride=2, padding=3)
    assert out.shape == (8, 64, 112, 112)


def test_the_fast_path_comes_back_with_the_last_one():
    tensor = empty(3)
    assert levels.slow_path
    view = tensor[1:]
    del tensor
    gc.collect()
    assert levels.slow_path
    del view
    gc.collect()
    assert not levels.slow_path


# ---------------------------------------------------------------- what it says of itself

def test_identity():
    m = empty(3, 4)
    assert (m.is_meta, m.is_cpu, m.device, m.data_ptr()) == (True, False, torch.device("meta"), 0)
    assert repr(m) == "tensor(..., device='meta', size=(3, 4))"
    assert repr(empty(2, dtype=torch.int64)) == "tensor(..., device='meta', size=(2,), dtype=torch.int64)"
    assert repr(empty(2, requires_grad=True)) == "tensor(..., device='meta', size=(2,), requires_grad=True)"
    assert f"{empty(())}" == "tensor(..., device='meta', size=())"


@pytest.mark.parametrize("read", [
    lambda m: m.item(), lambda m: bool(m), lambda m: float(m), lambda m: int(m)], ids="item bool float int".split())
def test_no_element_can_be_read(read):
    with pytest.raises(RuntimeError, match=r"Tensor.item\(\) cannot be called on meta tensors"):
        read(empty(()))


@pytest.mark.parametrize("read", [
    lambda m: m.tolist(), lambda m: m.cpu(), lambda m: m.to("cpu"), lambda m: torch.ones(3).copy_(m), lambda m: m.nonzero(),
    lambda m: m[m > 0], lambda m: m.masked_select(m > 0), lambda m: m.unique(), lambda m: m.equal(m)])
def test_what_needs_elements(read):
    with pytest.raises(NotImplementedError):
        read(empty(3))


def test_numpy():
    with pytest.raises(TypeError, match="can't convert meta device type tensor to numpy"):
        np.asarray(empty(3))


# ---------------------------------------------------------------- making them

@pytest.mark.parametrize("make", [
    lambda d: torch.zeros(2, 3, device=d), lambda d: torch.full((2, 3), 1.0, device=d), lambda d: torch.rand(2, 3, device=d),
    lambda d: torch.randint(5, (2, 3), device=d), lambda d: torch.eye(2, 3, device=d), lambda d: torch.arange(6, device=d),
    lambda d: torch.empty_strided((2, 3), (1, 7), device=d), lambda d: torch.tensor([[1, 2]], device=d),
    lambda d: torch.as_tensor([1.0], device=d), lambda d: torch.randperm(4, device=d),
    lambda d: torch.ones(2).new_zeros(3, device=d),
    lambda d: torch.empty(2, 3, 4, 5, memory_format=torch.channels_last, device=d), lambda d: torch.ones(2, 3).t().to(d),
    lambda d: torch.zeros_like(torch.ones(2, 3).t(), device=d), lambda d: torch.ones(2).new_tensor([1, 2], device=d)])
def test_every_way_to_make_one(make):
    with fork_rng():
        on_meta, on_cpu = make("meta"), make("cpu")
    assert on_meta.is_meta and not on_cpu.is_meta
    assert (on_meta.shape, on_meta.dtype, on_meta.stride()) == (on_cpu.shape, on_cpu.dtype, on_cpu.stride())


def test_random_streams_do_not_move():
    before = torch.get_rng_state()
    torch.rand(100, device="meta")
    torch.nn.functional.dropout(empty(100)).normal_()
    assert torch.equal(torch.get_rng_state(), before)


def test_in_their_likeness():
    m = empty(3, 4)
    assert all(t.is_meta for t in (torch.empty_like(m), m.new_zeros(2), m.new_tensor([1.0]), torch.rand_like(m), m.clone()))
    like = torch.zeros_like(m, device="cpu")
    assert not like.is_meta and like.tolist() == [[0.0] * 4] * 3


def test_the_default_device():
    with torch.device("meta"):
        assert torch.empty(3).is_meta and torch.tensor([1]).is_meta and not torch.ones(2, device="cpu").is_meta
        with torch.device("cpu"):
            assert not torch.empty(3).is_meta
    assert not torch.empty(3).is_meta
    torch.set_default_device("meta")
    try:
        assert torch.zeros(2).is_meta and torch.get_default_device() == torch.device("meta")
    finally:
        torch.set_default_device(None)
    assert not torch.zeros(2).is_meta


# ---------------------------------------------------------------- calls

def test_errors_are_those_of_true_sizes():
    with pytest.raises(RuntimeError, match=r"The size of tensor a \(40\) must match the size of tensor b \(50\)"):
        empty(30, 40) + empty(50)
    with pytest.raises(RuntimeError, match="30x40"):
        empty(30, 40) @ empty(30, 40)
    with pytest.raises(RuntimeError, match="shape '\\[7\\]' is invalid for input of size 12"):
        empty(3, 4).view(7)


@pytest.mark.parametrize("first, second", [("meta", "cpu"), ("cpu", "meta")])
@pytest.mark.parametrize("call", [lambda a, b: a + b, lambda a, b: torch.cat([a, b]), lambda a, b: torch.where(a > 0, b, b)])
def test_devices_do_not_mix(call, first, second):
    with pytest.raises(RuntimeError, match=f"Tensor on device {second} is not on the expected device {first}!"):
        call(torch.ones(3, device=first), torch.ones(3, device=second))


def test_a_0d_tensor_of_the_cpu_is_as_good_as_a_number():
    assert (empty(3) + torch.tensor(2.0)).is_meta and (torch.tensor(2.0) + empty(3)).is_meta
    assert empty(3)[torch.tensor([0, 1])].shape == (2,)


def test_writes():
    m = empty(3, 4)
    before = m._version
    m.add_(1).normal_().zero_().fill_(2.0)
    m[0] = 1
    m.copy_(torch.ones(3, 4))
    m[m > 0] = 0
    assert m._version == before + 7
    with pytest.raises(RuntimeError):
        m.add_(empty(5, 3, 4))


def test_the_tape():
    x = empty(3, 4, requires_grad=True)
    y = (x * 2).sum()
    assert type(y.grad_fn).__name__ == "SumBackward0" and y.is_meta
    for root in (y, (x * x).sum(), x.sum(), x.max(0)[0].sum()):
        with pytest.raises(NotImplementedByRushlight, match="gradients of meta tensors"):
            root.backward()
        with pytest.raises(NotImplementedByRushlight, match="gradients of meta tensors"):
            torch.autograd.grad(root, x)
    with pytest.raises(NotImplementedByRushlight, match="gradients of meta tensors"):
        empty((), requires_grad=True).backward()
    assert x.grad is None
    assert type(torch.ones(2, requires_grad=True).to("meta").grad_fn).__name__ == "ToCopyBackward0"


def test_asarray():
    for source in ([1., 2.], np.ones(2, np.float32), torch.ones(2), bytearray(8)):
        assert torch.asarray(source, device="meta").is_meta
        with torch.device("meta"):
            assert torch.asarray(source).is_meta
    m = empty(2)
    assert torch.asarray(m) is m and torch.asarray(m, copy=True) is not m
    with pytest.raises(ValueError, match="can't alias tensor from device 'cpu' to 'meta'"):
        torch.asarray(np.ones(2), device="meta", copy=False)
    with pytest.raises(ValueError, match="can't alias tensor from device 'meta' to 'cpu'"):
        torch.asarray(m, device="cpu", copy=False)
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor; no data!"):
        torch.asarray(m, device="cpu")
