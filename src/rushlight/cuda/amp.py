"""torch.cuda.amp: deprecated names. Without a GPU, both disable themselves."""
from rushlight.amp.autocast_mode import custom_bwd as _custom_bwd
from rushlight.amp.autocast_mode import custom_fwd as _custom_fwd
from rushlight.amp.per_device import CUDA

autocast, GradScaler = CUDA


def custom_fwd(fwd=None, *, cast_inputs=None):
    """Deprecated: torch.amp.custom_fwd(..., device_type='cuda')."""
    return _custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd=None):
    """Deprecated: torch.amp.custom_bwd(..., device_type='cuda')."""
    return _custom_bwd(bwd, device_type="cuda")
