"""torch.distributed.nn.functional: the functions of torch.distributed.nn, where PyTorch keeps them."""
from rushlight.distributed.nn import __getattr__            # noqa: F401
