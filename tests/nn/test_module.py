"""Module: registration, attributes, walking the tree, conversion, representation. Texts are PyTorch's."""
import copy
import pickle
from collections import OrderedDict

import pytest
import rushlight as torch
from rushlight import nn


def two_layers():
    return nn.Sequential(OrderedDict(first=nn.Linear(2, 3), act=nn.ReLU(), last=nn.Linear(3, 1)))


class Unready(nn.Module):
    def __init__(self, prepare):
        prepare(self)


@pytest.mark.parametrize("prepare, text", [
    (lambda m: setattr(m, "p", nn.Parameter(torch.ones(1))), "cannot assign parameters before Module.__init__() call"),
    (lambda m: setattr(m, "p", nn.ReLU()), "cannot assign module before Module.__init__() call"),
    (lambda m: m.register_buffer("p", torch.ones(1)), "cannot assign buffer before Module.__init__() call"),
    (lambda m: m.register_parameter("p", None), "cannot assign parameter before Module.__init__() call"),
])
def test_nothing_is_registered_before_init(prepare, text):
    with pytest.raises(AttributeError) as error:
        Unready(prepare)
    assert str(error.value) == text


@pytest.mark.parametrize("register, kind", [("register_parameter", "parameter"), ("register_buffer", "buffer"),
                                            ("add_module", "module")])
def test_names_are_checked(register, kind):
    call = getattr(nn.Linear(2, 3), register)
    with pytest.raises(TypeError, match=f"{kind} name should be a string. Got int"):
        call(1, None)
    with pytest.raises(KeyError, match=f"{kind} name can.*t be empty string"):
        call("", None)
    with pytest.raises(KeyError, match="can.*t contain"):
        call("a.b", None)
    with pytest.raises(KeyError, match="attribute 'forward' already exists"):
        call("forward", None)


def test_kinds_are_checked():
    m = nn.Linear(2, 3)
    m.register_buffer("kept", torch.ones(1))
    with pytest.raises(TypeError) as error:
        m.weight = torch.ones(1)
    assert str(error.value) == "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)"
    with pytest.raises(TypeError) as error:
        m.kept = 1.0
    assert str(error.value) == "cannot assign 'float' as buffer 'kept' (torch.nn.Buffer, torch.Tensor or None expected)"
    with pytest.raises(TypeError, match="float is not a Module subclass"):
        m.add_module("child", 1.0)
    with pytest.raises(AttributeError, match="'Linear' object has no attribute 'nothing'"):
        getattr(m, "nothing")                                  # noqa: B009


def test_a_name_means_one_thing():
    m = nn.Module()
    m.x = nn.Parameter(torch.ones(2))
    m.x = None
    assert m._parameters == {"x": None}
    del m.x
    m.x = nn.ReLU()
    assert list(m._modules) == ["x"] and "x" not in m._parameters
    m.x = nn.Parameter(torch.ones(2))
    assert list(m._parameters) == ["x"] and "x" not in m._modules


def test_buffers_persist_or_not():
    m = nn.Module()
    m.register_buffer("kept", torch.ones(1))
    m.register_buffer("scratch", torch.ones(1), persistent=False)
    m.third = nn.Buffer(torch.zeros(1))
    assert list(m.state_dict()) == ["kept", "third"]
    assert [name for name, _ in m.named_buffers()] == ["kept", "scratch", "third"]


def test_the_tree_is_walked_once():
    shared = nn.Linear(2, 2)
    m = nn.Sequential(shared, nn.Sequential(shared, nn.ReLU()))
    assert [name for name, _ in m.named_modules()] == ["", "0", "1", "1.1"]
    assert [name for name, _ in m.named_modules(remove_duplicate=False)] == ["", "0", "1", "1.0", "1.1"]
    assert [name for name, _ in m.named_parameters()] == ["0.weight", "0.bias"]
    assert len(list(m.named_parameters(remove_duplicate=False))) == 4


def test_paths():
    m = nn.Sequential(two_layers())
    assert m.get_submodule("0.first") is m[0].first
    assert m.get_parameter("0.last.bias") is m[0].last.bias
    m.set_submodule("0.act", nn.Tanh())
    assert isinstance(m[0].act, nn.Tanh)
    with pytest.raises(AttributeError, match="Sequential has no attribute `b`"):
        m.get_submodule("0.b")
    with pytest.raises(AttributeError, match="`weight` is not an nn.Module"):
        m.get_submodule("0.first.weight")
    with pytest.raises(AttributeError, match="`in_features` is not an nn.Parameter"):
        m.get_parameter("0.first.in_features")
    with pytest.raises(AttributeError, match="`weight` is not a buffer"):
        m.get_buffer("0.first.weight")


def test_conversion_keeps_the_parameters():
    m = two_layers()
    weight = m.first.weight
    weight.grad = torch.ones(3, 2)
    assert m.double() is m and m.first.weight is weight
    assert weight.dtype is torch.float64 and weight.grad.dtype is torch.float64 and weight.requires_grad
    assert m.to("cpu", torch.float16).last.bias.dtype is torch.float16
    with pytest.raises(TypeError, match="only accepts floating point or complex dtypes, but got desired dtype=torch.int32"):
        m.to(torch.int32)


def test_integer_buffers_are_not_converted():
    m = nn.BatchNorm1d(3).half()
    assert m.num_batches_tracked.dtype is torch.int64 and m.running_mean.dtype is torch.float16


@pytest.mark.parametrize("swap", [False, True])
def test_parameters_may_be_replaced_or_exchanged(swap):
    setter = torch.__future__.set_swap_module_params_on_conversion if swap else \
        torch.__future__.set_overwrite_module_params_on_conversion
    m = nn.Linear(2, 2)
    weight = m.weight
    setter(True)
    try:
        m.double()
    finally:
        setter(False)
    assert (m.weight is weight) is swap and m.weight.dtype is torch.float64
    (m.weight * 2).sum().backward()
    assert m.weight.grad is not None


def test_graphs_from_before_an_exchange_cannot_run_backward():
    a, b = torch.ones(2, requires_grad=True), torch.zeros(2, requires_grad=True)
    seen = []
    a.register_hook(lambda grad: seen.append(grad.tolist()))
    before = (a * 2).sum()
    torch.utils.swap_tensors(a, b)
    with pytest.raises(RuntimeError, match="AccumulateGrad node that was poisoned by swap_tensors"):
        before.backward()
    (b * 3).sum().backward()
    assert a.grad is None and b.grad.tolist() == [3, 3] and seen[-1] == [3, 3]


def test_buffers_may_be_like_tensors():
    class Like:
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            raise NotImplementedError

    first, second = Like(), Like()
    m = nn.Module()
    m.register_buffer("kept", first)
    m.kept = second
    assert m.get_buffer("kept") is second
    with pytest.raises(TypeError, match="cannot assign 'object' as buffer 'kept'"):
        m.kept = object()


def test_modes_and_flags():
    m = two_layers()
    assert not m.eval().training and not m.last.training
    with pytest.raises(ValueError, match="training mode is expected to be boolean"):
        m.train(1)
    m.requires_grad_(False)
    assert not any(p.requires_grad for p in m.parameters())


def test_zero_grad():
    m = nn.Linear(2, 1)
    m(torch.ones(1, 2)).sum().backward()
    m.zero_grad(set_to_none=False)
    assert m.weight.grad.tolist() == [[0.0, 0.0]]
    m.zero_grad()
    assert m.weight.grad is None


def test_representation():
    assert repr(nn.Sequential(two_layers(), nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Tanh()]))) == """\
Sequential(
  (0): Sequential(
    (first): Linear(in_features=2, out_features=3, bias=True)
    (act): ReLU()
    (last): Linear(in_features=3, out_features=1, bias=True)
  )
  (1): ModuleList(
    (0-1): 2 x ReLU()
    (2): Tanh()
  )
)"""
    assert repr(nn.ParameterDict({"a": torch.ones(2)})) == \
        "ParameterDict(  (a): Parameter containing: [torch.FloatTensor of size 2])"


def test_forward_is_asked_for():
    with pytest.raises(NotImplementedError) as error:
        nn.Module()(1)
    assert str(error.value) == 'Module [Module] is missing the required "forward" function'
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'a'"):
        nn.Module(a=1)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))], ids=["deepcopy", "pickle"])
def test_copies_are_whole_and_apart(copied):
    m = two_layers()
    other = copied(m)
    assert repr(other) == repr(m) and torch.equal(other.first.weight, m.first.weight)
    with torch.no_grad():
        other.first.weight.zero_()
    assert m.first.weight.abs().sum() > 0


def test_compile_runs_the_module_as_it_is():
    m = nn.Linear(2, 2)
    m.compile(mode="default")
    assert m(torch.ones(1, 2)).shape == (1, 2)
    assert torch.compile(m) is m
    with pytest.raises(RuntimeError, match="Unrecognized mode=odd"):
        torch.compile(m, mode="odd")


# ---------------------------------------------------------------- containers

def test_sequential_as_a_list():
    a, b, c = nn.ReLU(), nn.Tanh(), nn.Sigmoid()
    m = nn.Sequential(a, b)
    m.append(c).insert(0, nn.Identity())
    assert [type(x).__name__ for x in m] == ["Identity", "ReLU", "Tanh", "Sigmoid"]
    assert m.pop(0).__class__ is nn.Identity and list(m._modules) == ["0", "1", "2"]
    assert len(m + m) == 6 and len(m * 2) == 6 and m[-1] is c and [*m[:2]] == [a, b]
    del m[1]
    assert [*m] == [a, c] and list(m._modules) == ["0", "1"]
    with pytest.raises(IndexError):
        m[2]


def test_module_dict_keeps_order():
    m = nn.ModuleDict({"b": nn.ReLU(), "a": nn.Tanh()})
    m["c"] = nn.Identity()
    assert list(m) == ["b", "a", "c"] and "a" in m and m.pop("b").__class__ is nn.ReLU
    with pytest.raises(ValueError, match="ModuleDict update sequence element #0 has length 1; 2 is required"):
        m.update([[1]])


def test_parameter_containers():
    m = nn.ParameterList([torch.ones(2), 3])
    assert isinstance(m[0], nn.Parameter) and m[1] == 3 and len(list(m.parameters())) == 1
    d = nn.ParameterDict({"b": torch.ones(1), "a": torch.ones(2)})
    assert list(d.keys()) == ["a", "b"] and d.popitem()[0] == "b" and list((d | {"z": torch.ones(3)}).keys()) == ["a", "z"]
    with pytest.raises(RuntimeError, match="ParameterList should not be called"):
        m()


class Special(torch.Tensor):
    pass


def test_parameters_of_other_classes():
    special = nn.Parameter(torch.ones(2).as_subclass(Special))
    assert type(special) is Special and isinstance(special, nn.Parameter) and special.requires_grad
    assert repr(special) == "Parameter(Special([1., 1.], requires_grad=True))"
    m = nn.Module()
    m.weight = special
    assert list(m._parameters) == ["weight"] and not isinstance(torch.ones(2).as_subclass(Special), nn.Parameter)


@pytest.mark.parametrize("args, kwargs, text", [
    (("cpu", "cpu"), {}, "got (str, str), but expected one of:\n * (torch.device device = None, torch.dtype dtype = None"),
    ((torch.float64, "cpu"), {}, "got (torch.dtype, str)"), (("cpu", True), {}, "got (str, bool)"),
    ((), {"blah": 3}, "got (blah=int, )"), (("cpu",), {"dtype": 3}, "got (str, dtype=int)"),
    (("cpu", None, True, True, True), {}, "to() takes from 0 to 4 positional arguments but 5 were given"),
])
def test_what_to_does_not_take(args, kwargs, text):
    with pytest.raises(TypeError) as caught:
        nn.Linear(2, 2).to(*args, **kwargs)
    assert text in str(caught.value)
    with pytest.raises(RuntimeError, match="does not accept copy argument"):
        nn.Linear(2, 2).to("cpu", copy=True)


def test_buffers_of_modules_with_an_older_register_buffer():
    class Older(nn.Module):
        def register_buffer(self, name, tensor):
            super().register_buffer(name, tensor)
    m = Older()
    m.kept = nn.Buffer(torch.ones(1))
    assert list(m._buffers) == ["kept"]
    with pytest.raises(RuntimeError, match="implements register_buffer.. without the persistent argument"):
        m.passing = nn.Buffer(torch.ones(1), persistent=False)


def test_uninitialised_parameters_keep_their_type():
    parameter = nn.UninitializedParameter(dtype=torch.float64)
    parameter.materialize(3)
    assert type(parameter) is nn.Parameter and parameter.shape == (3,) and parameter.dtype is torch.float64


def test_moving_off_the_meta_device_names_what_does_it():
    module = nn.Linear(2, 3, device="meta")
    with pytest.raises(NotImplementedError, match=r"Please use torch.nn.Module.to_empty\(\) instead"):
        module.to("cpu")
    assert module.to(torch.float64).weight.dtype is torch.float64
    assert module.to_empty(device="cpu").weight.device.type == "cpu"
