"""torch.distributed.optim: optimizers work in one process."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.distributed.optim", "DistributedOptimizer PostLocalSGDOptimizer ZeroRedundancyOptimizer")
