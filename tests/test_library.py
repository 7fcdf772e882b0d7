"""torch.library.custom_op: what programs define, and where it is found. Values and texts as PyTorch has them."""
import pytest

import rushlight as torch
from rushlight import library
from rushlight.autograd import gradcheck
from rushlight.library import custom_op


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    monkeypatch.setattr(library, "_operators", {})


def sine():
    @custom_op("house::sine", mutates_args=())
    def sine(x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        assert not (x.requires_grad and torch.is_grad_enabled())
        return x.sin() * scale
    return sine


def with_gradient():
    op = sine()

    def keep(ctx, inputs, output):
        x, ctx.scale = inputs
        ctx.save_for_backward(x)
    op.register_autograd(lambda ctx, grad: (grad * ctx.scale * ctx.saved_tensors[0].cos(), None), setup_context=keep)
    return op


def test_a_call_computes_the_function():
    op, x = sine(), torch.tensor([0.5, 1.0])
    assert torch.equal(op(x, scale=2.0), 2 * x.sin()) and repr(op) == "<CustomOpDef(house::sine)>"
    assert torch.equal(torch.ops.house.sine(x), x.sin()) and torch.equal(torch.ops.house.sine.default(x), x.sin())
    assert not hasattr(torch.ops.house, "cosine") and not hasattr(torch.ops, "garden")


def test_gradients_are_those_that_were_registered():
    op, x = with_gradient(), torch.tensor([0.5, 1.0], dtype=torch.float64, requires_grad=True)
    out = op(x, 3.0)
    assert out.grad_fn.name() == "GeneratedBackwardFor_house_sine_defaultBackward"
    assert gradcheck(lambda x: op(x, 3.0), (x,))


def test_without_a_formula_backward_raises():
    out = sine()(torch.ones(2, requires_grad=True))
    with pytest.raises(RuntimeError, match="Trying to backward through house.sine.default but no autograd formula"):
        out.sum().backward()


def test_an_operator_that_writes():
    @custom_op("house::add_in_place", mutates_args={"x"})
    def add_in_place(x: torch.Tensor, n: int = 1) -> None:
        x.add_(n)
    x = torch.zeros(2)
    assert add_in_place(x, n=3) is None and x.tolist() == [3, 3]
    with pytest.raises(RuntimeError, match="Cannot register autograd formula for non-functional operator"):
        add_in_place.register_autograd(lambda ctx, grad: grad)


def test_registered_by_name():
    sine()
    library.register_fake("house::sine", lambda x, scale: torch.empty_like(x))
    assert torch.ops.house.sine(torch.empty(3, device="meta")).shape == (3,)
    library.register_autograd("house::sine", lambda ctx, grad: (grad * 7, None))
    x = torch.ones(1, requires_grad=True)
    torch.ops.house.sine(x).backward()
    assert x.grad.item() == 7


def test_under_vmap():
    op, x = sine(), torch.arange(6.0).reshape(2, 3)
    assert torch.equal(torch.vmap(op)(x), x.sin())
    op.register_vmap(lambda info, in_dims, x, scale: (x * info.batch_size, in_dims[0]))
    assert torch.equal(torch.vmap(op)(x), x * 2)


def test_kernels_for_devices():
    op = custom_op("house::elsewhere", lambda x: x, mutates_args=(), device_types="cuda", schema="(Tensor x) -> Tensor")
    with pytest.raises(NotImplementedError, match="Could not run 'house::elsewhere' with arguments from the 'CPU' backend"):
        op(torch.ones(1))
    op.register_kernel("cpu")(lambda x: x + 2)
    assert op(torch.ones(1)).item() == 3


def test_what_is_known_of_an_operator_before_it_is_defined():
    @library.register_fake("house::later")
    def fake(x):
        return x.new_empty(7)
    later = custom_op("house::later", lambda x: x + 1, mutates_args=(), schema="(Tensor x) -> Tensor")
    assert later(torch.empty(3, device="meta")).shape == (7,) and not library._awaited_fakes


def test_names_of_built_in_operators_can_be_compared():
    aten = torch.ops.aten
    assert aten.clone.default is torch.ops.aten.clone.default and aten.clone.default != aten.detach.default
    assert repr(aten.add.Tensor) == "aten.add.Tensor" and {aten.add.Tensor: 1}[torch.ops.aten.add.Tensor] == 1


@pytest.mark.parametrize("make, kind, text", [
    (lambda: custom_op("house::a", lambda x: x, mutates_args=()), ValueError, "Parameter x must have a type annotation"),
    (lambda: custom_op("house::a", lambda x: x, mutates_args=("y",), schema="(Tensor x) -> Tensor"), ValueError,
     "'y'} in mutates_args were not found"),
    (lambda: custom_op("house::a", lambda x: x, mutates_args=(), schema="(Tensor x) -> Tensor")(torch.ones(1)), RuntimeError,
     "must not also be an input"),
    (lambda: sine()(torch.empty(1, device="meta")), RuntimeError, "There was no fake impl registered for <CustomOpDef"),
    (lambda: sine()(), RuntimeError, r"house::sine\(\) "),
    (lambda: library.register_vmap("house::none", len), RuntimeError, "operator house::none does not exist"),
    (lambda: torch.ops.load_library("house.so"), OSError, "house.so: rushlight loads no compiled operators"),
    (lambda: torch.ops.aten.add.Tensor(torch.ones(1), 2), NotImplementedError, r"calls of torch\.ops\.aten\.add\.Tensor")])
def test_errors(make, kind, text):
    with pytest.raises(kind, match=text):
        make()
