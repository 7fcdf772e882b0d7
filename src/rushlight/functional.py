"""torch.functional: an older address of functions that live in `torch`."""
from rushlight import ops
from rushlight.dispatch.methods import public
from rushlight.errors import missing_attribute
from rushlight.nn import functional as F                                                        # noqa: F401

_NAMES = """atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod cdist chain_matmul
einsum istft lu meshgrid norm pca_lowrank split stft svd_lowrank tensordot unique unique_consecutive unravel_index"""
__all__ = _NAMES.split()


def __getattr__(name):
    if name not in __all__:
        raise missing_attribute("torch.functional", name)
    ops.load_all()
    return public[name]
