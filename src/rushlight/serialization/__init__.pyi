"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from enum import Enum
from typing import IO
from rushlight.nn.modules.module import Module
from os import PathLike
from typing import Self

from rushlight.device import device as device
DEFAULT_PROTOCOL: int
INT_SIZE: int
LONG_SIZE: int
MAGIC_NUMBER: int
MAP_PRIVATE: int
MAP_SHARED: int
PROTOCOL_VERSION: int
SHORT_SIZE: int
UNSAFE_MESSAGE: str
def add_safe_globals(safe_globals: Any) -> Any:
    """Allows classes and functions in files; a pair (object, "module.name") says under which name."""
def check_module_version_greater_or_equal(module: Module, req_version_tuple: Any, error_if_malformed: bool = True) -> Any:
    """Whether a module's version is at least that. One that makes no sense raises RuntimeError, or passes with a warning."""
def clear_safe_globals() -> Any:
    """Takes back what the user allowed."""
def default_restore_location(storage: Any, location: Any) -> Any:
    """The storage, moved to where the file says that it was. RuntimeError where there is no such device."""
def get_crc32_options() -> Any:
    """Whether save() computes checksums."""
def get_default_load_endianness() -> Any:
    """The byte order assumed for files that do not say theirs; None means little-endian."""
def get_default_mmap_options() -> Any:
    """How load(mmap=True) maps files: mmap.MAP_PRIVATE or mmap.MAP_SHARED."""
def get_safe_globals() -> Any:
    """What the user allowed."""
def get_unsafe_globals_in_checkpoint(f: Any) -> Any:
    """The names in a file that load() would refuse, as add_safe_globals and its error spell them."""
def load(f: str | PathLike[str] | IO[bytes], map_location: Any = None, pickle_module: Any = None, *, weights_only: bool | None = None, mmap: bool | None = None, **pickle_load_args: Any) -> Any:
    """What save() wrote to a path or an open file, here or in PyTorch."""
def location_tag(storage: Any) -> Any:
    """What a file says of where the storage is."""
def mkdtemp() -> Any:
    """A folder that is removed at the end."""
def register_package(priority: Any, tagger: Any, deserializer: Any) -> Any:
    """Adds a device: tagger(storage) gives its tag or None, deserializer(storage, location) the moved storage or None."""
def save(obj: object, f: str | PathLike[str] | IO[bytes], pickle_module: Any = ..., pickle_protocol: int = 2, _use_new_zipfile_serialization: bool = True, _disable_byteorder_record: bool = False) -> None:
    """Writes an object, with the tensors in it, to a path or an open file, so that torch.load reads it here and in PyTorch."""
def set_crc32_options(compute_crc32: Any) -> None:
    """Chooses whether save() computes checksums. Without them files are written faster, and other zip readers complain."""
def set_default_load_endianness(endianness: Any) -> None:
    """Chooses the byte order assumed for files that do not say theirs."""
def validate_cuda_device(location: Any) -> Any:
    """Raises: there is no CUDA device here."""
def validate_hpu_device(location: Any) -> Any:
    """Raises: there is no HPU here."""

class LoadEndianness(Enum):
    NATIVE = 1
    LITTLE = 2
    BIG = 3

class SourceChangeWarning(Warning): ...

class safe_globals:
    added: Any
    previous: Any
    def __init__(self, safe_globals: Any) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...

class set_default_mmap_options:
    previous: Any
    def __init__(self, flags: Any) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...

class skip_data:
    previous: Any
    def __init__(self, materialize_fake_tensors: bool = False) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...
