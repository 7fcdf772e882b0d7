"""torch.onnx.symbolic_opset11: how an export would write operators; nothing is exported."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.onnx.symbolic_opset11", "add cat gather select squeeze unsqueeze")
