"""torch.fx.graph: recorded graphs, where PyTorch keeps them."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.fx", "CodeGen Graph PythonCode")
