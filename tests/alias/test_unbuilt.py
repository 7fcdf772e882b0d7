"""Parts of torch that are not built: programs can import them, and hear by name what is refused when they use them."""
from importlib import import_module

import pytest

import rushlight as torch
from rushlight.errors import NotImplementedByRushlight

REFUSED = [("fx", "symbolic_trace"), ("fx", "GraphModule"), ("library", "Library"), ("library", "triton_op"),
           ("package", "PackageExporter"), ("profiler", "profile"), ("hub", "load"), ("jit", "save"), ("jit", "freeze"),
           ("distributed", "init_process_group"), ("distributed.fsdp", "FullyShardedDataParallel"),
           ("distributed.device_mesh", "init_device_mesh"), ("distributed.tensor", "DTensor"), ("distributed.nn", "all_gather"),
           ("distributed.nn.functional", "RemoteModule"), ("nn.parallel", "replicate"), ("nn.parallel.scatter_gather", "scatter"),
           ("_C", "Value"), ("_custom_ops", "get_ctx"), ("onnx", "dynamo_export"), ("ao.quantization", "QuantStub"),
           ("_subclasses.fake_tensor", "FakeTensorMode"),
           ("utils.flop_counter", "FlopCounterMode"), ("utils.cpp_extension", "load_inline"), ("autograd.profiler", "EventList"),
           ("fx.experimental.proxy_tensor", "make_fx"),
           ("onnx.symbolic_opset11", "squeeze"),
           ("distributed.optim", "ZeroRedundancyOptimizer"), ("distributed.rpc", "rpc_sync"), ("overrides", "resolve_name")]


@pytest.mark.parametrize("module, name", REFUSED)
def test_use_is_refused_by_name(module, name):
    owner = module.removesuffix(".functional")
    with pytest.raises(NotImplementedByRushlight, match=rf"torch\.{owner}\.{name};"):
        getattr(import_module(f"rushlight.{module}"), name)("something")


@pytest.mark.parametrize("module", sorted({module for module, _ in REFUSED}))
def test_other_names_are_missing(module):
    assert not hasattr(import_module(f"rushlight.{module}"), "no_such_name")


def test_nothing_is_an_instance_of_a_class_that_is_not_built():
    from rushlight.fx import GraphModule
    assert not isinstance(torch.nn.ReLU(), GraphModule)
    assert GraphModule is torch.fx.GraphModule and not issubclass(torch.Tensor, torch.distributed.fsdp.FSDPModule)


def test_a_program_imports_them(as_torch):
    import torch.distributed as dist
    import torch.fx
    import torch.jit.annotations
    import torch.profiler
    from torch.distributed import destroy_process_group, init_process_group                     # noqa: F401
    from torch.distributed.fsdp import fully_shard                                              # noqa: F401
    assert dist is torch.distributed and torch.jit.annotations.List


def test_there_is_one_process_and_no_group_of_them():
    dist = torch.distributed
    assert not dist.is_available() and not dist.is_initialized() and not dist.is_nccl_available()
    assert dist.ReduceOp.SUM.value == 0
    for call in (dist.get_rank, dist.get_world_size, dist.barrier, lambda: dist.all_reduce(torch.ones(1), op=dist.ReduceOp.SUM)):
        with pytest.raises(ValueError, match="Default process group has not been initialized"):
            call()
    with pytest.raises(AssertionError, match="Process group cannot be None"):
        dist.destroy_process_group()


def test_marks_for_a_recording_give_back_what_they_mark():
    assert torch.fx.wrap(len) is len and torch.fx.wrap("len") == "len"
    with pytest.raises(RuntimeError, match="Must be either a callable or string name"):
        torch.fx.wrap(3)


def test_parts_of_fx_are_found_where_pytorch_keeps_them():
    for home, name in {"graph": "Graph", "graph_module": "GraphModule", "node": "Node", "proxy": "Proxy",
                       "_symbolic_trace": "Tracer"}.items():
        with pytest.raises(NotImplementedByRushlight, match=rf"torch\.fx\.{name};"):
            getattr(import_module(f"rushlight.fx.{home}"), name)()
    assert torch.fx.node.Node is torch.fx.node.Node and not hasattr(torch.fx, "no_such_name")


def test_what_an_export_would_be_told():
    from rushlight.onnx import operators, register_custom_op_symbolic, symbolic_helper
    assert symbolic_helper.parse_args("v", "i")(len) is len and register_custom_op_symbolic("a::b", len, 11) is None
    shape = operators.shape_as_tensor(torch.ones(2, 3))
    assert shape.tolist() == [2, 3] and operators.reshape_from_tensor_shape(torch.ones(6), shape).shape == (2, 3)


def test_marks_for_a_profiler_only_run_what_they_mark():
    assert not torch.profiler.kineto_available()
    with torch.profiler.record_function("step"):
        assert torch.ones(1) + 1 == 2
    assert [activity.value for activity in torch.profiler.ProfilerActivity] == [0, 1, 4, 2, 3, 5]


def test_modules_for_scripts_are_modules():
    class Doubled(torch.jit.ScriptModule):
        @torch.jit.script_method
        def forward(self, x):
            return torch.jit.annotate(torch.Tensor, 2 * x)

    assert Doubled()(torch.ones(1)) == 2
    assert torch.jit.ScriptModule is torch.jit.ScriptModule and not isinstance(torch.nn.ReLU(), torch.jit.ScriptModule)


def test_older_addresses_give_the_same_things():
    assert torch.functional.einsum is torch.einsum and torch.functional.F is torch.nn.functional
    assert all(getattr(torch.functional, name) is getattr(torch, name) for name in torch.functional.__all__)
    assert torch._tensor.Tensor is torch.types.Tensor is torch.Tensor
    assert isinstance(torch.__version__, str) and isinstance(torch.version.__version__, torch.torch_version.TorchVersion)
    assert torch.utils.model_zoo.load_url is torch.hub.load_state_dict_from_url


def test_annotations():
    assert str(torch.nn.common_types._size_2_t) == "typing.Union[int, tuple[int, int]]"
    assert str(torch.nn.common_types._size_3_opt_t).endswith("tuple[int | None, int | None, int | None]]")
    assert str(torch.nn.common_types._ratio_any_t) == "typing.Union[float, tuple[float, ...]]"
    assert isinstance(torch.Size([1]), torch.types._size) and isinstance("cpu", torch.types.Device)
