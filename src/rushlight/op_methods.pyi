"""Written by tools/make_stubs.py from the declarations in ops/: do not edit."""
from collections.abc import Sequence
from typing import Any

from rushlight.tensor import Tensor

Number = int | float | complex | bool

class OpMethods:
    def __abs__(self) -> Tensor: ...
    def __add__(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def __and__(self, other: Tensor | Number) -> Tensor: ...
    def __delitem__(self, index: Any) -> Any:
        """Raises: the size of a tensor stays."""
    def __div__(self, other: Tensor | Number, *, rounding_mode: Any = None) -> Tensor: ...
    def __dlpack__(self, *, stream: Any = -1, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        """The memory as a DLPack capsule. BufferError for a tensor that requires grad."""
    def __dlpack_device__(self) -> Any:
        """The kind and number of the device: (1, 0), the CPU."""
    def __eq__(self, other: Tensor | Number) -> Tensor: ...
    def __floordiv__(self, other: Tensor | Number) -> Tensor: ...
    def __ge__(self, other: Tensor | Number) -> Tensor: ...
    def __getitem__(self, index: Any) -> Any:
        """Returns a view for numbers, slices and None, and a copy where tensors, lists or masks tell the positions."""
    def __gt__(self, other: Tensor | Number) -> Tensor: ...
    def __iadd__(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def __iand__(self, other: Tensor | Number) -> Tensor: ...
    def __idiv__(self, other: Tensor | Number, *, rounding_mode: Any = None) -> Tensor: ...
    def __ifloordiv__(self, other: Tensor | Number) -> Tensor: ...
    def __ilshift__(self, other: Tensor | Number) -> Tensor: ...
    def __imod__(self, other: Tensor | Number) -> Tensor: ...
    def __imul__(self, other: Tensor | Number) -> Tensor: ...
    def __invert__(self) -> Any:
        """Returns the opposite bits; the opposite truth for bool."""
    def __ior__(self, other: Tensor | Number) -> Tensor: ...
    def __ipow__(self, exponent: Tensor | Number) -> Tensor: ...
    def __irshift__(self, other: Tensor | Number) -> Tensor: ...
    def __isub__(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def __itruediv__(self, other: Tensor | Number, *, rounding_mode: Any = None) -> Tensor: ...
    def __ixor__(self, other: Tensor | Number) -> Tensor: ...
    def __le__(self, other: Tensor | Number) -> Tensor: ...
    def __lshift__(self, other: Tensor | Number) -> Tensor: ...
    def __lt__(self, other: Tensor | Number) -> Tensor: ...
    def __matmul__(self, other: Tensor) -> Tensor: ...
    def __mod__(self, other: Tensor | Number) -> Tensor: ...
    def __mul__(self, other: Tensor | Number) -> Tensor: ...
    def __ne__(self, other: Tensor | Number) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __or__(self, other: Tensor | Number) -> Tensor: ...
    def __pos__(self) -> Any:
        """Returns the tensor itself. RuntimeError for bool."""
    def __pow__(self, exponent: Tensor | Number) -> Tensor: ...
    def __radd__(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def __rand__(self, other: Tensor | Number) -> Tensor: ...
    def __rdiv__(self, other: Any) -> Any:
        """Returns other / input."""
    def __rfloordiv__(self, other: Any) -> Any:
        """Returns other // input."""
    def __rlshift__(self, other: Any) -> Any:
        """Returns other << input."""
    def __rmatmul__(self, other: Any) -> Any:
        """Returns other @ input."""
    def __rmod__(self, other: Any) -> Any:
        """Returns other % input."""
    def __rmul__(self, other: Tensor | Number) -> Tensor: ...
    def __ror__(self, other: Tensor | Number) -> Tensor: ...
    def __rpow__(self, other: Any) -> Any:
        """Returns other ** input."""
    def __rrshift__(self, other: Any) -> Any:
        """Returns other >> input."""
    def __rshift__(self, other: Tensor | Number) -> Tensor: ...
    def __rsub__(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def __rtruediv__(self, other: Any) -> Any:
        """Returns other / input."""
    def __rxor__(self, other: Tensor | Number) -> Tensor: ...
    def __setitem__(self, index: Any, value: Any) -> Any:
        """Writes a number or a tensor, broadcast, where `input[index]` looks."""
    def __sub__(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def __truediv__(self, other: Tensor | Number, *, rounding_mode: Any = None) -> Tensor: ...
    def __xor__(self, other: Tensor | Number) -> Tensor: ...
    def abs(self) -> Tensor:
        """Returns the absolute value, or the modulus of a complex number."""
    def abs_(self) -> Tensor: ...
    def absolute(self) -> Tensor: ...
    def absolute_(self) -> Tensor: ...
    def acos(self) -> Tensor:
        """Returns the angle of a cosine."""
    def acos_(self) -> Tensor: ...
    def acosh(self) -> Tensor:
        """Returns the inverse of cosh."""
    def acosh_(self) -> Tensor: ...
    def add(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor:
        """Adds `alpha * other` to `input`."""
    def add_(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """Returns beta * input + alpha * the sum of the products of two batches of matrices."""
    def addbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor: ...
    def addcdiv(self, tensor1: Tensor, tensor2: Tensor, *, value: Any = 1) -> Tensor:
        """Returns input + value * tensor1 / tensor2."""
    def addcdiv_(self, tensor1: Tensor, tensor2: Tensor, *, value: Any = 1) -> Tensor: ...
    def addcmul(self, tensor1: Tensor, tensor2: Tensor, *, value: Any = 1) -> Tensor:
        """Returns input + value * tensor1 * tensor2."""
    def addcmul_(self, tensor1: Tensor, tensor2: Tensor, *, value: Any = 1) -> Tensor: ...
    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """Returns beta * input + alpha * mat1 @ mat2."""
    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor: ...
    def addmv(self, mat: Tensor, vec: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """Returns beta * input + alpha * mat @ vec."""
    def addmv_(self, mat: Tensor, vec: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor: ...
    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """Returns beta * input + alpha * the outer product of two vectors."""
    def addr_(self, vec1: Tensor, vec2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor: ...
    def adjoint(self) -> Any:
        """Returns the conjugate transpose of the last two dimensions."""
    def all(self, dim: Any = None, keepdim: Any = False) -> Tensor:
        """Returns whether all elements over `dim` are nonzero (as bool; as uint8 for that type)."""
    def allclose(self, other: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Any:
        """Returns whether all elements are close: see isclose."""
    def amax(self, dim: Any = ..., keepdim: Any = False) -> Tensor:
        """Returns the largest elements over `dim`, or over all; equals share the gradient."""
    def amin(self, dim: Any = ..., keepdim: Any = False) -> Tensor:
        """Returns the smallest elements over `dim`, or over all; equals share the gradient."""
    def aminmax(self, *, dim: Any = None, keepdim: Any = False) -> tuple[Tensor, ...]:
        """Returns the smallest and the largest elements over `dim`, or over all."""
    def angle(self) -> Tensor:
        """Returns the angle of a complex number; 0 or pi for a real one."""
    def any(self, dim: Any = None, keepdim: Any = False) -> Tensor:
        """Returns whether some element over `dim` is nonzero (as bool; as uint8 for that type)."""
    def apply_(self, callable: Any) -> Any:
        """Replaces each element by `callable(element)`, in place; numbers come in as Python's."""
    def arccos(self) -> Tensor: ...
    def arccos_(self) -> Tensor: ...
    def arccosh(self) -> Tensor: ...
    def arccosh_(self) -> Tensor: ...
    def arcsin(self) -> Tensor: ...
    def arcsin_(self) -> Tensor: ...
    def arcsinh(self) -> Tensor: ...
    def arcsinh_(self) -> Tensor: ...
    def arctan(self) -> Tensor: ...
    def arctan2(self, other: Tensor) -> Tensor: ...
    def arctan2_(self, other: Tensor) -> Tensor: ...
    def arctan_(self) -> Tensor: ...
    def arctanh(self) -> Tensor: ...
    def arctanh_(self) -> Tensor: ...
    def argmax(self, dim: Any = None, keepdim: Any = False) -> Tensor:
        """Returns where the largest element along `dim` stands first, or the largest of all in reading order."""
    def argmin(self, dim: Any = None, keepdim: Any = False) -> Tensor:
        """Returns where the smallest element along `dim` stands first, or the smallest of all in reading order."""
    def argsort(self, dim: Any = -1, descending: Any = False, *, stable: Any = False) -> Tensor:
        """Returns the positions of the elements in order along `dim`."""
    def argwhere(self) -> Any:
        """Returns the positions of the elements that are not zero, a row each."""
    def as_strided(self, size: Any, stride: Any, storage_offset: Any = None) -> Any:
        """Returns a view of the tensor's memory with the size, strides and offset given, in elements."""
    def as_strided_(self, size: Any, stride: Any, storage_offset: Any = None) -> Any:
        """Makes the tensor look at its memory with other strides."""
    def as_strided_scatter(self, src: Any, size: Any, stride: Any, storage_offset: Any = None) -> Any:
        """Returns a copy of `input` with what `as_strided` shows of it replaced by `src`."""
    def asin(self) -> Tensor:
        """Returns the angle of a sine."""
    def asin_(self) -> Tensor: ...
    def asinh(self) -> Tensor:
        """Returns the inverse of sinh."""
    def asinh_(self) -> Tensor: ...
    def atan(self) -> Tensor:
        """Returns the angle of a tangent."""
    def atan2(self, other: Tensor) -> Tensor:
        """Returns the angle of the point (other, input)."""
    def atan2_(self, other: Tensor) -> Tensor: ...
    def atan_(self) -> Tensor: ...
    def atanh(self) -> Tensor:
        """Returns the inverse of tanh."""
    def atanh_(self) -> Tensor: ...
    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """Returns beta * input + alpha * batch1 @ batch2, for batches of matrices."""
    def baddbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor: ...
    def bernoulli(self, p: Any = None, *, generator: Any = None) -> Tensor:
        """Returns ones of the probabilities in `input` (or of probability `p`), and zeros, in its type."""
    def bernoulli_(self, p: Any = 0.5, *, generator: Any = None) -> Any:
        """Fills with ones of probability `p`, a number or a tensor, and zeros."""
    def bernoulli_fill_(self, p: Any = 0.5, *, generator: Any = None) -> Tensor: ...
    def bernoulli_fill_from_(self, p: Tensor, *, generator: Any = None) -> Tensor: ...
    def bfloat16(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.bfloat16."""
    def bincount(self, weights: Tensor | None = None, minlength: Any = 0) -> Tensor:
        """Returns how often each of 0, 1, 2, ... occurs in `input`, or the sum of its weights."""
    def bitwise_and(self, other: Tensor | Number) -> Tensor:
        """Returns the bits that both have."""
    def bitwise_and_(self, other: Tensor | Number) -> Tensor: ...
    def bitwise_left_shift(self, other: Tensor | Number) -> Tensor:
        """Returns the bits moved up by `other`."""
    def bitwise_left_shift_(self, other: Tensor | Number) -> Tensor: ...
    def bitwise_not(self) -> Tensor:
        """Returns the opposite bits; the opposite truth for bool."""
    def bitwise_not_(self) -> Tensor: ...
    def bitwise_or(self, other: Tensor | Number) -> Tensor:
        """Returns the bits that either has."""
    def bitwise_or_(self, other: Tensor | Number) -> Tensor: ...
    def bitwise_right_shift(self, other: Tensor | Number) -> Tensor:
        """Returns the bits moved down by `other`; the sign fills in."""
    def bitwise_right_shift_(self, other: Tensor | Number) -> Tensor: ...
    def bitwise_xor(self, other: Tensor | Number) -> Tensor:
        """Returns the bits that exactly one has."""
    def bitwise_xor_(self, other: Tensor | Number) -> Tensor: ...
    def bmm(self, mat2: Tensor) -> Tensor:
        """Returns the products of two batches of matrices."""
    def bool(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.bool."""
    def broadcast_to(self, *size: int | Sequence[int]) -> Tensor:
        """Returns a view broadcast to `size`."""
    def byte(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.uint8."""
    def cauchy_(self, median: Any = 0.0, sigma: Any = 1.0, *, generator: Any = None) -> Tensor: ...
    def ccol_indices(self) -> Any:
        """RuntimeError: only tensors of sparse column compressed layout have an answer."""
    def cdouble(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.complex128."""
    def ceil(self) -> Tensor:
        """Returns the smallest integer not below each element."""
    def ceil_(self) -> Tensor: ...
    def cfloat(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.complex64."""
    def chalf(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.complex32."""
    def char(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.int8."""
    def cholesky(self, upper: Any = False) -> Tensor:
        """Returns the lower (or upper) Cholesky factor of each matrix. LinAlgError where it is not positive definite."""
    def cholesky_inverse(self, upper: Any = False) -> Tensor:
        """Returns the inverse of A, from its Cholesky factor."""
    def cholesky_solve(self, input2: Tensor, upper: Any = False) -> Tensor:
        """Returns X with A X = input, from the Cholesky factor `input2` of A."""
    def chunk(self, chunks: Any, dim: Any = 0) -> Any:
        """Returns at most `chunks` views along `dim`, all of one size but the last."""
    def clamp(self, min: Tensor | Number = None, max: Tensor | Number = None) -> Tensor:
        """Returns `input` brought into [min, max]; `max` wins where they cross."""
    def clamp_(self, min: Tensor | Number = None, max: Tensor | Number = None) -> Tensor: ...
    def clamp_max(self, max: Tensor | Number) -> Tensor:
        """Returns `input`, or `max` where that is smaller."""
    def clamp_max_(self, max: Tensor | Number) -> Tensor: ...
    def clamp_min(self, min: Tensor | Number) -> Tensor:
        """Returns `input`, or `min` where that is larger."""
    def clamp_min_(self, min: Tensor | Number) -> Tensor: ...
    def clip(self, min: Tensor | Number = None, max: Tensor | Number = None) -> Tensor: ...
    def clip_(self, min: Tensor | Number = None, max: Tensor | Number = None) -> Tensor: ...
    def clone(self, *, memory_format: Any = None) -> Tensor:
        """Returns a copy, with the strides of the input where those are dense."""
    def coalesce(self) -> Any:
        """RuntimeError: only tensors of sparse coordinate layout have an answer."""
    def col_indices(self) -> Any:
        """RuntimeError: only tensors of sparse row compressed layout have an answer."""
    def combinations(self, r: Any = 2, with_replacement: Any = False) -> Any:
        """Returns a row for each choice of `r` elements of a vector, in order."""
    def conj(self) -> Tensor:
        """Returns the complex conjugate: the tensor itself where it is real."""
    def conj_physical(self) -> Tensor:
        """Returns the complex conjugate."""
    def conj_physical_(self) -> Tensor: ...
    def contiguous(self, memory_format: Any = ...) -> Any:
        """Returns the tensor itself if its memory is in the order asked for, else a copy that is."""
    def copy_(self, src: Tensor | Number, non_blocking: Any = False) -> Tensor: ...
    def copysign(self, other: Tensor | Number) -> Tensor:
        """Returns the size of `input` with the sign of `other`."""
    def copysign_(self, other: Tensor | Number) -> Tensor: ...
    def corrcoef(self) -> Tensor:
        """Returns the correlation matrix of the variables in the rows of `input`."""
    def cos(self) -> Tensor:
        """Returns the cosine of each element."""
    def cos_(self) -> Tensor: ...
    def cosh(self) -> Tensor:
        """Returns the hyperbolic cosine."""
    def cosh_(self) -> Tensor: ...
    def count_nonzero(self, dim: Any = None) -> Tensor:
        """Returns how many elements over `dim` are nonzero."""
    def cov(self, *, correction: Any = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
        """Returns the covariance matrix of the variables in the rows of `input`, observations in its columns."""
    def cpu(self, memory_format: Any = None) -> Any:
        """Returns the tensor itself, which is on the CPU. NotImplementedError for a meta tensor."""
    def cross(self, other: Tensor, dim: Any = None) -> Tensor:
        """Returns the cross products of the vectors along `dim`: without one, along the first dimension of size 3."""
    def crow_indices(self) -> Any:
        """RuntimeError: only tensors of sparse row compressed layout have an answer."""
    def cuda(self, device: Any = None, non_blocking: Any = False, memory_format: Any = None) -> Any:
        """Raises: there is no GPU here."""
    def cummax(self, dim: Any) -> tuple[Tensor, ...]:
        """Returns the running largest values along `dim`, and where they stand."""
    def cummin(self, dim: Any) -> tuple[Tensor, ...]:
        """Returns the running smallest values along `dim`, and where they stand."""
    def cumprod(self, dim: Any, *, dtype: Any = None) -> Tensor:
        """Returns the running products along `dim`."""
    def cumprod_(self, dim: Any, *, dtype: Any = None) -> Tensor: ...
    def cumsum(self, dim: Any, *, dtype: Any = None) -> Tensor:
        """Returns the running sums along `dim`."""
    def cumsum_(self, dim: Any, *, dtype: Any = None) -> Tensor: ...
    def deg2rad(self) -> Tensor:
        """Returns degrees as radians."""
    def deg2rad_(self) -> Tensor: ...
    def dense_dim(self) -> Any:
        """Returns how many dimensions there are: all are dense."""
    def det(self) -> Tensor:
        """Returns the determinant of each matrix."""
    def diag(self, diagonal: Any = 0) -> Tensor:
        """Returns a matrix with a vector on its diagonal, or a copy of the diagonal of a matrix."""
    def diag_embed(self, offset: Any = 0, dim1: Any = -2, dim2: Any = -1) -> Tensor:
        """Returns zeros with the last dimension of `input` on a diagonal of the dimensions `dim1` and `dim2`."""
    def diagflat(self, offset: Any = 0) -> Tensor:
        """Returns a matrix with the elements on a diagonal."""
    def diagonal(self, offset: Any = 0, dim1: Any = 0, dim2: Any = 1) -> Tensor:
        """Returns a view of a diagonal of two dimensions, laid along a last dimension."""
    def diagonal_scatter(self, src: Tensor, offset: Any = 0, dim1: Any = 0, dim2: Any = 1) -> Tensor:
        """Returns a copy of `input` with a diagonal replaced by `src`."""
    def diff(self, n: Any = 1, dim: Any = -1, prepend: Tensor | None = None, append: Tensor | None = None) -> Tensor:
        """Returns the differences of neighbours along `dim`, taken `n` times."""
    def digamma(self) -> Tensor:
        """Returns the slope of lgamma."""
    def digamma_(self) -> Tensor: ...
    def dim_order(self) -> Any:
        """The dimensions from the one whose neighbours lie farthest apart to the nearest."""
    def dist(self, other: Tensor, p: Any = 2) -> Tensor:
        """Returns the p-norm of `input - other`."""
    def div(self, other: Tensor | Number, *, rounding_mode: Any = None) -> Tensor:
        """Divides `input` by `other`; `rounding_mode` may be None, "trunc" or "floor"."""
    def div_(self, other: Tensor | Number, *, rounding_mode: Any = None) -> Tensor: ...
    def divide(self, other: Tensor | Number, *, rounding_mode: Any = None) -> Tensor: ...
    def divide_(self, other: Tensor | Number, *, rounding_mode: Any = None) -> Tensor: ...
    def dot(self, tensor: Tensor) -> Tensor:
        """Returns the sum of the products of two vectors' elements."""
    def double(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.float64."""
    def dsplit(self, indices_or_sections: Any = None, *, indices: Any = None, sections: Any = None) -> Any:
        """Returns views along the third dimension."""
    def eq(self, other: Tensor | Number) -> Tensor:
        """Returns where `input` equals `other`."""
    def eq_(self, other: Tensor | Number) -> Tensor: ...
    def equal(self, other: Any) -> Any:
        """Returns whether two tensors have the same shape and elements."""
    def erf(self) -> Tensor:
        """Returns the error function of each element."""
    def erf_(self) -> Tensor: ...
    def erfc(self) -> Tensor:
        """Returns 1 - erf(input), exact where that is small."""
    def erfc_(self) -> Tensor: ...
    def erfinv(self) -> Tensor:
        """Returns the inverse of erf."""
    def erfinv_(self) -> Tensor: ...
    def exp(self) -> Tensor:
        """Returns e**input, element by element."""
    def exp2(self) -> Tensor:
        """Returns 2**input, element by element."""
    def exp2_(self) -> Tensor: ...
    def exp_(self) -> Tensor: ...
    def expand(self, *size: int | Sequence[int]) -> Tensor:
        """Returns a view broadcast to `size`; -1 keeps a size."""
    def expand_as(self, other: Tensor) -> Tensor:
        """Returns a view broadcast to the shape of `other`."""
    def expm1(self) -> Tensor:
        """Returns e**input - 1, exact near zero."""
    def expm1_(self) -> Tensor: ...
    def exponential_(self, lambd: Any = 1.0, *, generator: Any = None) -> Tensor: ...
    def fill_(self, value: Tensor | Number) -> Tensor: ...
    def fill_diagonal_(self, fill_value: Any, wrap: Any = False) -> Any:
        """Writes `fill_value` along the main diagonal; in a tall matrix with `wrap`, again below it, a row left out between."""
    def fix(self) -> Tensor: ...
    def fix_(self) -> Tensor: ...
    def flatten(self, start_dim: Any = 0, end_dim: Any = -1) -> Tensor:
        """Returns the elements with the dimensions from `start_dim` to `end_dim` made one."""
    def flip(self, *dims: int | Sequence[int]) -> Tensor:
        """Returns a copy with the order along `dims` reversed."""
    def fliplr(self) -> Tensor:
        """Returns a copy with the columns in reverse order."""
    def flipud(self) -> Tensor:
        """Returns a copy with the rows in reverse order."""
    def float(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.float32."""
    def float_power(self, exponent: Tensor | Number) -> Tensor:
        """Returns input ** exponent in double precision."""
    def float_power_(self, exponent: Tensor | Number) -> Tensor: ...
    def floor(self) -> Tensor:
        """Returns the largest integer not above each element."""
    def floor_(self) -> Tensor: ...
    def floor_divide(self, other: Tensor | Number) -> Tensor:
        """Returns the quotient rounded down. RuntimeError where an integer is divided by zero."""
    def floor_divide_(self, other: Tensor | Number) -> Tensor: ...
    def fmax(self, other: Tensor) -> Tensor:
        """Returns the larger of each pair; the other one where one is nan."""
    def fmin(self, other: Tensor) -> Tensor:
        """Returns the smaller of each pair; the other one where one is nan."""
    def fmod(self, other: Tensor | Number) -> Tensor:
        """Returns what division leaves, with the sign of `input`."""
    def fmod_(self, other: Tensor | Number) -> Tensor: ...
    def frac(self) -> Tensor:
        """Returns the fraction of each element, with its sign."""
    def frac_(self) -> Tensor: ...
    def frexp(self) -> tuple[Tensor, ...]:
        """Returns mantissas in [0.5, 1) and the powers of two they belong to."""
    def gather(self, dim: Any, index: Tensor, *, sparse_grad: Any = False) -> Tensor:
        """Returns the elements at `index` along `dim`, and at their own place along the other dimensions."""
    def gcd(self, other: Tensor) -> Tensor:
        """Returns the greatest common divisor, element by element."""
    def gcd_(self, other: Tensor) -> Tensor: ...
    def ge(self, other: Tensor | Number) -> Tensor:
        """Returns where `input` is at least `other`."""
    def ge_(self, other: Tensor | Number) -> Tensor: ...
    def geometric_(self, p: Any, *, generator: Any = None) -> Tensor: ...
    def geqrf(self) -> tuple[Tensor, ...]:
        """Returns R with the vectors of the reflections below it, and their factors."""
    def ger(self, vec2: Tensor) -> Tensor: ...
    def get_device(self) -> Any:
        """Always -1: the tensor is on the CPU."""
    def greater(self, other: Tensor | Number) -> Tensor: ...
    def greater_(self, other: Tensor | Number) -> Tensor: ...
    def greater_equal(self, other: Tensor | Number) -> Tensor: ...
    def greater_equal_(self, other: Tensor | Number) -> Tensor: ...
    def gt(self, other: Tensor | Number) -> Tensor:
        """Returns where `input` is above `other`."""
    def gt_(self, other: Tensor | Number) -> Tensor: ...
    def half(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.float16."""
    def hardshrink(self, lambd: Any = 0.5) -> Tensor:
        """Returns each element, and 0 where its magnitude is at most `lambd`."""
    def hash_tensor(self, dim: Any = ..., *, keepdim: Any = False, mode: Any = 0) -> Tensor:
        """Returns the exclusive or of the elements over `dim`, floating-point ones as the bits of a double, as uint64."""
    def heaviside(self, values: Tensor) -> Tensor:
        """Returns 0 below zero, 1 above it and `values` at it."""
    def heaviside_(self, values: Tensor) -> Tensor: ...
    def histc(self, bins: Any = 100, min: Any = 0, max: Any = 0) -> Tensor:
        """Returns how many elements fall in each of `bins` equal parts of [min, max], or of their own range if those are equal."""
    def histogram(self, bins: Any, *, range: Any = None, weight: Any = None, density: Any = False, out: Any = None) -> Any:
        """Returns a histogram of the elements: `bins` is a number of equal parts, or the edges."""
    def hsplit(self, indices_or_sections: Any = None, *, indices: Any = None, sections: Any = None) -> Any:
        """Returns views along the second dimension, or along the only one."""
    def hypot(self, other: Tensor) -> Tensor:
        """Returns sqrt(input**2 + other**2)."""
    def hypot_(self, other: Tensor) -> Tensor: ...
    def i0(self) -> Tensor:
        """Returns the modified Bessel function of the first kind, of order 0."""
    def i0_(self) -> Tensor: ...
    def igamma(self, other: Tensor) -> Tensor:
        """Returns the regularised lower incomplete gamma function."""
    def igamma_(self, other: Tensor) -> Tensor: ...
    def igammac(self, other: Tensor) -> Tensor:
        """Returns the regularised upper incomplete gamma function."""
    def igammac_(self, other: Tensor) -> Tensor: ...
    def index_add(self, dim: Any, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
        """Returns `input` with `alpha` times the slices of `source` added at `index` along `dim`."""
    def index_add_(self, dim: Any, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor: ...
    def index_copy(self, dim: Any, index: Tensor, source: Tensor) -> Tensor:
        """Returns `input` with the slices of `source` at the positions `index` along `dim`."""
    def index_copy_(self, dim: Any, index: Tensor, source: Tensor) -> Tensor: ...
    def index_fill(self, dim: Any, index: Tensor, value: Tensor | Number) -> Tensor:
        """Returns `input` with `value` in the slices at the positions `index` along `dim`."""
    def index_fill_(self, dim: Any, index: Tensor, value: Tensor | Number) -> Tensor: ...
    def index_put(self, indices: Any, values: Any, accumulate: Any = False) -> Any:
        """Returns a copy of `input` with `values` written (or added) where `indices` point: as `input[indices] = values`."""
    def index_put_(self, indices: Any, values: Any, accumulate: Any = False) -> Any:
        """Writes `values` (or adds them) where `indices` point: as `input[indices] = values`."""
    def index_reduce(self, dim: Any, index: Tensor, source: Tensor, reduce: Any, *, include_self: Any = True) -> Tensor:
        """Returns `input` with the slices of `source` folded in at `index` along `dim`: prod, mean, amax or amin."""
    def index_reduce_(self, dim: Any, index: Tensor, source: Tensor, reduce: Any, *, include_self: Any = True) -> Tensor: ...
    def index_select(self, dim: Any, index: Tensor) -> Tensor:
        """Returns the slices at the positions `index` along `dim`."""
    def indices(self) -> Any:
        """RuntimeError: only tensors of sparse coordinate layout have an answer."""
    def inner(self, other: Tensor) -> Tensor:
        """Returns the sums of products over the last dimensions."""
    def int(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.int32."""
    def inverse(self) -> Tensor:
        """Returns the inverse of each matrix. LinAlgError where there is none."""
    def is_coalesced(self) -> Any:
        """RuntimeError: only tensors of sparse coordinate layout have an answer."""
    def is_conj(self) -> Any:
        """Returns False: no tensor here waits to be conjugated."""
    def is_neg(self) -> Any:
        """Returns False: no tensor here waits to be negated."""
    def is_nonzero(self) -> Any:
        """Whether the one element is not zero. RuntimeError for any other number of elements."""
    def is_pinned(self, device: Any = None) -> Any:
        """Always False: there is no accelerator to pin memory for."""
    def is_same_size(self, other: Any) -> Any:
        """Whether two tensors have the same shape."""
    def is_set_to(self, tensor: Any) -> Any:
        """Whether two tensors look at the same memory in the same way."""
    def is_shared(self) -> Any:
        """Whether other processes see the tensor's memory."""
    def isclose(self, other: Tensor, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Tensor:
        """Returns where |input - other| <= atol + rtol * |other|; equal infinities are close."""
    def isfinite(self) -> Tensor:
        """Returns whether each element is neither infinite nor nan."""
    def isinf(self) -> Tensor:
        """Returns whether each element is infinite."""
    def isnan(self) -> Tensor:
        """Returns whether each element is nan."""
    def isneginf(self) -> Tensor:
        """Returns whether each element is -infinity."""
    def isposinf(self) -> Tensor:
        """Returns whether each element is +infinity."""
    def isreal(self) -> Tensor:
        """Returns whether each element has no imaginary part."""
    def istft(self, n_fft: Any, hop_length: Any = None, win_length: Any = None, window: Any = None, center: Any = True, normalized: Any = False, onesided: Any = None, length: Any = None, return_complex: Any = False) -> Any:
        """Returns the signal of which `input` holds the short-time transforms: the least-squares one, if they are not of any."""
    def kron(self, other: Tensor) -> Tensor:
        """Returns the Kronecker product."""
    def kthvalue(self, k: Any, dim: Any = -1, keepdim: Any = False) -> tuple[Tensor, ...]:
        """Returns the k-th smallest value along `dim`, and where it stands."""
    def lcm(self, other: Tensor) -> Tensor:
        """Returns the least common multiple, element by element."""
    def lcm_(self, other: Tensor) -> Tensor: ...
    def ldexp(self, other: Tensor) -> Tensor:
        """Returns input * 2 ** other."""
    def ldexp_(self, other: Tensor) -> Tensor: ...
    def le(self, other: Tensor | Number) -> Tensor:
        """Returns where `input` is at most `other`."""
    def le_(self, other: Tensor | Number) -> Tensor: ...
    def lerp(self, end: Tensor, weight: Tensor | Number) -> Tensor:
        """Returns input + weight * (end - input)."""
    def lerp_(self, end: Tensor, weight: Tensor | Number) -> Tensor: ...
    def less(self, other: Tensor | Number) -> Tensor: ...
    def less_(self, other: Tensor | Number) -> Tensor: ...
    def less_equal(self, other: Tensor | Number) -> Tensor: ...
    def less_equal_(self, other: Tensor | Number) -> Tensor: ...
    def lgamma(self) -> Tensor:
        """Returns the logarithm of |gamma(input)|."""
    def lgamma_(self) -> Tensor: ...
    def log(self) -> Tensor:
        """Returns the natural logarithm."""
    def log10(self) -> Tensor:
        """Returns the logarithm to base 10."""
    def log10_(self) -> Tensor: ...
    def log1p(self) -> Tensor:
        """Returns log(1 + input)."""
    def log1p_(self) -> Tensor: ...
    def log2(self) -> Tensor:
        """Returns the logarithm to base 2."""
    def log2_(self) -> Tensor: ...
    def log_(self) -> Tensor: ...
    def log_normal_(self, mean: Any = 1.0, std: Any = 2.0, *, generator: Any = None) -> Tensor: ...
    def log_softmax(self, dim: Any, dtype: Any = None, *, out: Any = None) -> Tensor:
        """Returns the logarithm of the softmax along `dim`; computed in `dtype` if that is given."""
    def logaddexp(self, other: Tensor) -> Tensor:
        """Returns log(exp(input) + exp(other))."""
    def logaddexp2(self, other: Tensor) -> Tensor:
        """Returns log2(2**input + 2**other)."""
    def logcumsumexp(self, dim: Any) -> Tensor:
        """Returns the running log(sum(exp(input))) along `dim`."""
    def logdet(self) -> Tensor:
        """Returns the logarithm of the determinant of each matrix; NaN where that is negative."""
    def logical_and(self, other: Tensor) -> Tensor:
        """Returns where both are nonzero."""
    def logical_and_(self, other: Tensor) -> Tensor: ...
    def logical_not(self) -> Tensor:
        """Returns where the input is zero."""
    def logical_not_(self) -> Tensor: ...
    def logical_or(self, other: Tensor) -> Tensor:
        """Returns where either is nonzero."""
    def logical_or_(self, other: Tensor) -> Tensor: ...
    def logical_xor(self, other: Tensor) -> Tensor:
        """Returns where exactly one is nonzero."""
    def logical_xor_(self, other: Tensor) -> Tensor: ...
    def logit(self, eps: Any = None) -> Tensor:
        """Returns log(input / (1 - input)), with the input brought into [eps, 1 - eps] if `eps` is given."""
    def logit_(self, eps: Any = None) -> Tensor: ...
    def logsumexp(self, dim: Any, keepdim: Any = False) -> Tensor:
        """Returns log(sum(exp(input))) over `dim`, computed without overflow."""
    def long(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.int64."""
    def lt(self, other: Tensor | Number) -> Tensor:
        """Returns where `input` is below `other`."""
    def lt_(self, other: Tensor | Number) -> Tensor: ...
    def lu(self, pivot: Any = True, get_infos: Any = False) -> Tensor:
        """Returns L and U in one matrix, and the row swaps; also the infos on request."""
    def lu_solve(self, LU_data: Tensor, LU_pivots: Tensor) -> Tensor:
        """Returns X with A X = b, from lu_factor(A)."""
    def map2_(self, x: Any, y: Any, callable: Any) -> Any:
        """Replaces each element by `callable(element, element of x, element of y)`, in place."""
    def map_(self, tensor: Any, callable: Any) -> Any:
        """Replaces each element by `callable(element, element of tensor)`, in place."""
    def masked_fill(self, mask: Tensor, value: Tensor | Number) -> Tensor:
        """Returns `input` with `value` where the mask holds."""
    def masked_fill_(self, mask: Tensor, value: Tensor | Number) -> Tensor: ...
    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor:
        """Returns `input` with the first elements of `source`, in order, where the mask holds."""
    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor: ...
    def masked_select(self, mask: Tensor) -> Tensor:
        """Returns the elements where the mask holds, in a row."""
    def matmul(self, other: Tensor) -> Tensor:
        """Returns the product of vectors, matrices, or batches of matrices, which broadcast."""
    def matrix_exp(self) -> Tensor:
        """Returns the exponential of each matrix."""
    def matrix_power(self, n: Any) -> Tensor:
        """Returns the product of `n` copies of each matrix, of its inverse for a negative `n`."""
    def max(self, dim: Any = None, keepdim: Any = False, *, other: Any = None, axis: Any = None, keepdims: Any = None, out: Any = None) -> Any:
        """Returns the largest element; with `dim`, the largest along it and their positions; with a tensor, elementwise."""
    def maximum(self, other: Tensor) -> Tensor:
        """Returns the larger of each pair; nan where either is."""
    def mean(self, dim: Any = None, keepdim: Any = False, *, dtype: Any = None) -> Tensor:
        """Returns the mean over `dim`, or over all elements."""
    def median(self, dim: Any = None, keepdim: Any = False, *, axis: Any = None, keepdims: Any = None, out: Any = None) -> Any:
        """Returns the lower median of all elements; with `dim`, the medians along it and their positions."""
    def min(self, dim: Any = None, keepdim: Any = False, *, other: Any = None, axis: Any = None, keepdims: Any = None, out: Any = None) -> Any:
        """Returns the smallest element; with `dim`, the smallest along it and their positions; with a tensor, elementwise."""
    def minimum(self, other: Tensor) -> Tensor:
        """Returns the smaller of each pair; nan where either is."""
    def mm(self, mat2: Tensor) -> Tensor:
        """Returns the product of two matrices."""
    def mode(self, dim: Any = -1, keepdim: Any = False) -> tuple[Tensor, ...]:
        """Returns the most frequent value along `dim`, and where it stands."""
    def moveaxis(self, source: Any, destination: Any) -> Tensor:
        """Returns a view with the dimensions `source` moved to the positions `destination`."""
    def movedim(self, source: Any, destination: Any) -> Tensor:
        """Returns a view with the dimensions `source` moved to the positions `destination`."""
    def msort(self, *, out: Any = None) -> Any:
        """Returns the elements in order along the first dimension."""
    def mul(self, other: Tensor | Number) -> Tensor:
        """Multiplies `input` by `other`."""
    def mul_(self, other: Tensor | Number) -> Tensor: ...
    def multinomial(self, num_samples: Any, replacement: Any = False, *, generator: Any = None) -> Tensor:
        """Returns `num_samples` positions drawn with the weights in each row of `input`."""
    def multiply(self, other: Tensor | Number) -> Tensor: ...
    def multiply_(self, other: Tensor | Number) -> Tensor: ...
    def mv(self, vec: Tensor) -> Tensor:
        """Returns the product of a matrix and a vector."""
    def mvlgamma(self, p: Any) -> Tensor:
        """Returns the logarithm of the multivariate gamma function of dimension `p`."""
    def mvlgamma_(self, p: Any) -> Tensor: ...
    def nan_to_num(self, nan: Any = None, posinf: Any = None, neginf: Any = None) -> Tensor:
        """Returns finite numbers: by default 0 for nan, the type's largest for infinity."""
    def nan_to_num_(self, nan: Any = None, posinf: Any = None, neginf: Any = None) -> Tensor: ...
    def nanmean(self, dim: Any = None, keepdim: Any = False, *, dtype: Any = None) -> Tensor:
        """Returns the mean of what is no NaN over `dim`, or over all elements."""
    def nanmedian(self, dim: Any = None, keepdim: Any = False, *, axis: Any = None, keepdims: Any = None, out: Any = None) -> Any:
        """Returns the lower median of what is no NaN; with `dim`, the medians along it and their positions."""
    def nanquantile(self, q: Tensor | Number, dim: Any = None, keepdim: Any = False, *, interpolation: Any = 'linear') -> Tensor:
        """Returns the values below which the shares `q` of the elements along `dim` that are no NaN lie."""
    def nansum(self, dim: Any = None, keepdim: Any = False, *, dtype: Any = None) -> Tensor:
        """Returns the sum over `dim`, or over all elements, with NaN counted as zero."""
    def narrow(self, dim: Any, start: Any, length: Any) -> Any:
        """Returns a view of `length` positions along `dim`, from `start`, which may be an integer tensor."""
    def narrow_copy(self, dim: Any, start: Any, length: Any, *, out: Any = None) -> Any:
        """Returns a copy of `length` positions along `dim`, from `start`."""
    def ne(self, other: Tensor | Number) -> Tensor:
        """Returns where `input` differs from `other`."""
    def ne_(self, other: Tensor | Number) -> Tensor: ...
    def neg(self) -> Tensor:
        """Negates each element."""
    def neg_(self) -> Tensor: ...
    def negative(self) -> Tensor: ...
    def negative_(self) -> Tensor: ...
    def new(self, *args: Any, device: Any = None) -> Any:
        """Returns a tensor of the type of this one, made as torch.Tensor(...) makes its."""
    def new_empty(self, *size: int | Sequence[int], dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: Any = False, pin_memory: Any = False) -> Tensor:
        """Returns an uninitialised tensor of the given size, in the type of `input`."""
    def new_empty_strided(self, size: Any, stride: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: Any = False, pin_memory: Any = False) -> Tensor:
        """Returns an uninitialised tensor of the given size and strides, in the type of `input`."""
    def new_full(self, size: Any, fill_value: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: Any = False, pin_memory: Any = False) -> Tensor:
        """Returns `fill_value` everywhere, in the given size and the type of `input`."""
    def new_ones(self, *size: int | Sequence[int], dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: Any = False, pin_memory: Any = False) -> Tensor:
        """Returns ones of the given size, in the type of `input`."""
    def new_tensor(self, data: Any, *, dtype: Any = None, device: Any = None, requires_grad: Any = False, layout: Any = None, pin_memory: Any = False) -> Any:
        """Returns a leaf with a copy of `data`, in the type of the tensor."""
    def new_zeros(self, *size: int | Sequence[int], dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: Any = False, pin_memory: Any = False) -> Tensor:
        """Returns zeros of the given size, in the type of `input`."""
    def nextafter(self, other: Tensor) -> Tensor:
        """Returns the float next to `input` on the way to `other`."""
    def nextafter_(self, other: Tensor) -> Tensor: ...
    def nonzero(self, *, as_tuple: Any = False, out: Any = None) -> Any:
        """Returns the positions of the elements that are not zero: a row each, or (`as_tuple`) a tensor per dimension."""
    def nonzero_static(self, *, size: Any, fill_value: Any = -1) -> Any:
        """Returns `size` rows: the first positions of elements that are not zero, then rows of `fill_value`."""
    def norm(self, p: Any = 'fro', dim: Any = None, keepdim: Any = False, dtype: Any = None) -> Tensor:
        """Returns the p-norm over `dim` or all elements; "fro" and "nuc" are norms of matrices."""
    def normal_(self, mean: Any = 0, std: Any = 1, *, generator: Any = None) -> Any:
        """Fills with normal numbers."""
    def normal_fill_(self, mean: Any = 0.0, std: Any = 1.0, *, generator: Any = None) -> Tensor: ...
    def not_equal(self, other: Tensor | Number) -> Tensor: ...
    def not_equal_(self, other: Tensor | Number) -> Tensor: ...
    def orgqr(self, tau: Tensor) -> Tensor:
        """Returns the first columns of the product of reflections."""
    def ormqr(self, tau: Tensor, other: Tensor, left: Any = True, transpose: Any = False) -> Tensor:
        """Returns `other` times the square Q that the reflections in `input` make."""
    def outer(self, vec2: Tensor) -> Tensor:
        """Returns the products of each element of a vector with each of another."""
    def permute(self, *dims: int | Sequence[int]) -> Tensor:
        """Returns a view with the dimensions in the order `dims`."""
    def pin_memory(self, device: Any = None) -> Any:
        """Raises: there is no accelerator to pin memory for."""
    def pinverse(self, rcond: Any = 1e-15) -> Tensor:
        """Returns the pseudo-inverse of each matrix."""
    def polygamma(self, n: Any) -> Any:
        """Returns the n-th derivative of digamma."""
    def polygamma_(self, n: Any) -> Any:
        """Writes the n-th derivative of digamma into the tensor."""
    def positive(self) -> Any:
        """Returns the tensor itself. RuntimeError for bool."""
    def pow(self, exponent: Tensor | Number) -> Tensor:
        """Returns input ** exponent. RuntimeError for integers to a negative number."""
    def pow_(self, exponent: Tensor | Number) -> Tensor: ...
    def prelu(self, weight: Tensor) -> Tensor:
        """Returns the positive elements, and `weight` times the others; one weight, or one per channel (dimension 1)."""
    def prod(self, dim: Any = None, keepdim: Any = False, *, dtype: Any = None) -> Tensor:
        """Returns the product over `dim`, or over all elements."""
    def put(self, index: Tensor, source: Tensor, accumulate: Any = False) -> Tensor:
        """Returns `input` with `source` written (or added) at the positions `index` of the flattened tensor."""
    def put_(self, index: Tensor, source: Tensor, accumulate: Any = False) -> Tensor: ...
    def qr(self, some: Any = True) -> Tensor:
        """Returns Q with orthonormal columns and an upper triangular R, with Q R = input."""
    def quantile(self, q: Tensor | Number, dim: Any = None, keepdim: Any = False, *, interpolation: Any = 'linear') -> Tensor:
        """Returns the values below which the shares `q` of the elements along `dim` lie; NaN where there is a NaN."""
    def rad2deg(self) -> Tensor:
        """Returns radians as degrees."""
    def rad2deg_(self) -> Tensor: ...
    def random_(self, *bounds: Any, to: Any = None, generator: Any = None) -> Any:
        """Fills with integers drawn uniformly. Takes (), (to) or (from, to); without bounds, all that the type counts exactly."""
    def random_fill_(self, low: Any, high: Any, low_is_zero: Any, *, generator: Any = None) -> Tensor: ...
    def ravel(self) -> Tensor:
        """Returns the elements in one dimension."""
    def reciprocal(self) -> Tensor:
        """Returns 1 / input."""
    def reciprocal_(self) -> Tensor: ...
    def relu(self) -> Tensor:
        """Returns the positive elements, and 0 for the others."""
    def relu_(self) -> Tensor: ...
    def remainder(self, other: Tensor | Number) -> Tensor:
        """Returns what division leaves, with the sign of `other`."""
    def remainder_(self, other: Tensor | Number) -> Tensor: ...
    def renorm(self, p: Any, dim: Any, maxnorm: Any) -> Tensor:
        """Returns the input with each slice along `dim` scaled down to the p-norm `maxnorm` if it is longer."""
    def renorm_(self, p: Any, dim: Any, maxnorm: Any) -> Tensor: ...
    def repeat(self, *repeats: int | Sequence[int]) -> Tensor:
        """Returns the tensor laid out `repeats` times along each dimension, new ones in front."""
    def repeat_interleave(self, repeats: Any = None, dim: Any = None, *, output_size: Any = None) -> Any:
        """Returns each element, or each position along `dim`, `repeats` times in a row."""
    def reshape(self, *shape: int | Sequence[int]) -> Tensor:
        """Returns the same elements in another shape: a view where the strides allow one, else a copy."""
    def reshape_as(self, other: Tensor) -> Tensor:
        """Returns the same elements in the shape of `other`."""
    def resize_(self, *sizes: Any, memory_format: Any = None) -> Any:
        """Gives the tensor another size over the same memory, which grows where it is too small; new elements hold anything."""
    def resize_as(self, tensor: Any) -> Any:
        """Returns an alias with the size of another tensor. Deprecated: see resize_as_."""
    def resize_as_(self, the_template: Any, memory_format: Any = None) -> Any:
        """Gives the tensor the size of another: see resize_."""
    def resolve_conj(self) -> Any:
        """Returns the tensor itself: conjugates are computed at once here."""
    def resolve_neg(self) -> Any:
        """Returns the tensor itself: negatives are computed at once here."""
    def roll(self, shifts: Any, dims: Any = ...) -> Tensor:
        """Returns a copy with elements moved by `shifts` along `dims` and round the end; of the flattened tensor without `dims`."""
    def rot90(self, k: Any = 1, dims: Any = ...) -> Tensor:
        """Returns a copy turned `k` times by 90 degrees in the plane of two dimensions."""
    def round(self, *, decimals: Any = 0) -> Tensor:
        """Returns each element rounded to so many decimals, ties to even."""
    def round_(self, *, decimals: Any = 0) -> Tensor: ...
    def row_indices(self) -> Any:
        """RuntimeError: only tensors of sparse column compressed layout have an answer."""
    def rsqrt(self) -> Tensor:
        """Returns 1 / sqrt(input)."""
    def rsqrt_(self) -> Tensor: ...
    def scatter(self, dim: Any, index: Tensor, src: Tensor | Number = None, *, value: Any = None, reduce: Any = None) -> Tensor:
        """Returns `input` with `src` (or the number `value`) written at `index` along `dim`."""
    def scatter_(self, dim: Any, index: Tensor, src: Tensor | Number = None, *, value: Any = None, reduce: Any = None) -> Tensor: ...
    def scatter_add(self, dim: Any, index: Tensor, src: Tensor) -> Tensor:
        """Returns `input` with `src` added at `index` along `dim`; positions may repeat."""
    def scatter_add_(self, dim: Any, index: Tensor, src: Tensor) -> Tensor: ...
    def scatter_reduce(self, dim: Any, index: Tensor, src: Tensor, reduce: Any, *, include_self: Any = True) -> Tensor:
        """Returns `input` with the elements of `src` folded in at `index` along `dim`: sum, prod, mean, amax or amin."""
    def scatter_reduce_(self, dim: Any, index: Tensor, src: Tensor, reduce: Any, *, include_self: Any = True) -> Tensor: ...
    def select(self, dim: Any, index: Any) -> Tensor:
        """Returns a view of position `index` along `dim`, without that dimension."""
    def select_scatter(self, src: Tensor, dim: Any, index: Any) -> Tensor:
        """Returns a copy of `input` with position `index` along `dim` replaced by `src`."""
    def set_(self, source: Any = None, storage_offset: Any = 0, size: Any = None, stride: Any = None) -> Any:
        """Makes the tensor look at the memory of `source`, a tensor or a storage; at no memory without one."""
    def sgn(self) -> Tensor:
        """Returns the sign, or input / |input| for complex numbers."""
    def sgn_(self) -> Tensor: ...
    def share_memory_(self) -> Any:
        """Moves the tensor into memory that processes share, and returns it."""
    def short(self, *, memory_format: Any = None) -> Any:
        """Returns the tensor as torch.int16."""
    def sigmoid(self) -> Tensor:
        """Returns 1 / (1 + e**-input)."""
    def sigmoid_(self) -> Tensor: ...
    def sign(self) -> Tensor:
        """Returns -1, 0 or 1."""
    def sign_(self) -> Tensor: ...
    def signbit(self) -> Tensor:
        """Returns whether each element has its sign bit set."""
    def sin(self) -> Tensor:
        """Returns the sine of each element."""
    def sin_(self) -> Tensor: ...
    def sinc(self) -> Tensor:
        """Returns sin(pi x) / (pi x), 1 at zero."""
    def sinc_(self) -> Tensor: ...
    def sinh(self) -> Tensor:
        """Returns the hyperbolic sine."""
    def sinh_(self) -> Tensor: ...
    def slice_scatter(self, src: Tensor, dim: Any = 0, start: Any = None, end: Any = None, step: Any = 1) -> Tensor:
        """Returns a copy of `input` with a slice along `dim` replaced by `src`."""
    def slogdet(self) -> Tensor:
        """Returns the sign of the determinant of each matrix, and the logarithm of its size."""
    def softmax(self, dim: Any, dtype: Any = None, *, out: Any = None) -> Tensor:
        """Returns e**x, scaled to add up to 1 along `dim`; computed in `dtype` if that is given."""
    def sort(self, dim: Any = -1, descending: Any = False, *, stable: Any = None) -> tuple[Tensor, ...]:
        """Returns the elements in order along `dim`, and their positions; NaN counts as the largest."""
    def sparse_dim(self) -> Any:
        """Returns 0, how many dimensions are sparse."""
    def split(self, split_size: Any, dim: Any = 0) -> Any:
        """Returns consecutive views along `dim`, of one size, or of the sizes listed."""
    def split_with_sizes(self, split_sizes: Any, dim: Any = 0) -> Any:
        """Returns consecutive views of the sizes listed along `dim`."""
    def sqrt(self) -> Tensor:
        """Returns the square root of each element."""
    def sqrt_(self) -> Tensor: ...
    def square(self) -> Tensor:
        """Returns input * input."""
    def square_(self) -> Tensor: ...
    def squeeze(self, dim: Any = None) -> Tensor:
        """Returns a view without the dimensions of size 1, or without those of them that `dim` names."""
    def squeeze_(self, dim: Any = None) -> Any:
        """Takes the dimensions of size 1, or those of them that `dim` names, from the tensor."""
    def std(self, dim: Any = None, unbiased: Any = None, keepdim: Any = False, *, correction: Any = None, axis: Any = None, keepdims: Any = None, out: Any = None) -> Any:
        """Returns the standard deviation over `dim`, or over all elements."""
    def stft(self, n_fft: Any, hop_length: Any = None, win_length: Any = None, window: Any = None, center: Any = True, pad_mode: Any = 'reflect', normalized: Any = False, onesided: Any = None, return_complex: Any = None, align_to_window: Any = None) -> Any:
        """Returns the transforms of the frames of `n_fft` samples that begin `hop_length` apart: (..., frequencies, frames)."""
    def storage(self) -> Any:
        """The elements of the tensor's memory, all of it. Deprecated: see untyped_storage."""
    def storage_type(self) -> Any:
        """The class of the typed storage: torch.FloatStorage and its like."""
    def sub(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor:
        """Subtracts `alpha * other` from `input`."""
    def sub_(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def subtract(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def subtract_(self, other: Tensor | Number, *, alpha: Any = 1) -> Tensor: ...
    def sum(self, dim: Any = None, keepdim: Any = False, *, dtype: Any = None) -> Tensor:
        """Returns the sum over `dim`, or over all elements."""
    def sum_to_size(self, *size: int | Sequence[int]) -> Tensor:
        """Returns the sum over the dimensions in which `size`, which must be able to broadcast to the input's, is 1 or absent."""
    def svd(self, some: Any = True, compute_uv: Any = True) -> Tensor:
        """Returns U, S, V with U diag(S) V^H = input."""
    def swapaxes(self, axis0: Any, axis1: Any) -> Tensor:
        """Returns a view with two dimensions exchanged."""
    def swapaxes_(self, dim0: Any, dim1: Any) -> Any:
        """Exchanges two dimensions of the tensor."""
    def swapdims(self, dim0: Any, dim1: Any) -> Tensor:
        """Returns a view with two dimensions exchanged."""
    def swapdims_(self, dim0: Any, dim1: Any) -> Any:
        """Exchanges two dimensions of the tensor."""
    def t(self) -> Tensor:
        """Returns a view of a matrix transposed; a vector as it is."""
    def t_(self) -> Any:
        """Transposes the matrix itself."""
    def take(self, index: Tensor) -> Tensor:
        """Returns the elements at positions of the flattened tensor."""
    def take_along_dim(self, indices: Any, dim: Any = None, *, out: Any = None) -> Any:
        """Returns the elements at `indices` along `dim`, after broadcasting the other dimensions; of the flattened tensor without."""
    def tan(self) -> Tensor:
        """Returns the tangent of each element."""
    def tan_(self) -> Tensor: ...
    def tanh(self) -> Tensor:
        """Returns the hyperbolic tangent."""
    def tanh_(self) -> Tensor: ...
    def tensor_split(self, indices_or_sections: Any = None, dim: Any = 0, *, indices: Any = None, sections: Any = None) -> Any:
        """Returns views along `dim`: so many nearly equal ones, or those between the positions listed."""
    def tile(self, *dims: int | Sequence[int]) -> Tensor:
        """Returns the tensor repeated `dims` times; missing dimensions count once."""
    def to(self, *args: Any, dtype: Any = None, device: Any = None, non_blocking: Any = False, copy: Any = False, memory_format: Any = None, tensor: Any = None) -> Any:
        """Returns the tensor in the given dtype, on the given device: itself where that changes nothing, unless `copy`."""
    def to_dense(self, dtype: Any = None, *, masked_grad: Any = None) -> Any:
        """Returns the tensor, in another type if asked; `masked_grad` is about sparse tensors."""
    def topk(self, k: Any, dim: Any = -1, largest: Any = True, sorted: Any = True) -> tuple[Tensor, ...]:
        """Returns the `k` largest (or smallest) elements along `dim`, in order, and their positions."""
    def trace(self) -> Tensor:
        """Returns the sum of the diagonal of a matrix."""
    def transpose(self, dim0: Any, dim1: Any) -> Tensor:
        """Returns a view with two dimensions exchanged."""
    def transpose_(self, dim0: Any, dim1: Any) -> Any:
        """Exchanges two dimensions of the tensor."""
    def triangular_solve(self, A: Tensor, upper: Any = True, transpose: Any = False, unitriangular: Any = False) -> Tensor:
        """Returns X with A X = b for a triangular A, and A."""
    def tril(self, diagonal: Any = 0) -> Tensor:
        """Returns a copy with zeros above a diagonal."""
    def tril_(self, diagonal: Any = 0) -> Tensor: ...
    def triu(self, diagonal: Any = 0) -> Tensor:
        """Returns a copy with zeros below a diagonal."""
    def triu_(self, diagonal: Any = 0) -> Tensor: ...
    def true_divide(self, other: Tensor | Number) -> Tensor:
        """Divides `input` by `other`."""
    def true_divide_(self, other: Tensor | Number) -> Tensor: ...
    def trunc(self) -> Tensor:
        """Returns each element without its fraction."""
    def trunc_(self) -> Tensor: ...
    def type(self, dtype: Any = None, non_blocking: Any = False) -> Any:
        """Returns the name of the tensor's type, or the tensor in another one."""
    def type_as(self, other: Any) -> Any:
        """Returns the tensor in the dtype of `other`."""
    def unbind(self, dim: Any = 0) -> tuple[Tensor, ...]:
        """Returns a view of each position along `dim`."""
    def unflatten(self, dim: Any, *sizes: int | Sequence[int]) -> Tensor:
        """Returns a view with dimension `dim` split into `sizes`, one of which may be -1."""
    def unfold(self, dimension: Any, size: Any, step: Any) -> Tensor:
        """Returns a view of the windows of `size` along `dimension`, one every `step`, laid along a last dimension."""
    def uniform_(self, from_: Any = 0.0, to: Any = 1.0, *, generator: Any = None) -> Tensor: ...
    def unique(self, sorted: Any = True, return_inverse: Any = False, return_counts: Any = False, dim: Any = None) -> Any:
        """Returns the distinct elements (slices along `dim`) in order; then which one each is, and how often each occurs."""
    def unique_consecutive(self, return_inverse: Any = False, return_counts: Any = False, dim: Any = None) -> Any:
        """As `unique`, of runs of equal elements."""
    def unravel_index(self, shape: Any) -> Any:
        """Returns, for positions of a flattened tensor of the given shape, their coordinates: a tensor per dimension."""
    def unsafe_chunk(self, chunks: Any, dim: Any = 0) -> Any:
        """Returns what `chunk` does, as tensors that are no views of each other."""
    def unsafe_split(self, split_size: Any, dim: Any = 0) -> Any:
        """Returns what `split` does, as tensors that are no views of each other."""
    def unsafe_split_with_sizes(self, split_sizes: Any, dim: Any = 0) -> Any:
        """Returns what `split_with_sizes` does, as tensors that are no views of each other."""
    def unsqueeze(self, dim: Any) -> Tensor:
        """Returns a view with a dimension of size 1 at `dim`."""
    def unsqueeze_(self, dim: Any) -> Any:
        """Gives the tensor a dimension of size 1 at `dim`."""
    def untyped_storage(self) -> Any:
        """The bytes of the tensor's memory, all of it."""
    def values(self) -> Any:
        """RuntimeError: only tensors of sparse layout have an answer."""
    def var(self, dim: Any = None, unbiased: Any = None, keepdim: Any = False, *, correction: Any = None, axis: Any = None, keepdims: Any = None, out: Any = None) -> Any:
        """Returns the variance over `dim`, or over all elements."""
    def vdot(self, other: Tensor) -> Tensor:
        """Returns the sum of the products of two vectors' elements, those of the first conjugated."""
    def view(self, *sizes: Any, dtype: Any = None, size: Any = None) -> Any:
        """Returns the same memory in another shape, or as elements of another type."""
    def view_as(self, other: Tensor) -> Tensor:
        """Returns a view in the shape of `other`."""
    def view_as_complex(self) -> Tensor:
        """Returns a view of pairs in the last dimension as complex numbers."""
    def view_as_real(self) -> Tensor:
        """Returns a view with a last dimension of two: the real and the imaginary parts."""
    def vsplit(self, indices_or_sections: Any = None, *, indices: Any = None, sections: Any = None) -> Any:
        """Returns views along the first dimension."""
    def where(self, condition: Any, other: Any) -> Any:
        """Returns the tensor's elements where the condition holds, and those of `other` elsewhere."""
    def write_at_(self, indices: Sequence[Tensor], values: Tensor, accumulate: Any, dims: Any) -> Tensor: ...
    def xlogy(self, other: Tensor | Number) -> Tensor:
        """Returns input * log(other), 0 where `input` is."""
    def xlogy_(self, other: Tensor | Number) -> Tensor: ...
    def zero_(self) -> Tensor: ...
    def zeros_like(self, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: Any = False, pin_memory: Any = False, memory_format: Any = None) -> Tensor:
        """Returns zeros in the shape, type and strides of `input`."""
