"""torch.types: names for annotations."""
import os
from collections.abc import Sequence
from typing import IO, Union

from rushlight.device import device
from rushlight.dtypes import dtype
from rushlight.size import Size, layout
from rushlight.storage import UntypedStorage as Storage                                         # noqa: F401
from rushlight.tensor import Tensor

Device = device | str | int | None
FileLike = Union[str, os.PathLike[str], IO[bytes]]                                              # noqa: UP007
Number = int | float | bool
_Number = (int, float, bool)
_TensorOrTensors = Tensor | Sequence[Tensor]
_TensorOrOptionalTensors = Tensor | Sequence[Tensor | None]
_bool, _bytes, _complex, _float, _int, _str = bool, bytes, complex, float, int, str
_device, _dtype, _layout = device, dtype, layout
_size = Size | list[int] | tuple[int, ...]
