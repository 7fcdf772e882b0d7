"""torch.torch_version: the class of `torch.__version__`."""
from rushlight.version import TorchVersion, __version__                                         # noqa: F401
