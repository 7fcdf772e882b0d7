"""torch._dynamo.eval_frame: the class of compiled modules, of which there are none."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch._dynamo.eval_frame", "OptimizedModule")
