"""Autocast: while it is active in a thread, some ops compute in half precision, and some in float32.

An op in neither table computes in what it is given. A table's op runs with autocast off, so what it is made of does not matter.
float64 and integers are left alone.
"""
from __future__ import annotations

import threading
import weakref

from rushlight import dtypes
from rushlight.dispatch import levels
from rushlight.dispatch import slow as slow_path

LOWER = frozenset((
    "addmm addbmm baddbmm bmm mm matmul linear conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d "
    "convolution prelu scaled_dot_product_attention linalg_vecdot _contract _tensordot").split())
FLOAT32 = frozenset((
    "cholesky_inverse cholesky_solve view_as_complex geqrf polar trace prod cholesky lu lu_solve quantile nanquantile "
    "nll_loss adaptive_avg_pool3d adaptive_max_pool3d avg_pool3d max_pool3d max_unpool1d max_unpool2d max_unpool3d pad "
    "_fractional_max_pool binary_cross_entropy binary_cross_entropy_with_logits soft_margin_loss margin_ranking_loss "
    "multi_margin_loss multilabel_margin_loss triplet_margin_loss smooth_l1_loss l1_loss mse_loss huber_loss "
    "hinge_embedding_loss poisson_nll_loss kl_div cross_entropy ctc_loss cosine_embedding_loss grid_sampler grid_sampler_2d "
    "grid_sampler_3d ormqr qr triangular_solve svd pinverse fft_fft fft_fft2 fft_fftn fft_hfft fft_rfft fft_rfft2 fft_rfftn "
    "fft_ifft fft_ifft2 fft_ifftn fft_ihfft fft_irfft fft_irfft2 fft_irfftn linalg_cholesky linalg_cholesky_ex linalg_cond "
    "linalg_eig linalg_eigvals linalg_eigh linalg_eigvalsh linalg_householder_product linalg_lstsq linalg_qr linalg_inv "
    "linalg_inv_ex inverse linalg_solve linalg_matrix_rank linalg_svd linalg_svdvals linalg_tensorinv "
    "linalg_tensorsolve").split())
AS_GIVEN = frozenset(("bilinear", "outer", "mv", "dot", "linalg_lu_solve"))     # kernels in torch, and compositions here


class _Active(threading.local):
    """`run` takes over the calls of ops that a table knows (None: autocast is off)."""
    run = None


active = _Active()


class Casting:
    """Runs an op on arguments in the element type that its table asks for."""

    def __init__(self, dtype, keeps=True):
        self.dtype, self.cache = dtype, {} if keeps else None

    def __call__(self, op, args):
        target = self.dtype if op.name in LOWER else dtypes.float32
        if op.name not in AS_GIVEN and not (op.name == "pad" and args[2] in ("constant", "circular")):
            args = tuple([self._cast(value, target) for value in args])
        active.run = None
        try:
            return slow_path.slow(op, args, None)
        finally:
            active.run = self

    def _cast(self, value, target):
        if type(value) in (list, tuple):
            return type(value)([self._cast(v, target) for v in value])
        if not isinstance(value, levels.Tensor) or value.dtype is target or value.dtype not in _CASTABLE:
            return value
        is_weight = self.cache is not None and value.is_leaf and value.requires_grad and target is not dtypes.float32
        return self._kept(value, target) if is_weight else value.to(target)

    def _kept(self, weight, target):
        """A weight's cast, the same each time: its gradients are added up before they are cast back."""
        reference, cast = self.cache.get(id(weight), (None, None))
        if reference is None or reference() is not weight:
            cast = weight.to(target)
            self.cache[id(weight)] = weakref.ref(weight), cast
        return cast


_CASTABLE = (dtypes.float32, dtypes.float16, dtypes.bfloat16)


def casting(op):
    """What runs the op here; None if autocast is off, or has nothing to say on it."""
    return active.run if active.run is not None and op.name in _KNOWN else None


_KNOWN = LOWER | FLOAT32 | AS_GIVEN
slow_path.casting = casting
