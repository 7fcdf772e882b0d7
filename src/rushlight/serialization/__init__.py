"""torch.serialization: files that PyTorch reads, and reading those that it wrote."""
from collections.abc import Callable
from typing import TypeAlias

from rushlight.device import device
from rushlight.serialization.allowed import (
    add_safe_globals, clear_safe_globals, get_safe_globals, safe_globals)
from rushlight.serialization.files import is_zipfile as _is_zipfile                             # noqa: F401
from rushlight.serialization.loading import UNSAFE_MESSAGE, get_unsafe_globals_in_checkpoint, load  # noqa: F401
from rushlight.serialization.loading import open_zipfile_reader as _open_zipfile_reader          # noqa: F401
from rushlight.serialization.locations import (                                                 # noqa: F401
    _package_registry, default_restore_location, location_tag, register_package, validate_cuda_device, validate_hpu_device)
from rushlight.serialization.names import get_layout as _get_layout                             # noqa: F401
from rushlight.serialization.saving import (                                                    # noqa: F401
    DEFAULT_PROTOCOL, INT_SIZE, LONG_SIZE, MAGIC_NUMBER, PROTOCOL_VERSION, SHORT_SIZE, save)
from rushlight.serialization.saving import open_zipfile_writer as _open_zipfile_writer           # noqa: F401
from rushlight.serialization.settings import (                                                  # noqa: F401
    MAP_PRIVATE, MAP_SHARED, LoadEndianness, get_crc32_options, get_default_load_endianness, get_default_mmap_options,
    set_crc32_options, set_default_load_endianness, set_default_mmap_options, skip_data)
from rushlight.serialization.versions import (
    SourceChangeWarning, check_module_version_greater_or_equal, mkdtemp)

MAP_LOCATION: TypeAlias = Callable | device | str | dict[str, str] | None

__all__ = ["SourceChangeWarning", "mkdtemp", "register_package", "check_module_version_greater_or_equal", "validate_cuda_device",
           "validate_hpu_device", "location_tag", "default_restore_location",
           "save", "load", "LoadEndianness", "get_crc32_options", "set_crc32_options",
           "get_default_load_endianness", "set_default_load_endianness", "get_default_mmap_options", "set_default_mmap_options",
           "clear_safe_globals", "get_safe_globals", "add_safe_globals", "safe_globals", "get_unsafe_globals_in_checkpoint",
           "skip_data"]
