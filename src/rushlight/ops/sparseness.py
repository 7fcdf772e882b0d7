"""What PyTorch asks of sparse tensors, asked of strided ones, which are all that there are here."""
from __future__ import annotations

from rushlight.dispatch.op import by_hand
from rushlight.ops.conversion import converted

_LAYOUTS = {"values": "sparse",
            "indices": "sparse coordinate", "coalesce": "sparse coordinate", "is_coalesced": "sparse coordinate",
            "crow_indices": "sparse row compressed", "col_indices": "sparse row compressed",
            "ccol_indices": "sparse column compressed", "row_indices": "sparse column compressed"}


def _declare(name, layout):
    def refusing(input):
        raise RuntimeError(f"{name} expected {layout} tensor layout but got Strided")
    refusing.__name__ = refusing.__qualname__ = name
    refusing.__doc__ = f"RuntimeError: only tensors of {layout} layout have an answer."
    by_hand(function=False)(refusing)


for _name, _layout in _LAYOUTS.items():
    _declare(_name, _layout)


@by_hand(function=False)
def sparse_dim(input):
    """Returns 0, how many dimensions are sparse."""
    return 0


@by_hand(function=False)
def dense_dim(input):
    """Returns how many dimensions there are: all are dense."""
    return input.dim()


@by_hand(function=False)
def to_dense(input, dtype=None, *, masked_grad=None):
    """Returns the tensor, in another type if asked; `masked_grad` is about sparse tensors."""
    return input if dtype is None else converted(input, dtype)
