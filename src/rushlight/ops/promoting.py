"""What torch says about dtypes that meet."""
from __future__ import annotations

from rushlight.dispatch import promotion
from rushlight.dispatch.op import by_hand
from rushlight.dtypes import BOOL, dtype


def _require_dtype(function, name, position, value):
    if not isinstance(value, dtype):
        raise TypeError(f"{function}(): argument '{name}' (position {position}) must be torch.dtype, not {type(value).__name__}")


@by_hand(method=False)
def promote_types(type1, type2):
    """Returns the smallest dtype that holds the values of both."""
    _require_dtype("promote_types", "type1", 1, type1)
    _require_dtype("promote_types", "type2", 2, type2)
    return promotion.promote_types(type1, type2)


@by_hand(method=False)
def result_type(tensor, other):
    """Returns the dtype of an arithmetic operation on two tensors or numbers."""
    return promotion.result_dtype([getattr(value, "_data", value) for value in (tensor, other)])


@by_hand(method=False)
def can_cast(from_, to):
    """Returns whether an in-place result of one dtype may be written into a tensor of the other."""
    _require_dtype("can_cast", "from_", 1, from_)
    _require_dtype("can_cast", "to", 2, to)
    return not (from_.category > to.category or (from_.category > BOOL and to.category == BOOL))
