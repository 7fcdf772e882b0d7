"""Autocast on the CPU: the element types that PyTorch gives."""
import pytest

import rushlight as torch
import rushlight.nn.functional as F

x, bf = torch.ones(3, 3), torch.ones(3, 3).bfloat16()
LOWER = {"mm": lambda x: x.mm(x), "matmul": lambda x: x @ x, "vectors": lambda x: x[0] @ x[0],
         "addmm": lambda x: torch.addmm(x, x, x), "bmm": lambda x: torch.bmm(x[None], x[None]),
         "einsum": lambda x: torch.einsum("ij,jk", x, x), "tensordot": lambda x: torch.tensordot(x, x, 1),
         "linear": lambda x: F.linear(x, x), "prelu": lambda x: F.prelu(x, x[0, :1]),
         "conv2d": lambda x: F.conv2d(x[None, None], x[None, None]), "chain": lambda x: torch.linalg.multi_dot([x, x]),
         "attention": lambda x: F.scaled_dot_product_attention(x[None], x[None], x[None])}
FLOAT32 = {"mse_loss": lambda x: F.mse_loss(x, x), "cross_entropy": lambda x: F.cross_entropy(x, torch.tensor([0, 1, 2])),
           "prod": lambda x: x.prod(), "trace": lambda x: x.trace(), "huber_loss": lambda x: F.huber_loss(x, x),
           "reflect": lambda x: F.pad(x[None], (1, 1), mode="reflect"), "avg_pool3d": lambda x: F.avg_pool3d(x[None, None], 1),
           "inverse": lambda x: torch.linalg.inv(x * torch.eye(3).to(x.dtype)), "svdvals": torch.linalg.svdvals}
AS_GIVEN = {"mv": lambda x: torch.mv(x, x[0]), "dot": lambda x: torch.dot(x[0], x[0]), "add": lambda x: x + x, "cos": torch.cos,
            "softmax": lambda x: x.softmax(-1), "layer_norm": lambda x: F.layer_norm(x, (3,)), "sum": torch.sum,
            "bilinear": lambda x: F.bilinear(x, x, x[None]), "outer": lambda x: torch.outer(x[0], x[0]),
            "constant": lambda x: F.pad(x, (1, 1))}


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("name", LOWER)
def test_in_half_precision(name, dtype):
    with torch.autocast("cpu", dtype):
        assert LOWER[name](x).dtype is dtype and LOWER[name](x.half()).dtype is dtype
    assert LOWER[name](x).dtype is torch.float32


@pytest.mark.parametrize("name", FLOAT32)
def test_in_float32(name):
    with torch.autocast("cpu"):
        assert FLOAT32[name](bf).dtype is torch.float32


@pytest.mark.parametrize("name", AS_GIVEN)
def test_as_given(name):
    with torch.autocast("cpu"):
        assert AS_GIVEN[name](x).dtype is torch.float32 and AS_GIVEN[name](bf).dtype is torch.bfloat16


def test_what_is_left_alone():
    with torch.autocast("cpu"):
        assert (x.double() @ x.double()).dtype is torch.float64 and (x.long() @ x.long()).dtype is torch.int64
        assert torch.empty(3, 3).addmm_(x, x).dtype is torch.float32
        assert torch.mm(x, x, out=torch.empty(3, 3)).dtype is torch.float32
        with pytest.raises(RuntimeError):
            x.double() @ x


def test_within_one_another():
    assert not torch.is_autocast_enabled("cpu")
    with torch.autocast("cpu"):
        assert torch.is_autocast_enabled("cpu") and not torch.is_autocast_enabled() and (x @ x).dtype is torch.bfloat16
        with torch.autocast("cpu", enabled=False):
            assert not torch.is_autocast_enabled("cpu") and (x @ x).dtype is torch.float32
        with torch.autocast("cpu", torch.float16):
            assert (x @ x).dtype is torch.float16 and torch.get_autocast_dtype("cpu") is torch.float16
        assert (x @ x).dtype is torch.bfloat16
    assert torch.get_autocast_dtype("cpu") is torch.bfloat16


def test_training(random_state):
    layer = torch.nn.Linear(2, 2)
    with torch.autocast("cpu"):
        out = layer(torch.ones(1, 2))
        loss = F.mse_loss(out, torch.zeros(1, 2))
    loss.backward()
    assert out.dtype is torch.bfloat16 and loss.dtype is torch.float32
    assert layer.weight.grad.dtype is torch.float32 and type(out.grad_fn).__name__ == "AddmmBackward0"


def test_casts_of_weights_are_kept():
    weight = torch.ones(2, 2, requires_grad=True)
    with torch.autocast("cpu"):
        first, second = weight @ weight, weight @ weight
        casts = {edge[0] for out in (first, second) for edge in out.grad_fn.next_functions}
        assert len(casts) == 1
    with torch.autocast("cpu", cache_enabled=False):
        out = weight @ weight
        assert len({edge[0] for edge in out.grad_fn.next_functions}) == 2


def test_a_decorator():
    @torch.autocast("cpu")
    def product(a):
        return a @ a
    assert product(x).dtype is torch.bfloat16


def test_switched_by_hand():
    torch.set_autocast_enabled("cpu", True)
    try:
        assert (x @ x).dtype is torch.bfloat16
    finally:
        torch.set_autocast_enabled("cpu", False)
    assert (x @ x).dtype is torch.float32


def test_refused_and_disabled():
    with pytest.raises(ValueError, match="Expected `device_type` of type `str`"):
        torch.autocast(5)
    with pytest.raises(RuntimeError, match="Expected one of cpu, cuda"):
        torch.autocast("pigeon")
    with pytest.warns(UserWarning, match="CUDA is not available or torch_xla is imported. Disabling autocast."):
        with torch.autocast("cuda"):
            assert (x @ x).dtype is torch.float32
    with pytest.warns(UserWarning, match="In CPU autocast, but the target dtype is not supported. Disabling autocast."):
        torch.autocast("cpu", torch.float64)
    with pytest.warns(FutureWarning, match=r"`torch.cpu.amp.autocast\(args...\)` is deprecated"):
        with torch.cpu.amp.autocast():
            assert (x @ x).dtype is torch.bfloat16


def test_custom_functions():
    class Square(torch.autograd.Function):
        @staticmethod
        @torch.amp.custom_fwd(device_type="cpu", cast_inputs=torch.float32)
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a @ a

        @staticmethod
        @torch.amp.custom_bwd(device_type="cpu")
        def backward(ctx, grad):
            a, = ctx.saved_tensors
            return grad @ a.t() + a.t() @ grad

    a = torch.ones(2, 2, requires_grad=True)
    with torch.autocast("cpu"):
        out = Square.apply(a)
        out.sum().backward()
    assert out.dtype is torch.float32 and a.grad.tolist() == [[4.0, 4.0], [4.0, 4.0]]
