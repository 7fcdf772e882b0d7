"""The safetensors format: tensors in a file that holds no code, a header of JSON and then their bytes.

`safetensors.torch` is `rushlight.safetensors.torch` while rushlight stands in for torch and the library is not installed.
"""
from rushlight.safetensors.files import deserialize                                              # noqa: F401
from rushlight.safetensors.header import SafetensorError                                         # noqa: F401
from rushlight.safetensors.lazy import safe_open                                                 # noqa: F401
