"""Arrays: the vocabulary that every op is written in, over NumPy."""


def __getattr__(name):
    """What torch.backends has, for whoever gets hold of this package instead: see docs/decisions/0006."""
    from rushlight import torch_backends
    return getattr(torch_backends, name)
