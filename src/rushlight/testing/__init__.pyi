"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.tensor import Tensor
from rushlight.device import device
from rushlight.dtypes import dtype
from rushlight.size import memory_format

def assert_allclose(actual: Any, expected: Any, rtol: float | None = None, atol: float | None = None, equal_nan: bool = True, msg: str = '') -> Any:
    """The predecessor of assert_close: dtypes may differ, NaN equals NaN, and lists become tensors."""
def assert_close(actual: Any, expected: Any, *, allow_subclasses: bool = True, rtol: float | None = None, atol: float | None = None, equal_nan: bool = False, check_device: bool = True, check_dtype: bool = True, check_layout: bool = True, check_stride: bool = False, msg: Any = None) -> None:
    """AssertionError unless |actual - expected| <= atol + rtol * |expected|, everywhere, in sequences and mappings too."""
def make_tensor(*shape: Any, dtype: dtype, device: device | str | int | None, low: Any = None, high: Any = None, requires_grad: bool = False, noncontiguous: bool = False, exclude_zero: bool = False, memory_format: memory_format | None = None) -> Tensor:
    """A tensor of random values, evenly spread over low <= x < high."""
