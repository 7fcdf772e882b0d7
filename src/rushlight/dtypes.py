"""Element types: torch's names for them, and the NumPy dtype whose memory each one uses."""
from __future__ import annotations

import builtins
import functools

import numpy as np

from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.meta import MetaArray, MetaBFloat16Array
from rushlight.errors import refuse

__all__ = ["dtype", "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "uint8", "uint16", "uint32", "uint64",
           "int8", "int16", "int32", "int64", "bool", "float", "double", "half", "cfloat", "cdouble", "short", "int", "long",
           "complex32", "chalf", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
           "float4_e2m1fn_x2", "uint1", "uint2", "uint3", "uint4", "uint5", "uint6", "uint7",
           "int1", "int2", "int3", "int4", "int5", "int6", "int7",
           "quint8", "qint8", "qint32", "quint4x2", "quint2x4",
           "get_default_dtype", "set_default_dtype", "finfo", "iinfo"]

BOOL, INTEGRAL, FLOATING, COMPLEX = range(4)
QUANTIZED = -1


class dtype:
    """An element type. There is one object per type, so `is` compares them."""

    def __init__(self, name, numpy, category, scalar_name, *, array_type=np.ndarray, meta_type=MetaArray):
        self.name, self.numpy, self.category, self.scalar_name = name, np.dtype(numpy), category, scalar_name
        self.array_type, self.meta_type = array_type, meta_type     # the classes of the arrays that hold it, or its layout alone
        self.itemsize = self.numpy.itemsize
        self.is_floating_point = category == FLOATING
        self.is_complex = category == COMPLEX
        self.is_signed = category >= FLOATING or self.numpy.kind == "i"

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return _by_name, (self.name,)

    def to_real(self):
        """The type of the real part."""
        return {complex32: float16, complex64: float32, complex128: float64}.get(self, self)

    @property
    def c_name(self):
        """What C++ calls an element of it, as some messages do."""
        return _C_NAMES.get(self.name, self.name)

    def to_complex(self):
        """The complex type whose parts are of this one."""
        if self.category < FLOATING or self in FLOAT8:
            raise RuntimeError(f"Unknown Complex ScalarType for {self.scalar_name}")
        return {float16: complex32, float64: complex128}.get(self, self if self.is_complex else complex64)


class name_of_dtype(dtype):
    """An element type that programs may name, compare and print; no array here has it, and whatever would need one refuses."""

    def __init__(self, name, itemsize, category, scalar_name):
        self.name, self.itemsize, self.category, self.scalar_name = name, itemsize, category, scalar_name
        self.is_floating_point, self.is_complex = category == FLOATING, category == COMPLEX

    @property
    def numpy(self):
        refuse(f"tensors of {self}")

    array_type = numpy

    @property
    def is_signed(self):
        if self.category == QUANTIZED:
            raise RuntimeError("isSignedType not supported for quantized types")
        return self.name != "float8_e8m0fnu" and not self.name.startswith("u")


_C_NAMES = {"float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
            "complex64": "c10::complex<float>", "complex128": "c10::complex<double>", "uint8": "unsigned char",
            "uint16": "short unsigned int", "uint32": "unsigned int", "uint64": "long unsigned int", "int8": "signed char",
            "int16": "short int", "int32": "int", "int64": "long int"}

float32 = dtype("float32", "f4", FLOATING, "Float")
float64 = dtype("float64", "f8", FLOATING, "Double")
float16 = dtype("float16", "f2", FLOATING, "Half")
bfloat16 = dtype("bfloat16", "u2", FLOATING, "BFloat16", array_type=BFloat16Array, meta_type=MetaBFloat16Array)
complex64 = dtype("complex64", "c8", COMPLEX, "ComplexFloat")
complex128 = dtype("complex128", "c16", COMPLEX, "ComplexDouble")
uint8 = dtype("uint8", "u1", INTEGRAL, "Byte")
uint16 = dtype("uint16", "u2", INTEGRAL, "UInt16")
uint32 = dtype("uint32", "u4", INTEGRAL, "UInt32")
uint64 = dtype("uint64", "u8", INTEGRAL, "UInt64")
int8 = dtype("int8", "i1", INTEGRAL, "Char")
int16 = dtype("int16", "i2", INTEGRAL, "Short")
int32 = dtype("int32", "i4", INTEGRAL, "Int")
int64 = dtype("int64", "i8", INTEGRAL, "Long")
bool = dtype("bool", "?", BOOL, "Bool")
float, double, half = float32, float64, float16
cfloat, cdouble = complex64, complex128
short, int, long = int16, int32, int64

NAMES_ONLY = tuple([name_of_dtype(*row) for row in (
    # name, bytes, category, scalar name
    ("complex32", 4, COMPLEX, "ComplexHalf"),
    ("float8_e4m3fn", 1, FLOATING, "Float8_e4m3fn"),
    ("float8_e4m3fnuz", 1, FLOATING, "Float8_e4m3fnuz"),
    ("float8_e5m2", 1, FLOATING, "Float8_e5m2"),
    ("float8_e5m2fnuz", 1, FLOATING, "Float8_e5m2fnuz"),
    ("float8_e8m0fnu", 1, FLOATING, "Float8_e8m0fnu"),
    ("float4_e2m1fn_x2", 1, FLOATING, "Float4_e2m1fn_x2"),
    ("quint8", 1, QUANTIZED, "QUInt8"),
    ("qint8", 1, QUANTIZED, "QInt8"),
    ("qint32", 4, QUANTIZED, "QInt32"),
    ("quint4x2", 1, QUANTIZED, "QUInt4x2"),
    ("quint2x4", 1, QUANTIZED, "QUInt2x4"),
    *[(f"uint{bits}", 1, INTEGRAL, f"UInt{bits}") for bits in range(1, 8)],
    *[(f"int{bits}", 1, INTEGRAL, f"Int{bits}") for bits in range(1, 8)])])
(complex32, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, float8_e8m0fnu, float4_e2m1fn_x2,
 quint8, qint8, qint32, quint4x2, quint2x4,
 uint1, uint2, uint3, uint4, uint5, uint6, uint7, int1, int2, int3, int4, int5, int6, int7) = NAMES_ONLY
FLOAT8 = NAMES_ONLY[1:7]                                        # and the one of 4 bits, which behaves alike
BELOW_A_BYTE = NAMES_ONLY[12:]
chalf = complex32

ALL = (uint8, int8, int16, int32, int64, uint16, uint32, uint64, float16, bfloat16, float32, float64, complex64, complex128, bool)
of_numpy = {d.numpy: d for d in ALL if d is not bfloat16}      # a native ndarray's torch type
BFLOAT16_ARRAYS = {BFloat16Array, MetaBFloat16Array}        # array classes of it; the batched one adds itself
_default = float32


def _by_name(name):
    return next(d for d in (*ALL, *NAMES_ONLY) if d.name == name)


def dtype_of(array):
    """The torch type of a backend array."""
    return of_numpy[array.dtype] if type(array) not in BFLOAT16_ARRAYS else bfloat16


def cast(array, target):
    """`array` in the element type `target`; the array itself where it already is."""
    if dtype_of(array) is target:
        return array
    if hasattr(array, "cast"):                                  # an array class that holds others
        return array.cast(target)
    if target is bfloat16:
        return BFloat16Array.narrow(array)
    if array.dtype.kind == "c" and target.category != COMPLEX:
        array = array != 0 if target is bool else array.real
    return _cast_to_integer(array, target) if target.category == INTEGRAL else array.astype(target.numpy)


_by_way_of = {uint8: np.int64, uint32: np.int64, int8: np.int32, int16: np.int32, uint16: np.int32}      # as x86 converts


def _cast_to_integer(array, target):
    """Truncates; what is out of range becomes what torch's conversion on x86 makes of it."""
    way = _by_way_of.get(target)
    if way is not None and (isinstance(array, BFloat16Array) or array.dtype.kind == "f"):
        array = array.astype(way)
    return array.astype(target.numpy)


_of_python = {builtins.float: float64, builtins.int: int64, builtins.bool: bool, builtins.complex: complex128}


def as_dtype(value, name):
    """A `dtype=` argument of function `name` as a torch type: Python's number types stand for the widest of their kind."""
    if isinstance(value, dtype):
        return value
    if isinstance(value, type) and value in _of_python:
        return _of_python[value]
    raise TypeError(f"{name}(): argument 'dtype' must be torch.dtype, not {type(value).__name__}")


def get_default_dtype():
    """The floating type of new tensors that name none."""
    return _default


def set_default_dtype(d, /):
    """Makes `d` the floating type of new tensors that name none. TypeError unless it is a floating type."""
    global _default
    if not isinstance(d, dtype):
        raise TypeError(f"invalid dtype object: only floating-point types are supported as the default type, got {d!r}")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default = d


@functools.cache
def highest(d):
    """The largest finite number of a type."""
    return iinfo(d).max if d.category == INTEGRAL else 1 if d is bool else finfo(d).max


_LIMITS = {                                                     # of the types that NumPy has not
    # bits, eps, max, min, smallest normal, resolution
    bfloat16: (16, 0.0078125, 3.3895313892515355e38, -3.3895313892515355e38, 2.0 ** -126, 0.01),
    float8_e4m3fn: (8, 0.125, 448.0, -448.0, 2.0 ** -6, 1.0),
    float8_e4m3fnuz: (8, 0.125, 240.0, -240.0, 2.0 ** -7, 1.0),
    float8_e5m2: (8, 0.25, 57344.0, -57344.0, 2.0 ** -14, 1.0),
    float8_e5m2fnuz: (8, 0.125, 57344.0, -57344.0, 2.0 ** -15, 1.0),
    float8_e8m0fnu: (8, 1.0, 2.0 ** 127, 2.0 ** -127, 2.0 ** -127, 1.0)}


class finfo:
    """The machine limits of a floating type."""

    def __init__(self, type=None):
        self._type = type = _default if type is None else type
        type = as_dtype(type, "finfo")
        if type.category < FLOATING:
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")
        self.dtype = type.to_real().name
        self.bits, self.eps, self.max, self.min, self.tiny, self.resolution = _LIMITS.get(type) or _limits_in_numpy(type)
        self.smallest_normal = self.tiny

    def __repr__(self):
        return (f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
                f"smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, dtype={self.dtype})")


def _limits_in_numpy(type):
    info = np.finfo(type.to_real().numpy)
    return info.bits, info.eps.item(), info.max.item(), info.min.item(), info.tiny.item(), 10.0 ** -info.precision


class iinfo:
    """The machine limits of an integer type."""

    def __init__(self, type):
        type = as_dtype(type, "iinfo")
        if type is bool:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        if type.category != INTEGRAL:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        info = np.iinfo(type.numpy)
        self.bits, self.min, self.max, self.dtype = info.bits, info.min, info.max, type.name

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
