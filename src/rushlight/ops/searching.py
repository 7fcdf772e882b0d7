"""Where values belong, and whether they are there."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.promotion import number_array, number_dtype
from rushlight.errors import warn_once


@op(families.general, method=False, function=False)
def places(xp, sorted_sequence: Tensor, input: Tensor, right, out_int32) -> Tensor:
    """Returns where each value would go in the sorted sequence to keep it sorted."""
    found = xp.searchsorted(sorted_sequence, input, right)
    return xp.to(found, dtypes.int32) if out_int32 else found


@by_hand(method=False)
def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None):
    """Returns where each value of `input` would go in the sorted sequence: before equals, or after them (`right`)."""
    if side not in (None, "left", "right"):
        raise RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if side == "left" and right:
        raise RuntimeError("torch.searchsorted(): side and right can't be set to opposites, got side of left while right "
                           "was True")
    values = _as_tensor(input)
    _check_sequence(sorted_sequence, values, input)
    if sorter is not None:
        _warn_of_copies("sorter", sorter)
        sorted_sequence = _by_sorter(sorted_sequence, sorter)
    return _places(sorted_sequence, values, right or side == "right", out_int32, out)


def _as_tensor(value):
    return value if hasattr(value, "_data") else wrap(number_array(value, number_dtype(value)))


def _places(sequence, values, right, out_int32, out):
    if out is not None and out.dtype is not (dtypes.int32 if out_int32 else dtypes.int64):
        raise RuntimeError("torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) "
                           "depending on whether out_int32 flag is True")
    _warn_of_copies("input value", values)
    _warn_of_copies("boundary", sequence)
    options = {} if out is None else {"out": out}
    return places(sequence, values, right, out_int32, **options)


def _warn_of_copies(name, tensor):
    if not tensor.is_contiguous():
        warn_once(f"torch.searchsorted(): {name} tensor is non-contiguous, this will lower the performance due to extra data "
                  f"copy when converting non-contiguous tensor to contiguous, please use contiguous {name} tensor if possible. "
                  f"This message will only appear once per program.")


def _check_sequence(sequence, values, input):
    for t in (sequence, values):
        if t.dtype.category == dtypes.COMPLEX:
            raise NotImplementedError(f"\"searchsorted_out_cpu\" not implemented for '{t.dtype.scalar_name}'")
    if not sequence.ndim:
        raise RuntimeError("torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we "
                           "got boundaries tensor dim(0)")
    if sequence.ndim > 1 and (not hasattr(input, "_data") or not values.ndim):
        raise RuntimeError(f"torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but "
                           f"we got boundaries tensor dim({sequence.ndim}) and input value's dim(0) numel(1)")
    if sequence.ndim > 1 and tuple(sequence.shape[:-1]) != tuple(values.shape[:-1]):
        raise RuntimeError(f"torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of "
                           f"boundaries tensor and input value tensor must match, but we got boundaries tensor "
                           f"{list(sequence.shape)} and input value tensor {list(values.shape)}")


def _by_sorter(sequence, sorter):
    if tuple(sorter.shape) != tuple(sequence.shape):
        raise RuntimeError(f"torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor "
                           f"{list(sequence.shape)}and got sorter tensor {list(sorter.shape)}")
    if sorter.dtype is not dtypes.int64:
        raise RuntimeError(f"torch.searchsorted(): sorter must be a tensor of long dtype but got dtype "
                           f"{sorter.dtype.scalar_name}")
    if sorter._data.size and (sorter._data.min() < 0 or sorter._data.max() >= sequence.shape[-1]):
        raise RuntimeError("torch.searchsorted(): sorter index out of range")
    return sequence.detach().gather(-1, sorter)


@by_hand(method=False)
def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    """Returns the number of the bucket between sorted boundaries that each value falls in."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    values = _as_tensor(input)
    _check_sequence(boundaries, values, input)
    return _places(boundaries, values, right, out_int32, out)


@op(families.general, method=False, function=False)
def among(xp, elements: Tensor, test_elements: Tensor, assume_unique, invert) -> Tensor:
    """Returns whether each element is among the tests."""
    return xp.isin(elements, test_elements, assume_unique, invert)


@by_hand(method=False)
def isin(elements, test_elements, *, assume_unique=False, invert=False, out=None):
    """Returns whether each element is (with `invert`: is not) among the tests; either may be a number."""
    if not hasattr(elements, "_data") and not hasattr(test_elements, "_data"):
        raise TypeError(f"isin() received an invalid combination of arguments - got ({type(elements).__name__}, "
                        f"{type(test_elements).__name__})")
    options = {} if out is None else {"out": out}
    return among(_as_tensor(elements), _as_tensor(test_elements), assume_unique, invert, **options)
