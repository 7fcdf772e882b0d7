"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from typing import Literal
from collections.abc import Sequence
from rushlight.size import Size
from rushlight.tensor import Tensor
from rushlight.dtypes import dtype
from typing import overload

from rushlight.nn import functional as _functional
F = _functional
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
def block_diag(*tensors: Any) -> Tensor:
    """Returns a matrix with the tensors along its diagonal; vectors count as rows."""
def broadcast_shapes(*shapes: int | Sequence[int]) -> Size:
    """Returns the shape that tensors of the given shapes broadcast to."""
def broadcast_tensors(*tensors_: Any) -> tuple[Tensor, ...]:
    """Returns the tensors, broadcast to their common shape."""
def cartesian_prod(*tensors: Any) -> Tensor:
    """Returns a row for each way to take one element of every vector; of one vector, the vector."""
def cdist(x1: Any, x2: Any, p: float = 2.0, compute_mode: str = 'use_mm_for_euclid_dist_if_necessary') -> Tensor:
    """Returns the p-norm of the difference of each row of `x1` and each row of `x2`."""
def chain_matmul(*matrices: Any, out: Any = None) -> Tensor:
    """Returns the product of several matrices, in the order that costs least."""
def einsum(*args: Any) -> Tensor:
    """Returns the sum of products that an equation such as "bij,bjk->bik" describes."""
def istft(input: Tensor, n_fft: Any, hop_length: Any = None, win_length: Any = None, window: Any = None, center: bool = True, normalized: bool = False, onesided: Any = None, length: Any = None, return_complex: bool = False) -> Tensor:
    """Returns the signal of which `input` holds the short-time transforms: the least-squares one, if they are not of any."""
def lu(input: Tensor, pivot: bool = True, get_infos: bool = False) -> tuple[Tensor, ...]:
    """Returns L and U in one matrix, and the row swaps; also the infos on request."""
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Returns a view of each vector along a dimension of its own, expanded over those of the others."""
def norm(input: Tensor, p: float | str | None = 'fro', dim: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | None = None, *, axis: int | Sequence[int] | None = None, keepdims: bool | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the p-norm over `dim` or all elements; "fro" and "nuc" are norms of matrices."""
def pca_lowrank(A: Tensor, q: int | None = None, center: bool = True, niter: int = 2) -> tuple[Tensor, Tensor, Tensor]:
    """Returns U, S, V of the principal components of the rows of A, of rank `q` (6 by default) at most: see svd_lowrank."""
def split(input: Tensor, split_size: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """Returns consecutive views along `dim`, of one size, or of the sizes listed."""
def stft(input: Tensor, n_fft: Any, hop_length: Any = None, win_length: Any = None, window: Any = None, center: bool = True, pad_mode: str = 'reflect', normalized: bool = False, onesided: Any = None, return_complex: Any = None, align_to_window: Any = None) -> Tensor:
    """Returns the transforms of the frames of `n_fft` samples that begin `hop_length` apart: (..., frequencies, frames)."""
def svd_lowrank(A: Tensor, q: int | None = 6, niter: int | None = 2, M: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Returns U, S, V with U S V^H close to A - M, a matrix of rank `q` or a little more; `niter` rounds make it closer."""
def tensordot(a: Any, b: Any, dims: Any = 2, out: Any = None) -> Tensor:
    """Returns the sum of products over the last `dims` dimensions of `a` and the first of `b`, or over two lists of them."""
@overload
def unique(input: Tensor, sorted: bool = True, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: int | None = None) -> Tensor:
    """Returns the distinct elements (slices along `dim`) in order; then which one each is, and how often each occurs."""
@overload
def unique(input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any: ...
@overload
def unique_consecutive(input: Tensor, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: int | None = None) -> Tensor:
    """As `unique`, of runs of equal elements."""
@overload
def unique_consecutive(input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any: ...
def unravel_index(indices: Tensor, shape: Any) -> tuple[Tensor, ...]:
    """Returns, for positions of a flattened tensor of the given shape, their coordinates: a tensor per dimension."""
