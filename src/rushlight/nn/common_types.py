"""torch.nn.common_types: annotations of options that are one number, or one for each dimension."""
from typing import TypeVar, Union

T = TypeVar("T")


def _of(kind, dimensions):
    return Union[kind, tuple[(kind,) * dimensions]]                                             # noqa: UP007


_scalar_or_tuple_any_t = Union[T, tuple[T, ...]]                                                # noqa: UP007
_scalar_or_tuple_1_t, _scalar_or_tuple_2_t, _scalar_or_tuple_3_t = _of(T, 1), _of(T, 2), _of(T, 3)
_scalar_or_tuple_4_t, _scalar_or_tuple_5_t, _scalar_or_tuple_6_t = _of(T, 4), _of(T, 5), _of(T, 6)
_size_any_t = _scalar_or_tuple_any_t[int]
_size_1_t, _size_2_t, _size_3_t = _of(int, 1), _of(int, 2), _of(int, 3)
_size_4_t, _size_5_t, _size_6_t = _of(int, 4), _of(int, 5), _of(int, 6)
_size_any_opt_t = Union[int, None, tuple[int | None, ...]]                                      # noqa: UP007
_size_2_opt_t = Union[int, None, tuple[int | None, int | None]]                                 # noqa: UP007
_size_3_opt_t = Union[int, None, tuple[int | None, int | None, int | None]]                     # noqa: UP007
_ratio_any_t = _scalar_or_tuple_any_t[float]
_ratio_2_t, _ratio_3_t = _of(float, 2), _of(float, 3)
