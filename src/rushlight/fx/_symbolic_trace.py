"""torch.fx._symbolic_trace: recording graphs, where PyTorch keeps it."""
from rushlight.fx import wrap                           # noqa: F401
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.fx", "PH ProxyableClassMeta Tracer symbolic_trace")
