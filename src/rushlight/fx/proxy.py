"""torch.fx.proxy: what stands for a value while a graph is recorded, where PyTorch keeps it."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.fx", "Attribute ParameterProxy Proxy TracerBase")
