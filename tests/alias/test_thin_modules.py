"""The modules that exist so that a program's import line works: what they say is true."""
import pytest

import rushlight as torch
from rushlight import version
from rushlight.version import TorchVersion


def test_there_is_no_gpu():
    assert not torch.cuda.is_available() and torch.cuda.device_count() == 0
    assert torch.accelerator.current_accelerator() is None
    assert torch.cuda.memory_allocated() == 0
    torch.cuda.manual_seed_all(0)
    torch.cuda.empty_cache()


@pytest.mark.parametrize("name", ["synchronize", "Stream", "get_device_name"])
def test_work_for_a_gpu_is_refused_as_pytorch_does_without_cuda(name):
    with pytest.raises(AssertionError, match="not compiled with CUDA"):
        getattr(torch.cuda, name)()


def test_classes_of_a_gpu_have_no_instances():
    cuda = torch.cuda
    for kind in (cuda.FloatTensor, cuda.Stream, cuda.CUDAGraph):
        assert not isinstance(torch.ones(1), kind) and kind | None and kind is getattr(cuda, kind.__name__)
        with pytest.raises(AssertionError, match="not compiled with CUDA"):
            kind()


def test_no_gpu_has_a_state():
    from rushlight.cuda import nvtx, random
    assert torch.cuda.get_rng_state_all() == [] == random.get_rng_state_all() and torch.cuda.default_generators == ()
    assert torch.cuda.seed_all() is torch.cuda.set_rng_state_all([]) is None and not torch.cuda.memory_stats()
    with torch.cuda.stream(None):
        assert torch.ones(1).item() == 1
    for use in (lambda: torch.cuda.stream(0), lambda: torch.cuda.set_rng_state_all([0]), lambda: torch.cuda.device(0)):
        with pytest.raises(AssertionError, match="not compiled with CUDA"):
            use()
    with pytest.raises(RuntimeError, match="NVTX functions not installed"):
        nvtx.range_push("step")


def test_an_unknown_name_is_missing():
    assert not hasattr(torch.cuda, "no_such_name")


def test_switches_of_absent_libraries_can_be_set_and_read():
    cudnn = torch.backends.cudnn
    assert (cudnn.enabled, cudnn.benchmark, cudnn.deterministic, cudnn.version()) == (True, False, False, None)
    cudnn.benchmark = True
    assert torch.backends.cudnn.benchmark
    cudnn.benchmark = False


def test_what_the_processor_can():
    assert torch.backends.cpu.get_cpu_capability() in ("DEFAULT", "AVX2", "AVX512")
    assert not torch.backends.mha.get_fastpath_enabled() and not torch.backends.nnpack.is_available()


def test_an_annotation_of_one_value_or_several():
    from rushlight.jit.annotations import BroadcastingList2
    assert BroadcastingList2[int] is None


def test_marks_for_a_compiler_give_back_what_they_mark():
    def function():
        return 1

    for mark in (torch.compiler.disable, torch.compiler.disable(), torch.compiler.allow_in_graph, torch.jit.script,
                 torch.jit.ignore, torch.jit.ignore(drop=True), torch.jit.unused, torch._dynamo.disable,
                 torch.jit._overload_method, torch.jit._script_if_tracing):
        assert mark(function) is function
    assert torch.jit.trace(function, (1,)) is function
    assert not torch.jit.is_scripting() and not torch.compiler.is_compiling()


def test_versions_compare_by_number():
    seen = version.__version__
    assert seen >= "2.9" and seen > "2.13" and seen < "2.14" and seen < (3, 0) and seen != "2.13.0"
    assert TorchVersion("2.13.0") == "2.13" and TorchVersion("2.13.0") <= (2, 13)
    assert seen.split("+")[0].split(".") == ["2", "13", "0"]
    assert hash(seen) == hash(str(seen))


def test_nothing_was_compiled(as_torch):
    import torch
    from torch._dynamo.eval_frame import OptimizedModule
    from torch._dynamo.exc import Unsupported
    dynamo = torch._dynamo
    assert not isinstance(torch.nn.ReLU(), OptimizedModule) and dynamo.OptimizedModule is OptimizedModule
    assert issubclass(Unsupported, RuntimeError) and not hasattr(dynamo, "no_such_name")
    from torch._dynamo.utils import is_compile_supported
    assert not is_compile_supported("cpu")
    assert dynamo.mark_dynamic(torch.ones(2), 0) is dynamo.mark_static(torch.ones(2)) is dynamo.graph_break() is None


def test_what_programs_tell_a_compiler(as_torch):
    import torch
    import torch._dynamo.config
    assert torch._dynamo.config.verbose is False and torch._dynamo.config.cache_size_limit == 8


def test_what_the_processor_can_do():
    facts = torch.cpu.get_capabilities()
    assert all(type(facts[name]) is bool for name in ("avx2", "avx512_f", "fma3", "sse4_1"))
    assert facts["num_logical_cores"] >= 1 and type(facts["architecture"]) is str
    assert torch.backends.quantized.engine == "none"


def test_operations_past_the_public_modules():
    assert torch._VF._add_relu(torch.tensor([1.0, -3.0]), 2, alpha=0.5).tolist() == [2, 0]
    assert torch._VF.lstm_cell is torch.lstm_cell
    with pytest.raises(AttributeError):
        torch._VF.no_such_operation()


@pytest.mark.parametrize("name", ["sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "jagged"])
def test_layouts_that_no_tensor_has(name):
    layout = getattr(torch, name)
    assert isinstance(layout, torch.layout) and repr(layout) == f"torch.{name}" and torch.ones(1).layout is not layout
    with pytest.raises(NotImplementedError, match=f"layout=torch.{name}"):
        torch.ones(2, layout=layout)
