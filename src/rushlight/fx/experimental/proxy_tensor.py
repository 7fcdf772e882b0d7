"""torch.fx.experimental.proxy_tensor: recording calls on tensors, which nobody does."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.fx.experimental.proxy_tensor", "ProxyTorchDispatchMode make_fx maybe_disable_fake_tensor_mode")


def get_proxy_mode():
    """None: nothing is being recorded."""
    return None
