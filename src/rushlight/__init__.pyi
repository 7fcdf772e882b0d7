"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from typing import Literal
from typing import Self
from collections.abc import Sequence
from rushlight.op_methods import _P_L_U
from rushlight.op_methods import _Q_R
from rushlight.op_methods import _U_S_V
from rushlight.op_methods import _a_tau
from rushlight.op_methods import _hist_bin_edges
from rushlight.op_methods import _mantissa_exponent
from rushlight.op_methods import _mean_var
from rushlight.op_methods import _min_max
from rushlight.op_methods import _out_mean_rstd
from rushlight.op_methods import _sign_logabsdet
from rushlight.op_methods import _solution_cloned_coefficient
from rushlight.op_methods import _values_indices
from builtins import bool as _bool
from builtins import complex as _complex
from rushlight.dtypes import dtype as _dtype
from builtins import float as _float
from builtins import int as _int
from typing import overload

from rushlight.futures import Future as Future
from rushlight.generator import Generator as Generator
from rushlight.amp.grad_scaler import GradScaler as GradScaler
from rushlight._C import PyTorchFileReader as PyTorchFileReader
from rushlight.jit import ScriptModule as ScriptModule
from rushlight.size import Size as Size
from rushlight._C import SymBool as SymBool
from rushlight._C import SymFloat as SymFloat
from rushlight._C import SymInt as SymInt
from rushlight.tensor import Tensor as Tensor
from rushlight.storage import TypedStorage as TypedStorage
from rushlight.storage import UntypedStorage as UntypedStorage
from rushlight import accelerator as accelerator
from rushlight import amp as amp
from rushlight import ao as ao
from rushlight.construction import as_tensor as as_tensor
from rushlight.construction import asarray as asarray
from rushlight.amp.autocast_mode import autocast as autocast
from rushlight import autograd as autograd
from rushlight import torch_backends as _torch_backends
backends = _torch_backends
from rushlight.amp.autocast_mode import clear_autocast_cache as clear_autocast_cache
from rushlight.compiler import compile as compile
from rushlight import compiler as compiler
from rushlight import construction as construction
from rushlight import cpu as cpu
from rushlight import cuda as cuda
from rushlight.device import device as device
from rushlight import dispatch_keys as dispatch_keys
from rushlight import distributed as distributed
from rushlight import distributions as distributions
from rushlight.dtypes import dtype as dtype
from rushlight import dtypes as dtypes
from rushlight.autograd.grad_mode import enable_grad as enable_grad
from rushlight import fft as fft
from rushlight.dtypes import finfo as finfo
from rushlight.construction import from_dlpack as from_dlpack
from rushlight.construction import from_numpy as from_numpy
from rushlight.construction import frombuffer as frombuffer
from rushlight import func as func
from rushlight import functional as functional
from rushlight import futures as futures
from rushlight import fx as fx
from rushlight import generator as generator
from rushlight.amp.autocast_mode import get_autocast_cpu_dtype as get_autocast_cpu_dtype
from rushlight.amp.autocast_mode import get_autocast_dtype as get_autocast_dtype
from rushlight.dtypes import get_default_dtype as get_default_dtype
from rushlight.random import get_rng_state as get_rng_state
from rushlight import hub as hub
from rushlight.dtypes import iinfo as iinfo
from rushlight.autograd.grad_mode import inference_mode as inference_mode
from rushlight.random import initial_seed as initial_seed
from rushlight.autograd.anomaly_mode import is_anomaly_check_nan_enabled as is_anomaly_check_nan_enabled
from rushlight.autograd.anomaly_mode import is_anomaly_enabled as is_anomaly_enabled
from rushlight.amp.autocast_mode import is_autocast_cache_enabled as is_autocast_cache_enabled
from rushlight.amp.autocast_mode import is_autocast_cpu_enabled as is_autocast_cpu_enabled
from rushlight.amp.autocast_mode import is_autocast_enabled as is_autocast_enabled
from rushlight.autograd.grad_mode import is_grad_enabled as is_grad_enabled
from rushlight.autograd.grad_mode import is_inference_mode_enabled as is_inference_mode_enabled
from rushlight import jit as jit
from rushlight.size import layout as layout
from rushlight import lazy_module as lazy_module
from rushlight import library as library
from rushlight import linalg as linalg
from rushlight.serialization import load as load
from rushlight.safetensors.torch import load_file as load_file
from rushlight.random import manual_seed as manual_seed
from rushlight import masked as masked
from rushlight.size import memory_format as memory_format
from rushlight import multiprocessing as multiprocessing
from rushlight import nn as nn
from rushlight.autograd.grad_mode import no_grad as no_grad
from rushlight import onnx as onnx
from rushlight import op_methods as op_methods
from rushlight import optim as optim
from rushlight import overrides as overrides
from rushlight import package as package
from rushlight import profiler as profiler
from rushlight import quasirandom as quasirandom
from rushlight import random as random
from rushlight import return_types as return_types
from rushlight import safetensors as safetensors
from rushlight.serialization import save as save
from rushlight.safetensors.torch import save_file as save_file
from rushlight.random import seed as seed
from rushlight import serialization as serialization
from rushlight.autograd.anomaly_mode import set_anomaly_enabled as set_anomaly_enabled
from rushlight.amp.autocast_mode import set_autocast_cache_enabled as set_autocast_cache_enabled
from rushlight.amp.autocast_mode import set_autocast_dtype as set_autocast_dtype
from rushlight.amp.autocast_mode import set_autocast_enabled as set_autocast_enabled
from rushlight.device import set_default_device as set_default_device
from rushlight.dtypes import set_default_dtype as set_default_dtype
from rushlight.construction import set_default_tensor_type as set_default_tensor_type
from rushlight.autograd.grad_mode import set_grad_enabled as set_grad_enabled
from rushlight.random import set_rng_state as set_rng_state
from rushlight import signal as signal
from rushlight import size as size
from rushlight import special as special
from rushlight import storage as storage
from rushlight.construction import tensor as tensor
from rushlight import testing as testing
from rushlight.utils.dlpack import to_dlpack as to_dlpack
from rushlight import torch_backends as torch_backends
from rushlight import torch_version as torch_version
from rushlight import types as types
from rushlight import utils as utils
from rushlight import version as version
from rushlight.func import vmap as vmap
from rushlight import xpu as xpu
bfloat16: _dtype
bool: _dtype
cdouble: _dtype
cfloat: _dtype
chalf: _dtype
channels_last: memory_format
channels_last_3d: memory_format
complex128: _dtype
complex32: _dtype
complex64: _dtype
contiguous_format: memory_format
default_generator: Generator
double: _dtype
e: _float
float: _dtype
float16: _dtype
float32: _dtype
float4_e2m1fn_x2: _dtype
float64: _dtype
float8_e4m3fn: _dtype
float8_e4m3fnuz: _dtype
float8_e5m2: _dtype
float8_e5m2fnuz: _dtype
float8_e8m0fnu: _dtype
half: _dtype
inf: _float
int: _dtype
int1: _dtype
int16: _dtype
int2: _dtype
int3: _dtype
int32: _dtype
int4: _dtype
int5: _dtype
int6: _dtype
int64: _dtype
int7: _dtype
int8: _dtype
jagged: layout
legacy_contiguous_format: memory_format
long: _dtype
nan: _float
newaxis: Any
pi: _float
preserve_format: memory_format
qint32: _dtype
qint8: _dtype
quint2x4: _dtype
quint4x2: _dtype
quint8: _dtype
short: _dtype
sparse_bsc: layout
sparse_bsr: layout
sparse_coo: layout
sparse_csc: layout
sparse_csr: layout
strided: layout
uint1: _dtype
uint16: _dtype
uint2: _dtype
uint3: _dtype
uint32: _dtype
uint4: _dtype
uint5: _dtype
uint6: _dtype
uint64: _dtype
uint7: _dtype
uint8: _dtype
__version__: str
Storage = FloatStorage
def _assert(condition: Any, message: Any) -> None:
    """AssertionError unless the condition holds."""
def _foreach_abs(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `abs` on each tensor of a list."""
def _foreach_abs_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `abs_` on each tensor of a list."""
def _foreach_acos(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `acos` on each tensor of a list."""
def _foreach_acos_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `acos_` on each tensor of a list."""
def _foreach_add(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `add` on each tensor of a list."""
def _foreach_add_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `add_` on each tensor of a list."""
def _foreach_addcdiv(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `addcdiv` on each tensor of a list."""
def _foreach_addcdiv_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `addcdiv_` on each tensor of a list."""
def _foreach_addcmul(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `addcmul` on each tensor of a list."""
def _foreach_addcmul_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `addcmul_` on each tensor of a list."""
def _foreach_asin(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `asin` on each tensor of a list."""
def _foreach_asin_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `asin_` on each tensor of a list."""
def _foreach_atan(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `atan` on each tensor of a list."""
def _foreach_atan_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `atan_` on each tensor of a list."""
def _foreach_ceil(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `ceil` on each tensor of a list."""
def _foreach_ceil_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `ceil_` on each tensor of a list."""
def _foreach_clamp_max(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `clamp_max` on each tensor of a list."""
def _foreach_clamp_max_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `clamp_max_` on each tensor of a list."""
def _foreach_clamp_min(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `clamp_min` on each tensor of a list."""
def _foreach_clamp_min_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `clamp_min_` on each tensor of a list."""
def _foreach_clone(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `clone` on each tensor of a list."""
def _foreach_copy_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `copy_` on each tensor of a list."""
def _foreach_cos(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `cos` on each tensor of a list."""
def _foreach_cos_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `cos_` on each tensor of a list."""
def _foreach_cosh(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `cosh` on each tensor of a list."""
def _foreach_cosh_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `cosh_` on each tensor of a list."""
def _foreach_div(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `div` on each tensor of a list."""
def _foreach_div_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `div_` on each tensor of a list."""
def _foreach_erf(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `erf` on each tensor of a list."""
def _foreach_erf_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `erf_` on each tensor of a list."""
def _foreach_erfc(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `erfc` on each tensor of a list."""
def _foreach_erfc_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `erfc_` on each tensor of a list."""
def _foreach_exp(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `exp` on each tensor of a list."""
def _foreach_exp_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `exp_` on each tensor of a list."""
def _foreach_expm1(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `expm1` on each tensor of a list."""
def _foreach_expm1_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `expm1_` on each tensor of a list."""
def _foreach_floor(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `floor` on each tensor of a list."""
def _foreach_floor_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `floor_` on each tensor of a list."""
def _foreach_frac(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `frac` on each tensor of a list."""
def _foreach_frac_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `frac_` on each tensor of a list."""
def _foreach_lerp(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `lerp` on each tensor of a list."""
def _foreach_lerp_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `lerp_` on each tensor of a list."""
def _foreach_lgamma(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `lgamma` on each tensor of a list."""
def _foreach_lgamma_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `lgamma_` on each tensor of a list."""
def _foreach_log(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `log` on each tensor of a list."""
def _foreach_log10(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `log10` on each tensor of a list."""
def _foreach_log10_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `log10_` on each tensor of a list."""
def _foreach_log1p(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `log1p` on each tensor of a list."""
def _foreach_log1p_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `log1p_` on each tensor of a list."""
def _foreach_log2(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `log2` on each tensor of a list."""
def _foreach_log2_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `log2_` on each tensor of a list."""
def _foreach_log_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `log_` on each tensor of a list."""
def _foreach_max(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `max` on each tensor of a list."""
def _foreach_maximum(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `maximum` on each tensor of a list."""
def _foreach_maximum_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `maximum_` on each tensor of a list."""
def _foreach_minimum(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `minimum` on each tensor of a list."""
def _foreach_minimum_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `minimum_` on each tensor of a list."""
def _foreach_mm(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `mm` on each tensor of a list."""
def _foreach_mul(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `mul` on each tensor of a list."""
def _foreach_mul_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `mul_` on each tensor of a list."""
def _foreach_neg(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `neg` on each tensor of a list."""
def _foreach_neg_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `neg_` on each tensor of a list."""
def _foreach_norm(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `norm` on each tensor of a list."""
def _foreach_pow(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `pow` on each tensor of a list."""
def _foreach_pow_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `pow_` on each tensor of a list."""
def _foreach_powsum(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `powsum` on each tensor of a list."""
def _foreach_reciprocal(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `reciprocal` on each tensor of a list."""
def _foreach_reciprocal_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `reciprocal_` on each tensor of a list."""
def _foreach_round(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `round` on each tensor of a list."""
def _foreach_round_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `round_` on each tensor of a list."""
def _foreach_rsqrt(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `rsqrt` on each tensor of a list."""
def _foreach_rsqrt_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `rsqrt_` on each tensor of a list."""
def _foreach_sigmoid(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sigmoid` on each tensor of a list."""
def _foreach_sigmoid_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sigmoid_` on each tensor of a list."""
def _foreach_sign(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sign` on each tensor of a list."""
def _foreach_sign_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sign_` on each tensor of a list."""
def _foreach_sin(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sin` on each tensor of a list."""
def _foreach_sin_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sin_` on each tensor of a list."""
def _foreach_sinh(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sinh` on each tensor of a list."""
def _foreach_sinh_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sinh_` on each tensor of a list."""
def _foreach_sqrt(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sqrt` on each tensor of a list."""
def _foreach_sqrt_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sqrt_` on each tensor of a list."""
def _foreach_sub(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sub` on each tensor of a list."""
def _foreach_sub_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `sub_` on each tensor of a list."""
def _foreach_tan(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `tan` on each tensor of a list."""
def _foreach_tan_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `tan_` on each tensor of a list."""
def _foreach_tanh(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `tanh` on each tensor of a list."""
def _foreach_tanh_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `tanh_` on each tensor of a list."""
def _foreach_trunc(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `trunc` on each tensor of a list."""
def _foreach_trunc_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `trunc_` on each tensor of a list."""
def _foreach_zero_(self: Any, *args: Any, **kwargs: Any) -> Tensor:
    """Runs `zero_` on each tensor of a list."""
def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the absolute value, or the modulus of a complex number."""
def abs_(input: Tensor) -> Tensor: ...
def absolute(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the angle of a cosine."""
def acos_(input: Tensor) -> Tensor: ...
def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the inverse of cosh."""
def acosh_(input: Tensor) -> Tensor: ...
def adaptive_avg_pool1d(input: Tensor, output_size: _int | Sequence[_int | None] | None) -> Tensor:
    """Returns the mean of each of `output_size` windows along the last dimension."""
def add(input: Tensor | _complex, other: Tensor | _complex, _last: Any = None, *, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    """Adds `alpha * other` to `input`."""
def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Any = 1, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    """Returns beta * input + alpha * the sum of the products of two batches of matrices."""
def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, _last: Any = None, *, value: Any = 1, out: Tensor | None = None) -> Tensor:
    """Returns input + value * tensor1 / tensor2."""
def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, _last: Any = None, *, value: Any = 1, out: Tensor | None = None) -> Tensor:
    """Returns input + value * tensor1 * tensor2."""
def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Any = 1, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    """Returns beta * input + alpha * mat1 @ mat2."""
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Any = 1, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    """Returns beta * input + alpha * mat @ vec."""
def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: Any = 1, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    """Returns beta * input + alpha * the outer product of two vectors."""
def adjoint(input: Tensor) -> Tensor:
    """Returns the conjugate transpose of the last two dimensions."""
def affine_grid_generator(theta: Tensor, size: _int | Sequence[_int], align_corners: Any, *, out: Tensor | None = None) -> Tensor:
    """Returns the grid (N, *, dims) that `theta` (N, dims, dims + 1) makes of the points of an image of `size` (N, C, *)."""
def alias_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `alias` does, in memory of its own."""
def all(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns whether all elements over `dim` are nonzero (as bool; as uint8 for that type)."""
def allclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> _bool:
    """Returns whether all elements are close: see isclose."""
def alpha_dropout(input: Tensor, p: Any, train: Any) -> Tensor:
    """Returns the input after a dropout that keeps mean and variance as selu aims at."""
def alpha_dropout_(input: Tensor, p: Any, train: Any) -> Tensor:
    """Returns the input after a dropout that keeps mean and variance as selu aims at."""
def amax(input: Tensor, dim: _int | Sequence[_int] | None = ..., keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the largest elements over `dim`, or over all; equals share the gradient."""
def amin(input: Tensor, dim: _int | Sequence[_int] | None = ..., keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the smallest elements over `dim`, or over all; equals share the gradient."""
def aminmax(input: Tensor, *, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Any = None) -> _min_max:
    """Returns the smallest and the largest elements over `dim`, or over all."""
def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the angle of a complex number; 0 or pi for a real one."""
def any(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns whether some element over `dim` is nonzero (as bool; as uint8 for that type)."""
def arange(start: Any = None, end: Any = None, step: Any = 1, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns start, start + step, ... up to before `end`; integers unless a float is given."""
def arccos(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arccos_(input: Tensor) -> Tensor: ...
def arccosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arccosh_(input: Tensor) -> Tensor: ...
def arcsin(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arcsin_(input: Tensor) -> Tensor: ...
def arcsinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arcsinh_(input: Tensor) -> Tensor: ...
def arctan(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctan_(input: Tensor) -> Tensor: ...
def arctanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctanh_(input: Tensor) -> Tensor: ...
def are_deterministic_algorithms_enabled() -> _bool:
    """Whether deterministic algorithms were asked for."""
def argmax(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns where the largest element along `dim` stands first, or the largest of all in reading order."""
def argmin(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns where the smallest element along `dim` stands first, or the smallest of all in reading order."""
def argsort(input: Tensor, dim: _int | Sequence[_int] | None = -1, descending: _bool = False, *, stable: _bool = False, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the positions of the elements in order along `dim`."""
def argwhere(input: Tensor) -> Tensor:
    """Returns the positions of the elements that are not zero, a row each."""
def as_strided(input: Tensor, size: Any, stride: Any, storage_offset: Any = None) -> Tensor:
    """Returns a view of the tensor's memory with the size, strides and offset given, in elements."""
def as_strided_(input: Tensor, size: Any, stride: Any, storage_offset: Any = None) -> Tensor:
    """Makes the tensor look at its memory with other strides."""
def as_strided_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `as_strided` does, in memory of its own."""
def as_strided_scatter(input: Tensor, src: Any, size: Any, stride: Any, storage_offset: Any = None) -> Tensor:
    """Returns a copy of `input` with what `as_strided` shows of it replaced by `src`."""
def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the angle of a sine."""
def asin_(input: Tensor) -> Tensor: ...
def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the inverse of sinh."""
def asinh_(input: Tensor) -> Tensor: ...
def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the angle of a tangent."""
def atan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the angle of the point (other, input)."""
def atan_(input: Tensor) -> Tensor: ...
def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the inverse of tanh."""
def atanh_(input: Tensor) -> Tensor: ...
@overload
def atleast_1d(tensor: Tensor, /) -> Tensor:
    """Returns each tensor with at least one dimension."""
@overload
def atleast_1d(*tensors: Any) -> Any: ...
@overload
def atleast_2d(tensor: Tensor, /) -> Tensor:
    """Returns each tensor with at least two dimensions, new ones in front."""
@overload
def atleast_2d(*tensors: Any) -> Any: ...
@overload
def atleast_3d(tensor: Tensor, /) -> Tensor:
    """Returns each tensor with at least three dimensions: a matrix gets one behind, a vector one on each side."""
@overload
def atleast_3d(*tensors: Any) -> Any: ...
def avg_pool1d(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] | str = 0, ceil_mode: _bool = False, count_include_pad: _bool = True) -> Tensor:
    """Returns the mean of each window along the last dimension."""
def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Any = 1, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    """Returns beta * input + alpha * batch1 @ batch2, for batches of matrices."""
def bartlett_window(window_length: Any, periodic: _bool = True, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """Returns a triangle over `window_length` points."""
def batch_norm(input: Tensor, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: _bool, momentum: Any, eps: Any, cudnn_enabled: Any) -> Tensor:
    """Returns the input with mean 0 and variance 1 per channel (dimension 1), times `weight` plus `bias`."""
def batch_norm_update_stats(input: Tensor, running_mean: Tensor | None, running_var: Tensor | None, momentum: Any) -> _mean_var:
    """Returns the mean and the variance of each channel (dimension 1), and moves the running ones towards them."""
def bernoulli(input: Tensor, p: _float | str | None = None, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor:
    """Returns ones of the probabilities in `input` (or of probability `p`), and zeros, in its type."""
def bincount(input: Tensor, weights: Tensor | None = None, minlength: Any = 0) -> Tensor:
    """Returns how often each of 0, 1, 2, ... occurs in `input`, or the sum of its weights."""
def binomial(count: Tensor, prob: Tensor, generator: Generator | None = None) -> Tensor:
    """Returns numbers of successes in `count` trials of probability `prob`."""
def bitwise_and(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns the bits that both have."""
def bitwise_left_shift(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns the bits moved up by `other`."""
def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the opposite bits; the opposite truth for bool."""
def bitwise_or(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns the bits that either has."""
def bitwise_right_shift(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns the bits moved down by `other`; the sign fills in."""
def bitwise_xor(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns the bits that exactly one has."""
def blackman_window(window_length: Any, periodic: _bool = True, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """Returns a sum of two cosines over `window_length` points."""
def block_diag(*tensors: Any) -> Tensor:
    """Returns a matrix with the tensors along its diagonal; vectors count as rows."""
def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the products of two batches of matrices."""
def broadcast_shapes(*shapes: _int | Sequence[_int]) -> Size:
    """Returns the shape that tensors of the given shapes broadcast to."""
def broadcast_tensors(*tensors_: Any) -> tuple[Tensor, ...]:
    """Returns the tensors, broadcast to their common shape."""
def broadcast_to(input: Tensor, *sizes: _int | Sequence[_int], size: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns a view broadcast to `size`."""
def bucketize(input: Tensor, boundaries: Any, *, out_int32: _bool = False, right: _bool = False, out: Any = None) -> Tensor:
    """Returns the number of the bucket between sorted boundaries that each value falls in."""
def can_cast(from_: _dtype, to: _dtype) -> _bool:
    """Returns whether an in-place result of one dtype may be written into a tensor of the other."""
def cartesian_prod(*tensors: Any) -> Tensor:
    """Returns a row for each way to take one element of every vector; of one vector, the vector."""
def cat(tensors: Sequence[Tensor], dim: _int | Sequence[_int] | None = 0, *, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the tensors, one after the other along `dim`, in the type that they promote to."""
def cdist(x1: Any, x2: Any, p: _float = 2.0, compute_mode: str = 'use_mm_for_euclid_dist_if_necessary') -> Tensor:
    """Returns the p-norm of the difference of each row of `x1` and each row of `x2`."""
def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the smallest integer not below each element."""
def ceil_(input: Tensor) -> Tensor: ...
def celu(input: Tensor, alpha: _float = 1.0, *, out: Tensor | None = None) -> Tensor:
    """Returns the positive elements, and `alpha * (e**(x / alpha) - 1)` for the others."""
def celu_(input: Tensor, alpha: _float = 1.0) -> Tensor: ...
def chain_matmul(*matrices: Any, out: Any = None) -> Tensor:
    """Returns the product of several matrices, in the order that costs least."""
def channel_shuffle(input: Tensor, groups: _int) -> Tensor:
    """Returns the channels (dimension 1) dealt out: the first of each group, then the second of each, ..."""
def cholesky(input: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Returns the lower (or upper) Cholesky factor of each matrix. LinAlgError where it is not positive definite."""
def cholesky_inverse(input: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Returns the inverse of A, from its Cholesky factor."""
def cholesky_solve(input: Tensor, input2: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Returns X with A X = input, from the Cholesky factor `input2` of A."""
def chunk(input: Tensor, chunks: _int, dim: _int = 0) -> tuple[Tensor, ...]:
    """Returns at most `chunks` views along `dim`, all of one size but the last."""
def clamp(input: Tensor, min: Tensor | _complex | None = None, max: Tensor | _complex | None = None, *, out: Tensor | None = None) -> Tensor:
    """Returns `input` brought into [min, max]; `max` wins where they cross."""
def clamp_(input: Tensor, min: Tensor | _complex | None = None, max: Tensor | _complex | None = None) -> Tensor: ...
def clamp_max(input: Tensor, max: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns `input`, or `max` where that is smaller."""
def clamp_max_(input: Tensor, max: Tensor | _complex) -> Tensor: ...
def clamp_min(input: Tensor, min: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns `input`, or `min` where that is larger."""
def clamp_min_(input: Tensor, min: Tensor | _complex) -> Tensor: ...
def clip(input: Tensor, min: Tensor | _complex | None = None, max: Tensor | _complex | None = None, *, out: Tensor | None = None) -> Tensor: ...
def clip_(input: Tensor, min: Tensor | _complex | None = None, max: Tensor | _complex | None = None) -> Tensor: ...
def clone(input: Tensor, *, memory_format: memory_format | None = None, out: Tensor | None = None) -> Tensor:
    """Returns a copy, with the strides of the input where those are dense."""
def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Returns the tensors side by side; vectors count as columns."""
def combinations(input: Tensor, r: Any = 2, with_replacement: _bool = False) -> Tensor:
    """Returns a row for each choice of `r` elements of a vector, in order."""
def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns real + imag * 1j."""
def concat(tensors: Sequence[Tensor], dim: _int | Sequence[_int] | None = 0, *, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the tensors, one after the other along `dim`."""
def concatenate(tensors: Sequence[Tensor], dim: _int | Sequence[_int] | None = 0, *, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the tensors, one after the other along `dim`."""
def conj(input: Tensor) -> Tensor:
    """Returns the complex conjugate: the tensor itself where it is real."""
def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the complex conjugate."""
def conj_physical_(input: Tensor) -> Tensor: ...
def constant_pad_nd(input: Tensor, pad: Any, value: Any = 0, *, out: Tensor | None = None) -> Tensor:
    """Returns the input with a border of `value`."""
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] | None = 1, padding: _int | Sequence[_int] | str = 0, dilation: _int | Sequence[_int] = 1, groups: _int = 1) -> Tensor:
    """Returns `input` (N, C, L) convolved with `weight` (O, C / groups, K); `padding` may be "valid" or "same"."""
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] | None = 1, padding: _int | Sequence[_int] | str = 0, dilation: _int | Sequence[_int] = 1, groups: _int = 1) -> Tensor:
    """Returns `input` (N, C, H, W) convolved with `weight` (O, C / groups, K, L); `padding` may be "valid" or "same"."""
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] | None = 1, padding: _int | Sequence[_int] | str = 0, dilation: _int | Sequence[_int] = 1, groups: _int = 1) -> Tensor:
    """Returns `input` (N, C, D, H, W) convolved with `weight` (O, C / groups, *); `padding` may be "valid" or "same"."""
def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: Any = 0) -> Tensor:
    """Returns `input` (T, N, C) convolved along time with `weight` (K, C, O)."""
def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] | None = 1, padding: _int | Sequence[_int] | str = 0, output_padding: _int | Sequence[_int] = 0, groups: _int = 1, dilation: _int | Sequence[_int] = 1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, K) sends back to its input."""
def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] | None = 1, padding: _int | Sequence[_int] | str = 0, output_padding: _int | Sequence[_int] = 0, groups: _int = 1, dilation: _int | Sequence[_int] = 1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, K, L) sends back to its input."""
def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] | None = 1, padding: _int | Sequence[_int] | str = 0, output_padding: _int | Sequence[_int] = 0, groups: _int = 1, dilation: _int | Sequence[_int] = 1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, *) sends back to its input."""
def convolution(input: Tensor, weight: Tensor, bias: Tensor | None, stride: _int | Sequence[_int] | None, padding: _int | Sequence[_int] | str, dilation: _int | Sequence[_int], transposed: Any, output_padding: _int | Sequence[_int], groups: _int) -> Tensor:
    """Returns `input` (N, C, *) convolved with `weight` (O, C / groups, *); transposed, with (C, O / groups, *)."""
def copysign(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns the size of `input` with the sign of `other`."""
def corrcoef(input: Tensor) -> Tensor:
    """Returns the correlation matrix of the variables in the rows of `input`."""
def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the cosine of each element."""
def cos_(input: Tensor) -> Tensor: ...
def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the hyperbolic cosine."""
def cosh_(input: Tensor) -> Tensor: ...
def cosine_similarity(x1: Tensor, x2: Tensor, dim: _int | Sequence[_int] | None = 1, eps: _float = 1e-08, *, axis: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns the cosine of the angle between the vectors along `dim`."""
def count_nonzero(input: Tensor, dim: _int | Sequence[_int] | None = None, *, axis: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns how many elements over `dim` are nonzero."""
def cov(input: Tensor, *, correction: Any = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
    """Returns the covariance matrix of the variables in the rows of `input`, observations in its columns."""
def cross(input: Tensor, other: Tensor, dim: _int | Sequence[_int] | None = None, *, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the cross products of the vectors along `dim`: without one, along the first dimension of size 3."""
def cummax(input: Tensor, dim: _int | Sequence[_int] | None = ..., *, axis: _int | Sequence[_int] | None = None, out: Any = None) -> _values_indices:
    """Returns the running largest values along `dim`, and where they stand."""
def cummin(input: Tensor, dim: _int | Sequence[_int] | None = ..., *, axis: _int | Sequence[_int] | None = None, out: Any = None) -> _values_indices:
    """Returns the running smallest values along `dim`, and where they stand."""
def cumprod(input: Tensor, dim: _int | Sequence[_int] | None = ..., *, dtype: _dtype | None = None, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the running products along `dim`."""
def cumsum(input: Tensor, dim: _int | Sequence[_int] | None = ..., *, dtype: _dtype | None = None, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the running sums along `dim`."""
def cumulative_trapezoid(y: Any, x: Any = None, *, dx: Any = None, dim: Any = -1) -> Tensor:
    """Returns the running integrals of the samples `y` along `dim`, by the trapezoid rule."""
def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns degrees as radians."""
def deg2rad_(input: Tensor) -> Tensor: ...
def det(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the determinant of each matrix."""
def detach(input: Tensor) -> Tensor:
    """Returns the same memory, as a constant."""
def detach_(input: Tensor) -> Tensor:
    """Cuts the tensor off the tape."""
def detach_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `detach` does, in memory of its own."""
def diag(input: Tensor, diagonal: Any = 0, *, out: Tensor | None = None) -> Tensor:
    """Returns a matrix with a vector on its diagonal, or a copy of the diagonal of a matrix."""
def diag_embed(input: Tensor, offset: Any = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
    """Returns zeros with the last dimension of `input` on a diagonal of the dimensions `dim1` and `dim2`."""
def diagflat(input: Tensor, offset: Any = 0) -> Tensor:
    """Returns a matrix with the elements on a diagonal."""
def diagonal(input: Tensor, offset: Any = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
    """Returns a view of a diagonal of two dimensions, laid along a last dimension."""
def diagonal_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `diagonal` does, in memory of its own."""
def diagonal_scatter(input: Tensor, src: Tensor, offset: Any = 0, dim1: _int = 0, dim2: _int = 1, *, out: Tensor | None = None) -> Tensor:
    """Returns a copy of `input` with a diagonal replaced by `src`."""
def diff(input: Tensor, n: Any = 1, dim: _int | Sequence[_int] | None = -1, prepend: Tensor | None = None, append: Tensor | None = None, *, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the differences of neighbours along `dim`, taken `n` times."""
def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the slope of lgamma."""
def dist(input: Tensor, other: Tensor, p: _float | str | None = 2, *, out: Tensor | None = None) -> Tensor:
    """Returns the p-norm of `input - other`."""
def div(input: Tensor | _complex, other: Tensor | _complex, *, rounding_mode: Any = None, out: Tensor | None = None) -> Tensor:
    """Divides `input` by `other`; `rounding_mode` may be None, "trunc" or "floor"."""
def divide(input: Tensor | _complex, other: Tensor | _complex, *, rounding_mode: Any = None, out: Tensor | None = None) -> Tensor: ...
def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the sum of the products of two vectors' elements."""
def dropout(input: Tensor, p: Any, train: Any) -> Tensor:
    """Returns the input with each element 0 with probability `p`, the others divided by 1 - p."""
def dropout_(input: Tensor, p: Any, train: Any) -> Tensor:
    """Returns the input with each element 0 with probability `p`, the others divided by 1 - p."""
def dsplit(input: Tensor, indices_or_sections: Any = None, *, indices: Any = None, sections: _int | None = None) -> tuple[Tensor, ...]:
    """Returns views along the third dimension."""
def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Returns the tensors along the third dimension."""
def einsum(*args: Any) -> Tensor:
    """Returns the sum of products that an equation such as "bij,bjk->bik" describes."""
def embedding(weight: Tensor, indices: Tensor, padding_idx: Any = -1, scale_grad_by_freq: _bool = False, sparse: _bool = False) -> Tensor:
    """Returns the rows of `weight` that `indices` name; row `padding_idx` gets no gradient."""
def embedding_renorm_(weight: Any, indices: Any, max_norm: Any, norm_type: Any) -> Tensor:
    """Scales the rows of `weight` that `indices` name, in place, where their norm is above `max_norm`."""
def empty(*sizes: _int | Sequence[_int], size: _int | Sequence[_int] | None = None, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, memory_format: memory_format | None = None, names: Any = None, out: Tensor | None = None) -> Tensor:
    """Returns a tensor of the given size, of whatever the memory holds."""
def empty_like(input: Tensor, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, memory_format: memory_format | None = None) -> Tensor:
    """Returns an uninitialised tensor in the shape, type and strides of `input`."""
def empty_permuted(size: _int | Sequence[_int], physical_layout: Any, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns an uninitialised tensor whose dimensions lie in memory in the order `physical_layout`, slowest first."""
def empty_strided(size: _int | Sequence[_int], stride: _int | Sequence[_int] | None, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """Returns a tensor of the given size and strides, of whatever the memory holds."""
def eq(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns where `input` equals `other`."""
def equal(input: Tensor, other: Tensor) -> _bool:
    """Returns whether two tensors have the same shape and elements."""
def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the error function of each element."""
def erf_(input: Tensor) -> Tensor: ...
def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns 1 - erf(input), exact where that is small."""
def erfc_(input: Tensor) -> Tensor: ...
def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the inverse of erf."""
def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns e**input, element by element."""
def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns 2**input, element by element."""
def exp2_(input: Tensor) -> Tensor: ...
def exp_(input: Tensor) -> Tensor: ...
def expand_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `expand` does, in memory of its own."""
def explain(tensor: Tensor) -> Any:
    """Returns what this tensor is to autograd now, and why its gradient is there or not: a text for reading."""
def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns e**input - 1, exact near zero."""
def expm1_(input: Tensor) -> Tensor: ...
def eye(n: Any, m: Any = None, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns ones on the main diagonal of an (n, m) matrix."""
def feature_alpha_dropout(input: Tensor, p: Any, train: Any) -> Tensor:
    """Returns the input after an alpha_dropout of whole channels."""
def feature_alpha_dropout_(input: Tensor, p: Any, train: Any) -> Tensor:
    """Returns the input after an alpha_dropout of whole channels."""
def feature_dropout(input: Tensor, p: Any, train: Any) -> Tensor:
    """Returns the input with channels 0 with probability `p`, the others divided by 1 - p."""
def feature_dropout_(input: Tensor, p: Any, train: Any) -> Tensor:
    """Returns the input with channels 0 with probability `p`, the others divided by 1 - p."""
def fill(input: Tensor, value: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns `value` in the shape and type of `input`."""
def fill_(input: Tensor, value: Tensor | _complex) -> Tensor: ...
def fix(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def fix_(input: Tensor) -> Tensor: ...
def flatten(input: Tensor, start_dim: _int = 0, end_dim: _int = -1) -> Tensor:
    """Returns the elements with the dimensions from `start_dim` to `end_dim` made one."""
def flip(input: Tensor, *dimss: _int | Sequence[_int], dims: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns a copy with the order along `dims` reversed."""
def fliplr(input: Tensor) -> Tensor:
    """Returns a copy with the columns in reverse order."""
def flipud(input: Tensor) -> Tensor:
    """Returns a copy with the rows in reverse order."""
def float_power(input: Tensor | _complex, exponent: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns input ** exponent in double precision."""
def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the largest integer not above each element."""
def floor_(input: Tensor) -> Tensor: ...
def floor_divide(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns the quotient rounded down. RuntimeError where an integer is divided by zero."""
def fmax(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the larger of each pair; the other one where one is nan."""
def fmin(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the smaller of each pair; the other one where one is nan."""
def fmod(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns what division leaves, with the sign of `input`."""
def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the fraction of each element, with its sign."""
def frac_(input: Tensor) -> Tensor: ...
def frexp(input: Tensor, *, out: Any = None) -> _mantissa_exponent:
    """Returns mantissas in [0.5, 1) and the powers of two they belong to."""
def from_file(filename: str, shared: _bool | None = None, size: _int | None = 0, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """A vector over the first `size` elements of a file; writes reach the file if `shared`, which also makes and lengthens it."""
def full(size: _int | Sequence[_int], fill_value: _complex, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, names: Any = None, out: Tensor | None = None) -> Tensor:
    """Returns `fill_value` everywhere; the type is that of the value unless given."""
def full_like(input: Tensor, fill_value: _complex, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, memory_format: memory_format | None = None) -> Tensor:
    """Returns `fill_value` everywhere, in the shape, type and strides of `input`."""
def gather(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, *, sparse_grad: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns the elements at `index` along `dim`, and at their own place along the other dimensions."""
def gcd(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the greatest common divisor, element by element."""
def gcd_(input: Tensor, other: Tensor) -> Tensor: ...
def ge(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns where `input` is at least `other`."""
def geqrf(input: Tensor, *, out: Any = None) -> _a_tau:
    """Returns R with the vectors of the reflections below it, and their factors."""
def ger(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def get_default_device() -> device:
    """The device of new tensors that name none."""
def get_deterministic_debug_mode() -> _int:
    """0, 1 or 2: see set_deterministic_debug_mode."""
def get_num_threads() -> _int:
    """How many threads big elementwise operations use."""
def gradient(input: Tensor, *, spacing: Any = None, dim: Any = None, edge_order: _int = 1) -> tuple[Tensor, ...]:
    """Returns the derivative along each dimension (of `dim`), estimated to second order inside and to `edge_order` at the ends."""
def graph(tensor: Tensor, names: Any = None) -> Any:
    """Returns the Graph behind a tensor (or several): every recorded operation and every leaf that it depends on."""
def greater(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor: ...
def greater_equal(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor: ...
def grid_sampler(input: Tensor, grid: Tensor, interpolation_mode: Any, padding_mode: Any, align_corners: Any) -> Tensor:
    """Returns `input` read at the points of `grid`; modes are numbers: bilinear, nearest, bicubic; zeros, border, reflection."""
def grid_sampler_2d(input: Tensor, grid: Tensor, interpolation_mode: Any, padding_mode: Any, align_corners: Any) -> Tensor:
    """Returns `input` (N, C, H, W) read at the points of `grid`."""
def grid_sampler_3d(input: Tensor, grid: Tensor, interpolation_mode: Any, padding_mode: Any, align_corners: Any) -> Tensor:
    """Returns `input` (N, C, D, H, W) read at the points of `grid`."""
def group_norm(input: Tensor, num_groups: _int, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05, cudnn_enabled: _bool = True) -> Tensor:
    """Returns the input with mean 0 and variance 1 over each group of its channels (dimension 1), times `weight` plus `bias`."""
def gru(input: Tensor, *args: Any) -> tuple[Tensor, Tensor]:
    """Returns what gru layers make of (steps, batch, width), or of packed data and its batch sizes, and their last states."""
def gru_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    """Returns the next state of a gated recurrent unit (Cho and others, 2014)."""
def gt(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns where `input` is above `other`."""
def hamming_window(window_length: Any, periodic: _bool = True, alpha: _float = 0.54, beta: _float = 0.46, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """Returns alpha minus beta times a cosine over `window_length` points."""
def hann_window(window_length: Any, periodic: _bool = True, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """Returns a raised cosine over `window_length` points."""
def hardshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """Returns each element, and 0 where its magnitude is at most `lambd`."""
def hash_tensor(input: Tensor, dim: _int | Sequence[_int] | None = ..., *, keepdim: _bool = False, mode: Any = 0, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the exclusive or of the elements over `dim`, floating-point ones as the bits of a double, as uint64."""
def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns 0 below zero, 1 above it and `values` at it."""
def histc(input: Tensor, bins: Any = 100, min: Any = 0, max: Any = 0, *, out: Tensor | None = None) -> Tensor:
    """Returns how many elements fall in each of `bins` equal parts of [min, max], or of their own range if those are equal."""
def histogram(input: Tensor, bins: Any, *, range: Any = None, weight: Tensor | None = None, density: _bool = False, out: Any = None) -> _hist_bin_edges:
    """Returns a histogram of the elements: `bins` is a number of equal parts, or the edges."""
def histogramdd(input: Tensor, bins: Any, range: Any = None, weight: Tensor | None = None, density: _bool = False) -> Any:
    """Returns the counts (or weights) of points in the boxes of a grid, and the edges of the grid along each coordinate."""
def hsplit(input: Tensor, indices_or_sections: Any = None, *, indices: Any = None, sections: _int | None = None) -> tuple[Tensor, ...]:
    """Returns views along the second dimension, or along the only one."""
def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Returns the tensors side by side: along the second dimension, or the only one."""
def hypot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns sqrt(input**2 + other**2)."""
def i0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the modified Bessel function of the first kind, of order 0."""
def i0_(input: Tensor) -> Tensor: ...
def igamma(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the regularised lower incomplete gamma function."""
def igammac(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the regularised upper incomplete gamma function."""
def imag(input: Tensor) -> Tensor:
    """Returns a view of the imaginary parts. RuntimeError for a real tensor."""
def index_add(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, source: Tensor, *, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    """Returns `input` with `alpha` times the slices of `source` added at `index` along `dim`."""
def index_copy(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns `input` with the slices of `source` at the positions `index` along `dim`."""
def index_fill(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, value: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns `input` with `value` in the slices at the positions `index` along `dim`."""
def index_put(input: Tensor, indices: Any, values: Any, accumulate: _bool = False) -> Tensor:
    """Returns a copy of `input` with `values` written (or added) where `indices` point: as `input[indices] = values`."""
def index_put_(input: Tensor, indices: Any, values: Any, accumulate: _bool = False) -> Tensor:
    """Writes `values` (or adds them) where `indices` point: as `input[indices] = values`."""
def index_reduce(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, source: Tensor, reduce: Any, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
    """Returns `input` with the slices of `source` folded in at `index` along `dim`: prod, mean, amax or amin."""
def index_select(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the slices at the positions `index` along `dim`."""
def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the sums of products over the last dimensions."""
def install_as_torch(*, force: _bool = False) -> Any:
    """Makes `import torch` give rushlight, in this process, until uninstall_as_torch()."""
def instance_norm(input: Tensor, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None, running_var: Tensor | None, use_input_stats: Any, momentum: Any, eps: Any, cudnn_enabled: Any) -> Tensor:
    """Returns the input with mean 0 and variance 1 per channel of each example, times `weight` plus `bias`."""
def inverse(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the inverse of each matrix. LinAlgError where there is none."""
def is_complex(input: Tensor) -> _bool:
    """Whether the tensor holds complex numbers."""
def is_conj(input: Tensor) -> _bool:
    """Returns False: no tensor here waits to be conjugated."""
def is_deterministic_algorithms_warn_only_enabled() -> _bool:
    """Whether they were asked for with `warn_only`."""
def is_floating_point(input: Tensor) -> _bool:
    """Whether the tensor holds floating-point numbers."""
def is_inference(input: Tensor) -> _bool:
    """Whether the tensor was made in inference mode."""
def is_neg(input: Tensor) -> _bool:
    """Returns False: no tensor here waits to be negated."""
def is_nonzero(input: Tensor) -> _bool:
    """Whether the one element is not zero. RuntimeError for any other number of elements."""
def is_same_size(input: Tensor, other: Any) -> _bool:
    """Whether two tensors have the same shape."""
def is_signed(input: Tensor) -> _bool:
    """Whether the tensor's type has negative numbers."""
def is_storage(obj: Any, /) -> _bool:
    """Whether `obj` is the memory of a tensor."""
def is_tensor(obj: Any, /) -> _bool:
    """Whether `obj` is a tensor."""
def is_warn_always_enabled() -> _bool:
    """Whether warnings that are given once are given every time."""
def isclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> Tensor:
    """Returns where |input - other| <= atol + rtol * |other|; equal infinities are close."""
def isfinite(input: Tensor) -> Tensor:
    """Returns whether each element is neither infinite nor nan."""
def isin(elements: Any, test_elements: Any, *, assume_unique: _bool = False, invert: _bool = False, out: Any = None) -> Tensor:
    """Returns whether each element is (with `invert`: is not) among the tests; either may be a number."""
def isinf(input: Tensor) -> Tensor:
    """Returns whether each element is infinite."""
def isnan(input: Tensor) -> Tensor:
    """Returns whether each element is nan."""
def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns whether each element is -infinity."""
def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns whether each element is +infinity."""
def isreal(input: Tensor) -> Tensor:
    """Returns whether each element has no imaginary part."""
def istft(input: Tensor, n_fft: Any, hop_length: Any = None, win_length: Any = None, window: Any = None, center: _bool = True, normalized: _bool = False, onesided: Any = None, length: Any = None, return_complex: _bool = False) -> Tensor:
    """Returns the signal of which `input` holds the short-time transforms: the least-squares one, if they are not of any."""
def kaiser_window(window_length: Any, periodic: _bool = True, beta: _float = 12.0, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False) -> Tensor:
    """Returns a Bessel function of a half circle over `window_length` points."""
def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the Kronecker product."""
def kthvalue(input: Tensor, k: Any, dim: _int | Sequence[_int] | None = -1, keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Any = None) -> _values_indices:
    """Returns the k-th smallest value along `dim`, and where it stands."""
def layer_norm(input: Tensor, normalized_shape: _int | Sequence[_int], weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05, cudnn_enable: _bool = True) -> Tensor:
    """Returns the input with mean 0 and variance 1 over its last dimensions `normalized_shape`, times `weight` plus `bias`."""
def lcm(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the least common multiple, element by element."""
def lcm_(input: Tensor, other: Tensor) -> Tensor: ...
def ldexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns input * 2 ** other."""
def ldexp_(input: Tensor, other: Tensor) -> Tensor: ...
def le(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns where `input` is at most `other`."""
def lerp(input: Tensor, end: Tensor, weight: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns input + weight * (end - input)."""
def less(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor: ...
def less_equal(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor: ...
def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the logarithm of |gamma(input)|."""
def linspace(start: Any, end: Any, steps: Any, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns `steps` numbers from `start` to `end`, evenly spaced."""
def log(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the natural logarithm."""
def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the logarithm to base 10."""
def log10_(input: Tensor) -> Tensor: ...
def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns log(1 + input)."""
def log1p_(input: Tensor) -> Tensor: ...
def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the logarithm to base 2."""
def log2_(input: Tensor) -> Tensor: ...
def log_(input: Tensor) -> Tensor: ...
def log_softmax(input: Tensor, dim: _int | Sequence[_int] | None = ..., dtype: _dtype | None = None, *, out: Tensor | None = None, axis: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns the logarithm of the softmax along `dim`; computed in `dtype` if that is given."""
def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns log(exp(input) + exp(other))."""
def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns log2(2**input + 2**other)."""
def logcumsumexp(input: Tensor, dim: _int | Sequence[_int] | None = ..., *, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the running log(sum(exp(input))) along `dim`."""
def logdet(input: Tensor) -> Tensor:
    """Returns the logarithm of the determinant of each matrix; NaN where that is negative."""
def logical_and(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns where both are nonzero."""
def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns where the input is zero."""
def logical_or(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns where either is nonzero."""
def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns where exactly one is nonzero."""
def logit(input: Tensor, eps: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Returns log(input / (1 - input)), with the input brought into [eps, 1 - eps] if `eps` is given."""
def logit_(input: Tensor, eps: Any = None) -> Tensor: ...
def logspace(start: Any, end: Any, steps: Any, base: _float = 10.0, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns `base` raised to each of `steps` evenly spaced numbers from `start` to `end`."""
def logsumexp(input: Tensor, dim: _int | Sequence[_int] | None = ..., keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns log(sum(exp(input))) over `dim`, computed without overflow."""
def lstm(input: Tensor, *args: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Returns what lstm layers make of (steps, batch, width), or of packed data and its batch sizes, and their last states."""
def lstm_cell(input: Tensor, hx: Sequence[Tensor], w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> tuple[Tensor, ...]:
    """Returns the next state and cell of a long short-term memory (Hochreiter and Schmidhuber, 1997)."""
def lt(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns where `input` is below `other`."""
def lu(input: Tensor, pivot: _bool = True, get_infos: _bool = False) -> tuple[Tensor, ...]:
    """Returns L and U in one matrix, and the row swaps; also the infos on request."""
def lu_solve(b: Tensor, LU_data: Tensor, LU_pivots: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns X with A X = b, from lu_factor(A)."""
def lu_unpack(LU_data: Tensor, LU_pivots: Tensor, unpack_data: _bool = True, unpack_pivots: _bool = True, *, out: Any = None) -> _P_L_U:
    """Returns P, L and U from the results of lu_factor; empty tensors for what is not asked for."""
def masked_fill(input: Tensor, mask: Tensor, value: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns `input` with `value` where the mask holds."""
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns `input` with the first elements of `source`, in order, where the mask holds."""
def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the elements where the mask holds, in a row."""
def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the product of vectors, matrices, or batches of matrices, which broadcast."""
def matrix_exp(input: Tensor) -> Tensor:
    """Returns the exponential of each matrix."""
def matrix_power(input: Tensor, n: Any, *, out: Tensor | None = None) -> Tensor:
    """Returns the product of `n` copies of each matrix, of its inverse for a negative `n`."""
@overload
def max(input: Tensor) -> Tensor:
    """Returns the largest element; with `dim`, the largest along it and their positions; with a tensor, elementwise."""
@overload
def max(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Any = None) -> _values_indices: ...
@overload
def max(input: Tensor, dim: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def max(input: Tensor, *, other: Tensor, out: Tensor | None = None) -> Tensor: ...
@overload
def max(input: Tensor, *, axis: _int, keepdim: _bool = False, keepdims: _bool | None = None, out: Any = None) -> _values_indices: ...
def max_pool1d(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] | str = 0, dilation: _int | Sequence[_int] = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """Returns the largest element of each window along the last dimension; with `return_indices` also where it was."""
def max_pool1d_with_indices(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] | str = 0, dilation: _int | Sequence[_int] = 1, ceil_mode: _bool = False) -> tuple[Tensor, ...]:
    """Returns the largest element of each window along the last dimension, and where it was."""
def max_pool2d(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] | str = 0, dilation: _int | Sequence[_int] = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """Returns the largest element of each window over the last two dimensions; with `return_indices` also where it was."""
def max_pool3d(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] | str = 0, dilation: _int | Sequence[_int] = 1, ceil_mode: _bool = False, return_indices: _bool = False) -> Tensor:
    """Returns the largest element of each window over the last three dimensions; with `return_indices` also where it was."""
def maximum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the larger of each pair; nan where either is."""
def mean(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the mean over `dim`, or over all elements."""
@overload
def median(input: Tensor) -> Tensor:
    """Returns the lower median of all elements; with `dim`, the medians along it and their positions."""
@overload
def median(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Any = None) -> _values_indices: ...
@overload
def median(input: Tensor, *, axis: _int, keepdim: _bool = False, keepdims: _bool | None = None, out: Any = None) -> _values_indices: ...
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Returns a view of each vector along a dimension of its own, expanded over those of the others."""
@overload
def min(input: Tensor) -> Tensor:
    """Returns the smallest element; with `dim`, the smallest along it and their positions; with a tensor, elementwise."""
@overload
def min(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Any = None) -> _values_indices: ...
@overload
def min(input: Tensor, dim: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def min(input: Tensor, *, other: Tensor, out: Tensor | None = None) -> Tensor: ...
@overload
def min(input: Tensor, *, axis: _int, keepdim: _bool = False, keepdims: _bool | None = None, out: Any = None) -> _values_indices: ...
def minimum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the smaller of each pair; nan where either is."""
def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the product of two matrices."""
def mode(input: Tensor, dim: _int | Sequence[_int] | None = -1, keepdim: _bool = False, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Any = None) -> _values_indices:
    """Returns the most frequent value along `dim`, and where it stands."""
def moveaxis(input: Tensor, source: Any, destination: Any) -> Tensor:
    """Returns a view with the dimensions `source` moved to the positions `destination`."""
def movedim(input: Tensor, source: Any, destination: Any) -> Tensor:
    """Returns a view with the dimensions `source` moved to the positions `destination`."""
def msort(input: Tensor, *, out: Any = None) -> Tensor:
    """Returns the elements in order along the first dimension."""
def mul(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Multiplies `input` by `other`."""
def multinomial(input: Tensor, num_samples: Any, replacement: _bool = False, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor:
    """Returns `num_samples` positions drawn with the weights in each row of `input`."""
def multiply(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor: ...
def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the product of a matrix and a vector."""
def mvlgamma(input: Tensor, p: _float | str | None, *, out: Tensor | None = None) -> Tensor:
    """Returns the logarithm of the multivariate gamma function of dimension `p`."""
def nan_to_num(input: Tensor, nan: Any = None, posinf: Any = None, neginf: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Returns finite numbers: by default 0 for nan, the type's largest for infinity."""
def nan_to_num_(input: Tensor, nan: Any = None, posinf: Any = None, neginf: Any = None) -> Tensor: ...
def nanmean(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the mean of what is no NaN over `dim`, or over all elements."""
@overload
def nanmedian(input: Tensor) -> Tensor:
    """Returns the lower median of what is no NaN; with `dim`, the medians along it and their positions."""
@overload
def nanmedian(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Any = None) -> _values_indices: ...
@overload
def nanmedian(input: Tensor, *, axis: _int, keepdim: _bool = False, keepdims: _bool | None = None, out: Any = None) -> _values_indices: ...
def nanquantile(input: Tensor, q: Tensor | _complex, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the values below which the shares `q` of the elements along `dim` that are no NaN lie."""
def nansum(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the sum over `dim`, or over all elements, with NaN counted as zero."""
def narrow(input: Tensor, dim: Any, start: Any, length: Any) -> Tensor:
    """Returns a view of `length` positions along `dim`, from `start`, which may be an integer tensor."""
def narrow_copy(input: Tensor, dim: Any, start: Any, length: Any, *, out: Any = None) -> Tensor:
    """Returns a copy of `length` positions along `dim`, from `start`."""
def native_batch_norm(input: Tensor, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None, running_var: Tensor | None, training: _bool, momentum: Any, eps: Any) -> _out_mean_rstd:
    """Returns batch_norm, the means and the reciprocals of the deviations (empty unless `training`)."""
def native_channel_shuffle(input: Tensor, groups: _int) -> Tensor: ...
def native_group_norm(input: Tensor, weight: Tensor | None, bias: Tensor | None, N: Any, C: Any, HxW: Any, group: Any, eps: Any) -> _out_mean_rstd:
    """Returns group_norm, the means and the reciprocals of the deviations."""
def native_layer_norm(input: Tensor, normalized_shape: _int | Sequence[_int], weight: Tensor | None, bias: Tensor | None, eps: Any) -> _out_mean_rstd:
    """Returns layer_norm, the means and the reciprocals of the deviations."""
def ne(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns where `input` differs from `other`."""
def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Negates each element."""
def neg_(input: Tensor) -> Tensor: ...
def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def negative_(input: Tensor) -> Tensor: ...
def nextafter(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the float next to `input` on the way to `other`."""
@overload
def nonzero(input: Tensor, *, as_tuple: Literal[False] = False, out: Tensor | None = None) -> Tensor:
    """Returns the positions of the elements that are not zero: a row each, or (`as_tuple`) a tensor per dimension."""
@overload
def nonzero(input: Tensor, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]: ...
def nonzero_static(input: Tensor, *, size: Any, fill_value: _complex = -1) -> Tensor:
    """Returns `size` rows: the first positions of elements that are not zero, then rows of `fill_value`."""
def norm(input: Tensor, p: _float | str | None = 'fro', dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, dtype: _dtype | None = None, *, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the p-norm over `dim` or all elements; "fro" and "nuc" are norms of matrices."""
def norm_except_dim(v: Tensor, pow: Any = 2, dim: _int | Sequence[_int] | None = 0, *, axis: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns the norms of the slices along `dim`, in a shape that broadcasts over `v`; with -1, that of all elements."""
def normal(mean: Any, std: _float = 1.0, size: Any = None, *, generator: Generator | None = None, out: Any = None, **options: Any) -> Tensor:
    """Returns normal numbers. Takes two numbers and a size, or a tensor for the mean, the standard deviation or both."""
def not_equal(input: Tensor, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor: ...
def numel(input: Tensor) -> _int:
    """The number of elements."""
def ones(*sizes: _int | Sequence[_int], size: _int | Sequence[_int] | None = None, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, names: Any = None, out: Tensor | None = None) -> Tensor:
    """Returns ones of the given size."""
def ones_like(input: Tensor, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, memory_format: memory_format | None = None) -> Tensor:
    """Returns ones in the shape, type and strides of `input`."""
def orgqr(input: Tensor, tau: Tensor) -> Tensor:
    """Returns the first columns of the product of reflections."""
def ormqr(input: Tensor, tau: Tensor, other: Tensor, left: _bool = True, transpose: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Returns `other` times the square Q that the reflections in `input` make."""
def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the products of each element of a vector with each of another."""
def pairwise_distance(x1: Tensor, x2: Tensor, p: _float | str | None = 2.0, eps: _float = 1e-06, keepdim: _bool = False, *, keepdims: _bool | None = None) -> Tensor:
    """Returns the p-norm of x1 - x2 + eps along the last dimension."""
def pca_lowrank(A: Tensor, q: _int | None = None, center: _bool = True, niter: _int = 2) -> tuple[Tensor, Tensor, Tensor]:
    """Returns U, S, V of the principal components of the rows of A, of rank `q` (6 by default) at most: see svd_lowrank."""
def pdist(input: Tensor, p: _float | str | None = 2.0) -> Tensor:
    """Returns the p-norms of the differences of all pairs of rows, the first row's first."""
def permute(input: Tensor, *dimss: _int | Sequence[_int], dims: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns a view with the dimensions in the order `dims`."""
def permute_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `permute` does, in memory of its own."""
def pinverse(input: Tensor, rcond: _float = 1e-15) -> Tensor:
    """Returns the pseudo-inverse of each matrix."""
def pixel_shuffle(input: Tensor, upscale_factor: _int) -> Tensor:
    """Returns (*, C r^2, H, W) rearranged to (*, C, H r, W r)."""
def pixel_unshuffle(input: Tensor, downscale_factor: _int) -> Tensor:
    """Returns (*, C, H r, W r) rearranged to (*, C r^2, H, W)."""
def poisson(input: Tensor, generator: Generator | None = None) -> Tensor:
    """Returns Poisson numbers of the rates in `input`."""
def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns abs * (cos(angle) + sin(angle) * 1j)."""
def polygamma(n: Any, input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the n-th derivative of digamma."""
def positive(input: Tensor) -> Tensor:
    """Returns the tensor itself. RuntimeError for bool."""
def pow(input: Tensor | _complex, exponent: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns input ** exponent. RuntimeError for integers to a negative number."""
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """Returns the positive elements, and `weight` times the others; one weight, or one per channel (dimension 1)."""
def prod(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the product over `dim`, or over all elements."""
def promote_types(type1: _dtype, type2: _dtype) -> _dtype:
    """Returns the smallest dtype that holds the values of both."""
def put(input: Tensor, index: Tensor, source: Tensor, accumulate: _bool = False, *, out: Tensor | None = None) -> Tensor:
    """Returns `input` with `source` written (or added) at the positions `index` of the flattened tensor."""
def qr(input: Tensor, some: _bool = True) -> _Q_R:
    """Returns Q with orthonormal columns and an upper triangular R, with Q R = input."""
def quantile(input: Tensor, q: Tensor | _complex, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the values below which the shares `q` of the elements along `dim` lie; NaN where there is a NaN."""
def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns radians as degrees."""
def rad2deg_(input: Tensor) -> Tensor: ...
def rand(*sizes: _int | Sequence[_int], size: _int | Sequence[_int] | None = None, generator: Generator | None = None, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns numbers drawn uniformly from [0, 1)."""
def rand_like(input: Tensor, *, generator: Generator | None = None, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, memory_format: memory_format | None = None) -> Tensor:
    """Returns numbers drawn uniformly from [0, 1), in the shape, type and strides of `input`."""
def randint(*args: Any, low: Any = None, high: Any = None, size: Any = None, out: Any = None, **options: Any) -> Tensor:
    """Returns integers drawn uniformly from [low, high). Takes (high, size) or (low, high, size)."""
def randint_like(input: Tensor, *bounds: Any, low: Any = None, high: Any = None, **options: Any) -> Tensor:
    """Returns integers drawn uniformly from [low, high), in the shape, type and strides of `input`."""
def randn(*sizes: _int | Sequence[_int], size: _int | Sequence[_int] | None = None, generator: Generator | None = None, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns standard normal numbers."""
def randn_like(input: Tensor, *, generator: Generator | None = None, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, memory_format: memory_format | None = None) -> Tensor:
    """Returns standard normal numbers in the shape, type and strides of `input`."""
def randperm(n: Any, *, generator: Generator | None = None, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns the integers 0 to n - 1 in random order."""
def range(start: Any, end: Any = None, step: Any = 1, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns start, start + step, ... up to and with `end`. Deprecated: see arange."""
def ravel(input: Tensor) -> Tensor:
    """Returns the elements in one dimension."""
def real(input: Tensor) -> Tensor:
    """Returns a view of the real parts; the tensor itself where it is real."""
def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns 1 / input."""
def reciprocal_(input: Tensor) -> Tensor: ...
def relu(input: Tensor) -> Tensor:
    """Returns the positive elements, and 0 for the others."""
def relu_(input: Tensor) -> Tensor: ...
def remainder(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns what division leaves, with the sign of `other`."""
def renorm(input: Tensor, p: _float | str | None, dim: _int | Sequence[_int] | None, maxnorm: Any, *, out: Tensor | None = None) -> Tensor:
    """Returns the input with each slice along `dim` scaled down to the p-norm `maxnorm` if it is longer."""
def repeat_interleave(input: Tensor, repeats: Any = None, dim: Any = None, *, output_size: Any = None) -> Tensor:
    """Returns each element, or each position along `dim`, `repeats` times in a row."""
def reshape(input: Tensor, *shapes: _int | Sequence[_int], shape: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns the same elements in another shape: a view where the strides allow one, else a copy."""
def resize_as_(input: Tensor, the_template: Any, memory_format: memory_format | None = None) -> Tensor:
    """Gives the tensor the size of another: see resize_."""
def resolve_conj(input: Tensor) -> Tensor:
    """Returns the tensor itself: conjugates are computed at once here."""
def resolve_neg(input: Tensor) -> Tensor:
    """Returns the tensor itself: negatives are computed at once here."""
def result_type(tensor: Tensor | _complex, other: Tensor | _complex) -> _dtype:
    """Returns the dtype of an arithmetic operation on two tensors or numbers."""
def rms_norm(input: Tensor, normalized_shape: _int | Sequence[_int], weight: Tensor | None = None, eps: Any = None) -> Tensor:
    """Returns the input divided by its root mean square over its last dimensions `normalized_shape`, times `weight`."""
def rnn_relu(input: Tensor, *args: Any) -> tuple[Tensor, Tensor]:
    """Returns what rnn_relu layers make of (steps, batch, width), or of packed data and its batch sizes, and their last states."""
def rnn_relu_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    """Returns the next state: the relu of the input and the state, each times its weight."""
def rnn_tanh(input: Tensor, *args: Any) -> tuple[Tensor, Tensor]:
    """Returns what rnn_tanh layers make of (steps, batch, width), or of packed data and its batch sizes, and their last states."""
def rnn_tanh_cell(input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None = None, b_hh: Tensor | None = None) -> Tensor:
    """Returns the next state: the tanh of the input and the state, each times its weight."""
def roll(input: Tensor, shifts: Any, dims: _int | Sequence[_int] | None = ...) -> Tensor:
    """Returns a copy with elements moved by `shifts` along `dims` and round the end; of the flattened tensor without `dims`."""
def rot90(input: Tensor, k: Any = 1, dims: _int | Sequence[_int] | None = ...) -> Tensor:
    """Returns a copy turned `k` times by 90 degrees in the plane of two dimensions."""
def round(input: Tensor, *, decimals: Any = 0, out: Tensor | None = None) -> Tensor:
    """Returns each element rounded to so many decimals, ties to even."""
def round_(input: Tensor, *, decimals: Any = 0) -> Tensor: ...
def row_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Returns the tensors below each other; vectors count as rows."""
def rrelu(input: Tensor, lower: _float = 0.125, upper: _float = 0.3333333333333333, training: _bool = False) -> Tensor:
    """Returns the positive elements, and the others times a slope drawn from [lower, upper], or its middle unless `training`."""
def rrelu_(input: Tensor, lower: _float = 0.125, upper: _float = 0.3333333333333333, training: _bool = False) -> Tensor:
    """Applies rrelu in place."""
def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns 1 / sqrt(input)."""
def rsqrt_(input: Tensor) -> Tensor: ...
def rsub(input: Tensor, other: Tensor | _complex, *, alpha: Any = 1) -> Tensor:
    """Subtracts `alpha * input` from `other`."""
def scalar_tensor(s: Any, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, out: Tensor | None = None) -> Tensor:
    """Returns a 0-d tensor of the default type, or of the one given."""
def scatter(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, src: Tensor | _complex | None = None, *, value: Any = None, reduce: Any = None, out: Tensor | None = None) -> Tensor:
    """Returns `input` with `src` (or the number `value`) written at `index` along `dim`."""
def scatter_add(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns `input` with `src` added at `index` along `dim`; positions may repeat."""
def scatter_reduce(input: Tensor, dim: _int | Sequence[_int] | None, index: Tensor, src: Tensor, reduce: Any, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
    """Returns `input` with the elements of `src` folded in at `index` along `dim`: sum, prod, mean, amax or amin."""
def searchsorted(sorted_sequence: Any, input: Tensor, *, out_int32: _bool = False, right: _bool = False, side: Any = None, sorter: Any = None, out: Any = None) -> Tensor:
    """Returns where each value of `input` would go in the sorted sequence: before equals, or after them (`right`)."""
def select(input: Tensor, dim: _int | Sequence[_int] | None, index: Any) -> Tensor:
    """Returns a view of position `index` along `dim`, without that dimension."""
def select_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `select` does, in memory of its own."""
def select_scatter(input: Tensor, src: Tensor, dim: _int | Sequence[_int] | None, index: Any, *, out: Tensor | None = None) -> Tensor:
    """Returns a copy of `input` with position `index` along `dim` replaced by `src`."""
def selu(input: Tensor) -> Tensor:
    """Returns elu with the constants that keep mean 0 and variance 1 from layer to layer."""
def selu_(input: Tensor) -> Tensor:
    """Applies selu in place."""
def set_deterministic_debug_mode(debug_mode: Any) -> None:
    """As use_deterministic_algorithms: "default" (0) for off, "warn" (1), "error" (2)."""
def set_flush_denormal(mode: _bool, /) -> _bool:
    """Always False: NumPy does not let the processor's mode be set."""
def set_num_threads(count: _int) -> None:
    """Sets how many threads big elementwise operations use."""
def set_printoptions(precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None, profile: Any = None, sci_mode: Any = None) -> None:
    """Sets how tensors print: digits, when to summarise, items shown at each edge, columns, scientific mode or not."""
def set_warn_always(b: Any, /) -> None:
    """Whether a warning that is given once in a process is given every time instead."""
def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the sign, or input / |input| for complex numbers."""
def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns 1 / (1 + e**-input)."""
def sigmoid_(input: Tensor) -> Tensor: ...
def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns -1, 0 or 1."""
def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns whether each element has its sign bit set."""
def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the sine of each element."""
def sin_(input: Tensor) -> Tensor: ...
def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns sin(pi x) / (pi x), 1 at zero."""
def sinc_(input: Tensor) -> Tensor: ...
def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the hyperbolic sine."""
def sinh_(input: Tensor) -> Tensor: ...
def slice_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `slice` does, in memory of its own."""
def slice_scatter(input: Tensor, src: Tensor, dim: _int | Sequence[_int] | None = 0, start: Any = None, end: Any = None, step: Any = 1, *, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns a copy of `input` with a slice along `dim` replaced by `src`."""
def slogdet(input: Tensor) -> _sign_logabsdet:
    """Returns the sign of the determinant of each matrix, and the logarithm of its size."""
def softmax(input: Tensor, dim: _int | Sequence[_int] | None = ..., dtype: _dtype | None = None, *, out: Tensor | None = None, axis: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns e**x, scaled to add up to 1 along `dim`; computed in `dtype` if that is given."""
def sort(input: Tensor, dim: _int | Sequence[_int] | None = -1, descending: _bool = False, *, stable: Any = None, axis: _int | Sequence[_int] | None = None, out: Any = None) -> _values_indices:
    """Returns the elements in order along `dim`, and their positions; NaN counts as the largest."""
def split(tensor: Tensor, split_size_or_sections: _int | Sequence[_int], dim: _int = 0) -> tuple[Tensor, ...]:
    """Returns consecutive views along `dim`, of one size, or of the sizes listed."""
def split_copy(*args: Any, out: Any = None, **kwargs: Any) -> Any:
    """Returns what `split` does, in memory of its own."""
def split_with_sizes(input: Tensor, split_sizes: Sequence[_int], dim: _int = 0) -> tuple[Tensor, ...]:
    """Returns consecutive views of the sizes listed along `dim`."""
def split_with_sizes_copy(*args: Any, out: Any = None, **kwargs: Any) -> Any:
    """Returns what `split_with_sizes` does, in memory of its own."""
def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the square root of each element."""
def sqrt_(input: Tensor) -> Tensor: ...
def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns input * input."""
def square_(input: Tensor) -> Tensor: ...
def squeeze(input: Tensor, dim: _int | Sequence[_int] | None = None, *, axis: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns a view without the dimensions of size 1, or without those of them that `dim` names."""
def squeeze_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `squeeze` does, in memory of its own."""
def stack(tensors: Sequence[Tensor], dim: _int | Sequence[_int] | None = 0, *, axis: _int | Sequence[_int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the tensors, all of one shape, along a new dimension."""
def std(input: Tensor, dim: Any = None, unbiased: Any = None, keepdim: _bool = False, *, correction: Any = None, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Any = None) -> Tensor:
    """Returns the standard deviation over `dim`, or over all elements."""
def std_mean(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float | None = None, axis: Any = None, keepdims: _bool | None = None, out: Any = None) -> tuple[Tensor, Tensor]:
    """Returns the standard deviation and the mean over `dim`, or over all elements."""
def stft(input: Tensor, n_fft: Any, hop_length: Any = None, win_length: Any = None, window: Any = None, center: _bool = True, pad_mode: str = 'reflect', normalized: _bool = False, onesided: Any = None, return_complex: Any = None, align_to_window: Any = None) -> Tensor:
    """Returns the transforms of the frames of `n_fft` samples that begin `hop_length` apart: (..., frequencies, frames)."""
def sub(input: Tensor | _complex, other: Tensor | _complex, _last: Any = None, *, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    """Subtracts `alpha * other` from `input`."""
def subtract(input: Tensor | _complex, other: Tensor | _complex, _last: Any = None, *, alpha: Any = 1, out: Tensor | None = None) -> Tensor: ...
def sum(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the sum over `dim`, or over all elements."""
def svd(input: Tensor, some: _bool = True, compute_uv: _bool = True) -> _U_S_V:
    """Returns U, S, V with U diag(S) V^H = input."""
def svd_lowrank(A: Tensor, q: _int | None = 6, niter: _int | None = 2, M: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Returns U, S, V with U S V^H close to A - M, a matrix of rank `q` or a little more; `niter` rounds make it closer."""
def swapaxes(input: Tensor, axis0: _int, axis1: _int) -> Tensor:
    """Returns a view with two dimensions exchanged."""
def swapdims(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    """Returns a view with two dimensions exchanged."""
def t(input: Tensor) -> Tensor:
    """Returns a view of a matrix transposed; a vector as it is."""
def t_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `t` does, in memory of its own."""
def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the elements at positions of the flattened tensor."""
def take_along_dim(input: Tensor, indices: Any, dim: Any = None, *, out: Any = None) -> Tensor:
    """Returns the elements at `indices` along `dim`, after broadcasting the other dimensions; of the flattened tensor without."""
def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the tangent of each element."""
def tan_(input: Tensor) -> Tensor: ...
def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the hyperbolic tangent."""
def tanh_(input: Tensor) -> Tensor: ...
def tensor_split(input: Tensor, indices_or_sections: Any = None, dim: _int = 0, *, indices: Any = None, sections: _int | None = None) -> tuple[Tensor, ...]:
    """Returns views along `dim`: so many nearly equal ones, or those between the positions listed."""
def tensordot(a: Any, b: Any, dims: Any = 2, out: Any = None) -> Tensor:
    """Returns the sum of products over the last `dims` dimensions of `a` and the first of `b`, or over two lists of them."""
def threshold(input: Tensor, threshold: Any, value: Any, *, out: Tensor | None = None) -> Tensor:
    """Returns the elements above `threshold`, and `value` for the others."""
def threshold_(input: Tensor, threshold: Any, value: Any) -> Tensor: ...
def tile(input: Tensor, *dimss: _int | Sequence[_int], dims: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns the tensor repeated `dims` times; missing dimensions count once."""
def topk(input: Tensor, k: Any, dim: _int | Sequence[_int] | None = -1, largest: _bool = True, sorted: _bool = True, *, axis: _int | Sequence[_int] | None = None, out: Any = None) -> _values_indices:
    """Returns the `k` largest (or smallest) elements along `dim`, in order, and their positions."""
def trace(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the sum of the diagonal of a matrix."""
def transpose(input: Tensor, dim0: _int, dim1: _int) -> Tensor:
    """Returns a view with two dimensions exchanged."""
def transpose_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `transpose` does, in memory of its own."""
def trapezoid(y: Any, x: Any = None, *, dx: Any = None, dim: Any = -1) -> Tensor:
    """Returns the integral of the samples `y` along `dim`, at the points `x` or `dx` apart, by the trapezoid rule."""
def trapz(y: Any, x: Any = None, *, dx: Any = None, dim: Any = -1) -> Tensor:
    """Returns the integral of the samples `y` along `dim`, at the points `x` or `dx` apart, by the trapezoid rule."""
def triangular_solve(b: Tensor, A: Tensor, upper: _bool = True, transpose: _bool = False, unitriangular: _bool = False) -> _solution_cloned_coefficient:
    """Returns X with A X = b for a triangular A, and A."""
def tril(input: Tensor, diagonal: Any = 0, *, out: Tensor | None = None) -> Tensor:
    """Returns a copy with zeros above a diagonal."""
def tril_indices(row: Any, col: Any, offset: Any = 0, *, dtype: _dtype | None = ..., device: device | str | _int | None = None, layout: layout | None = None, pin_memory: _bool = False) -> Tensor:
    """Returns the row and column numbers of a lower triangle."""
def triu(input: Tensor, diagonal: Any = 0, *, out: Tensor | None = None) -> Tensor:
    """Returns a copy with zeros below a diagonal."""
def triu_indices(row: Any, col: Any, offset: Any = 0, *, dtype: _dtype | None = ..., device: device | str | _int | None = None, layout: layout | None = None, pin_memory: _bool = False) -> Tensor:
    """Returns the row and column numbers of an upper triangle."""
def true_divide(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Divides `input` by `other`."""
def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns each element without its fraction."""
def trunc_(input: Tensor) -> Tensor: ...
def typename(obj: Any, /) -> str:
    """The name of an object's type; for a tensor, with its element type."""
def unbind(input: Tensor, dim: _int | Sequence[_int] | None = 0, *, axis: _int | Sequence[_int] | None = None) -> tuple[Tensor, ...]:
    """Returns a view of each position along `dim`."""
def unbind_copy(*args: Any, out: Any = None, **kwargs: Any) -> Any:
    """Returns what `unbind` does, in memory of its own."""
def unflatten(input: Tensor, dim: _int | Sequence[_int] | None, *sizess: _int | Sequence[_int], sizes: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns a view with dimension `dim` split into `sizes`, one of which may be -1."""
def unfold_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `unfold` does, in memory of its own."""
def uninstall_as_torch() -> Any:
    """Undoes install_as_torch(): `torch` means again what it meant before."""
@overload
def unique(input: Tensor, sorted: _bool = True, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
    """Returns the distinct elements (slices along `dim`) in order; then which one each is, and how often each occurs."""
@overload
def unique(input: Tensor, sorted: _bool = True, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> Any: ...
@overload
def unique_consecutive(input: Tensor, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
    """As `unique`, of runs of equal elements."""
@overload
def unique_consecutive(input: Tensor, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> Any: ...
def unravel_index(indices: Tensor, shape: Any) -> tuple[Tensor, ...]:
    """Returns, for positions of a flattened tensor of the given shape, their coordinates: a tensor per dimension."""
def unsafe_chunk(input: Tensor, chunks: _int, dim: _int = 0) -> tuple[Tensor, ...]:
    """Returns what `chunk` does, as tensors that are no views of each other."""
def unsafe_split(input: Tensor, split_size: _int | Sequence[_int], dim: _int = 0) -> tuple[Tensor, ...]:
    """Returns what `split` does, as tensors that are no views of each other."""
def unsafe_split_with_sizes(input: Tensor, split_sizes: Sequence[_int], dim: _int = 0) -> tuple[Tensor, ...]:
    """Returns what `split_with_sizes` does, as tensors that are no views of each other."""
def unsqueeze(input: Tensor, dim: _int | Sequence[_int] | None = ..., *, axis: _int | Sequence[_int] | None = None) -> Tensor:
    """Returns a view with a dimension of size 1 at `dim`."""
def unsqueeze_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `unsqueeze` does, in memory of its own."""
def use_deterministic_algorithms(mode: Any, *, warn_only: _bool = False) -> Any:
    """Asks for results that are the same in every run; `warn_only` is kept, as nothing here has to be refused."""
def vander(x: Tensor, N: Any = None, increasing: _bool = False) -> Tensor:
    """Returns the powers of the elements of a vector, N - 1 to 0 (0 to N - 1, `increasing`), along a second dimension."""
def var(input: Tensor, dim: Any = None, unbiased: Any = None, keepdim: _bool = False, *, correction: Any = None, axis: _int | Sequence[_int] | None = None, keepdims: _bool | None = None, out: Any = None) -> Tensor:
    """Returns the variance over `dim`, or over all elements."""
def var_mean(input: Tensor, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float | None = None, axis: Any = None, keepdims: _bool | None = None, out: Any = None) -> tuple[Tensor, Tensor]:
    """Returns the variance and the mean over `dim`, or over all elements."""
def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the sum of the products of two vectors' elements, those of the first conjugated."""
def view_as_complex(input: Tensor) -> Tensor:
    """Returns a view of pairs in the last dimension as complex numbers."""
def view_as_complex_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `view_as_complex` does, in memory of its own."""
def view_as_real(input: Tensor) -> Tensor:
    """Returns a view with a last dimension of two: the real and the imaginary parts."""
def view_as_real_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `view_as_real` does, in memory of its own."""
def view_copy(*args: Any, out: Any = None, **kwargs: Any) -> Tensor:
    """Returns what `view` does, in memory of its own."""
def vsplit(input: Tensor, indices_or_sections: Any = None, *, indices: Any = None, sections: _int | None = None) -> tuple[Tensor, ...]:
    """Returns views along the first dimension."""
def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Returns the tensors below each other; vectors count as rows."""
@overload
def where(condition: Tensor, /) -> tuple[Tensor, ...]:
    """Returns `input` where the condition holds, and `other` elsewhere; the positions where it holds, with neither."""
@overload
def where(condition: Tensor, input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor: ...
def xlogy(input: Tensor | _complex, other: Tensor | _complex, *, out: Tensor | None = None) -> Tensor:
    """Returns input * log(other), 0 where `input` is."""
def xlogy_(input: Tensor | _complex, other: Tensor | _complex) -> Tensor: ...
def zero_(input: Tensor) -> Tensor: ...
def zeros(*sizes: _int | Sequence[_int], size: _int | Sequence[_int] | None = None, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, names: Any = None, out: Tensor | None = None) -> Tensor:
    """Returns zeros of the given size."""
def zeros_like(input: Tensor, *, dtype: _dtype | None = None, layout: layout | None = None, device: device | str | _int | None = None, requires_grad: _bool = False, pin_memory: _bool = False, memory_format: memory_format | None = None) -> Tensor:
    """Returns zeros in the shape, type and strides of `input`."""

class BFloat16Storage(TypedStorage):
    dtype: Any

class BFloat16Tensor(Tensor):
    dtype: Any
    is_cuda: _bool

class BoolStorage(TypedStorage):
    dtype: Any

class BoolTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class ByteStorage(TypedStorage):
    dtype: Any

class ByteTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class CharStorage(TypedStorage):
    dtype: Any

class CharTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class ComplexDoubleStorage(TypedStorage):
    dtype: Any

class ComplexFloatStorage(TypedStorage):
    dtype: Any

class DoubleStorage(TypedStorage):
    dtype: Any

class DoubleTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class FloatStorage(TypedStorage):
    dtype: Any

class FloatTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class HalfStorage(TypedStorage):
    dtype: Any

class HalfTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class IntStorage(TypedStorage):
    dtype: Any

class IntTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class LongStorage(TypedStorage):
    dtype: Any

class LongTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class OutOfMemoryError(RuntimeError): ...

class ShortStorage(TypedStorage):
    dtype: Any

class ShortTensor(Tensor):
    dtype: Any
    is_cuda: _bool

class explaining:
    before: Any
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...
