"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from builtins import bool as _bool
_dtype = dtype
from builtins import float as _float
from builtins import int as _int

float32: _dtype
float64: _dtype
float16: _dtype
bfloat16: _dtype
complex64: _dtype
complex128: _dtype
uint8: _dtype
uint16: _dtype
uint32: _dtype
uint64: _dtype
int8: _dtype
int16: _dtype
int32: _dtype
int64: _dtype
bool: _dtype
float: _dtype
double: _dtype
half: _dtype
cfloat: _dtype
cdouble: _dtype
short: _dtype
int: _dtype
long: _dtype
complex32: _dtype
float8_e4m3fn: _dtype
float8_e4m3fnuz: _dtype
float8_e5m2: _dtype
float8_e5m2fnuz: _dtype
float8_e8m0fnu: _dtype
float4_e2m1fn_x2: _dtype
quint8: _dtype
qint8: _dtype
qint32: _dtype
quint4x2: _dtype
quint2x4: _dtype
uint1: _dtype
uint2: _dtype
uint3: _dtype
uint4: _dtype
uint5: _dtype
uint6: _dtype
uint7: _dtype
int1: _dtype
int2: _dtype
int3: _dtype
int4: _dtype
int5: _dtype
int6: _dtype
int7: _dtype
chalf: _dtype
def dtype_of(array: Any) -> Any: ...
def cast(array: Any, target: Any) -> Any: ...
def as_dtype(value: Any, name: Any) -> Any: ...
def get_default_dtype() -> _dtype: ...
def set_default_dtype(d: Any, /) -> None: ...

class dtype:
    name: str
    numpy: Any
    category: Any
    scalar_name: Any
    array_type: Any
    meta_type: Any
    itemsize: _int
    is_floating_point: _bool
    is_complex: _bool
    is_signed: _bool
    def __init__(self, name: Any, numpy: Any, category: Any, scalar_name: Any, *, array_type: Any = ..., meta_type: Any = ...) -> None: ...
    def to_real(self) -> _dtype: ...
    @property
    def c_name(self) -> Any: ...
    def to_complex(self) -> _dtype: ...

class name_of_dtype(_dtype):
    itemsize: _int
    is_floating_point: _bool
    is_complex: _bool
    def __init__(self, name: Any, itemsize: Any, category: Any, scalar_name: Any) -> None: ...
    @property
    def numpy(self) -> Any: ...
    @property
    def array_type(self) -> Any: ...
    @property
    def is_signed(self) -> _bool: ...

class finfo:
    dtype: _dtype
    bits: _int
    eps: _float
    max: _float
    min: _float
    tiny: _float
    resolution: _float
    smallest_normal: _float
    def __init__(self, type: _dtype | None = None) -> None: ...

class iinfo:
    bits: _int
    min: _int
    max: _int
    dtype: _dtype
    def __init__(self, type: _dtype) -> None: ...
