"""torch.nn.parallel.scatter_gather: batches are not shared among devices, of which there is one."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.nn.parallel.scatter_gather", "Gather Scatter gather scatter scatter_kwargs")
