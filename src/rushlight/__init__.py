"""PyTorch's tensors and autograd, in Python, on NumPy: the table of contents of `import torch`.

The operations themselves are declared in ops/ and land here by their declarations; docs/coverage.md lists them.
"""
from math import e, inf, nan, pi                                                               # noqa: F401

from rushlight import ops
from rushlight import autograd, linalg, random, special, version                           # noqa: F401
from rushlight import torch_backends as backends                                                # noqa: F401
from rushlight.autograd.grad_mode import (                                                      # noqa: F401
    enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled)
from rushlight.backends.threads import get_num_threads, set_num_threads                         # noqa: F401
from rushlight.construction import (                                                            # noqa: F401
    BFloat16Tensor, BoolTensor, ByteTensor, CharTensor, DoubleTensor, FloatTensor, HalfTensor, IntTensor, LongTensor, ShortTensor,
    as_tensor, asarray, from_dlpack, from_numpy, frombuffer, set_default_tensor_type, tensor)
from rushlight.deterministic import (                                                           # noqa: F401
    are_deterministic_algorithms_enabled, get_deterministic_debug_mode, is_deterministic_algorithms_warn_only_enabled,
    set_deterministic_debug_mode, use_deterministic_algorithms)
from rushlight.device import device                                                             # noqa: F401
from rushlight.dispatch.methods import public
from rushlight.dtypes import (                                                                  # noqa: F401
    bfloat16, bool, cdouble, cfloat, chalf, complex32, complex64, complex128, double, dtype, finfo, float, float4_e2m1fn_x2,
    float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, float8_e8m0fnu, float16, float32, float64, get_default_dtype,
    half, iinfo, int, int1, int2, int3, int4, int5, int6, int7, int8, int16, int32, int64, long, qint8, qint32, quint2x4,
    quint4x2, quint8, set_default_dtype, short, uint1, uint2, uint3, uint4, uint5, uint6, uint7, uint8, uint16, uint32, uint64)
from rushlight.errors import is_warn_always_enabled, set_warn_always                             # noqa: F401
from rushlight.mapping import from_file                                                         # noqa: F401
from rushlight.printing import set_printoptions                                                 # noqa: F401
from rushlight.random import (                                                                  # noqa: F401
    Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state)
from rushlight.size import (                                                                    # noqa: F401
    Size, channels_last, channels_last_3d, contiguous_format, jagged, layout, legacy_contiguous_format, memory_format,
    preserve_format, sparse_bsc, sparse_bsr, sparse_coo, sparse_csc, sparse_csr, strided)
from rushlight.storage import TYPED_STORAGES, TypedStorage, UntypedStorage                      # noqa: F401
from rushlight.tensor import Tensor                                                             # noqa: F401

__version__ = version.RUSHLIGHT
newaxis = None
globals().update({**public, **TYPED_STORAGES, "Storage": TYPED_STORAGES["FloatStorage"]})

# Loaded when first asked for: name -> its module; a module that is named after itself.
_LAZY = {"install_as_torch": "alias", "uninstall_as_torch": "alias",
         "explain": "insight.why", "explaining": "insight.recording", "graph": "insight.graphs",
         "compile": "compiler", "to_dlpack": "utils.dlpack", "vmap": "func", "GradScaler": "amp", "OutOfMemoryError": "errors",
         "_assert": "errors", "Future": "futures", "ScriptModule": "jit",
         **dict.fromkeys(("PyTorchFileReader", "SymBool", "SymFloat", "SymInt"), "_C"),
         **dict.fromkeys(("save", "load"), "serialization"), **dict.fromkeys(("save_file", "load_file"), "safetensors.torch"),
         **dict.fromkeys(("autocast", "clear_autocast_cache", "get_autocast_cpu_dtype", "get_autocast_dtype",
                          "is_autocast_cache_enabled", "is_autocast_cpu_enabled", "is_autocast_enabled",
                          "set_autocast_cache_enabled", "set_autocast_dtype", "set_autocast_enabled"), "amp.autocast_mode"),
         **dict.fromkeys(("is_anomaly_enabled", "is_anomaly_check_nan_enabled", "set_anomaly_enabled"), "autograd.anomaly_mode"),
         **{name: name for name in ("_C", "_VF", "__config__", "__future__", "_custom_ops", "_dynamo", "_tensor",
                                    "_tensor_str", "_utils",
                                    "_vmap_internals",
                                    "accelerator", "alias", "amp", "ao", "compiler", "cpu", "cuda", "distributed",
                                    "distributions", "fft", "func", "functional", "futures", "fx", "hub", "jit", "library",
                                    "masked", "multiprocessing", "nn", "onnx", "optim", "overrides", "package", "profiler",
                                    "quasirandom", "return_types", "safetensors", "serialization", "signal", "testing",
                                    "torch_version", "types", "utils", "xpu")}}


def __getattr__(name):
    from importlib import import_module
    home = _LAZY.get(name)
    if home is None:
        return _declared_later(name)
    module = import_module(f"rushlight.{home}")
    return module if home == name else getattr(module, name)


def _declared_later(name):
    """A function of the families that wait to be asked for. AttributeError if there is none."""
    ops.load_all()
    if name not in public:
        from rushlight.errors import missing_attribute
        raise missing_attribute("torch", name)
    return globals().setdefault(name, public[name])
