"""Batch normalisation: what it shares with instance normalisation, and its layers."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as ops
from rushlight.errors import refuse
from rushlight.nn import functional as F
from rushlight.nn import init
from rushlight.nn.modules.lazy import LazyModuleMixin
from rushlight.nn.modules.module import Module
from rushlight.nn.parameter import Parameter, UninitializedBuffer, UninitializedParameter

__all__ = ["BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d", "SyncBatchNorm"]

BUFFERS = ("running_mean", "running_var", "num_batches_tracked")


class _NormBase(Module):
    """The weight and bias of each channel, and the running mean and variance."""
    _version = 2
    __constants__ = ["track_running_stats", "momentum", "eps", "num_features", "affine"]
    input_dims = ()

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *,
                 bias=True):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        made = {"device": device, "dtype": dtype}
        self.register_parameter("weight", Parameter(ops.empty(num_features, **made)) if affine else None)
        self.register_parameter("bias", Parameter(ops.empty(num_features, **made)) if affine and bias else None)
        stats = (ops.zeros(num_features, **made), ops.ones(num_features, **made),
                 ops.zeros((), dtype=dtypes.int64, device=device)) if track_running_stats else (None,) * 3
        for name, value in zip(BUFFERS, stats):
            self.register_buffer(name, value)
        self.reset_parameters()

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input):
        if not self.input_dims:
            raise NotImplementedError
        if input.dim() not in self.input_dims:
            expected = " or ".join(f"{n}D" for n in self.input_dims)
            raise ValueError(f"expected {expected} input (got {input.dim()}D input)")

    def extra_repr(self):
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}")

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        version = local_metadata.get("version", None)
        if (version is None or version < 2) and self.track_running_stats:           # written before batches were counted
            counted = self.num_batches_tracked
            state_dict.setdefault(prefix + "num_batches_tracked",
                                  ops.zeros((), dtype=dtypes.int64) if counted is None or counted.is_meta else counted)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)


class _BatchNorm(_NormBase):
    """Each channel with mean 0 and variance 1 over the batch, or by the running mean and variance in evaluation."""

    def forward(self, input):
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:                                               # the mean of all batches so far
                factor = 1.0 / float(self.num_batches_tracked)
        by_batch = self.training or self.running_mean is None and self.running_var is None
        keeps = not self.training or self.track_running_stats
        return F.batch_norm(input, self.running_mean if keeps else None, self.running_var if keeps else None,
                            self.weight, self.bias, by_batch, factor, self.eps)


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of (N, C) or (N, C, L)."""
    input_dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of (N, C, H, W)."""
    input_dims = (4,)


class BatchNorm3d(_BatchNorm):
    """Batch normalisation of (N, C, D, H, W)."""
    input_dims = (5,)


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation; there is one process here, so that the batch is all there is to agree on."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, process_group=None,
                 device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        if process_group is not None:
            refuse("SyncBatchNorm(process_group=...)")
        self.process_group = None

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    def _check_non_zero_input_channels(self, input):
        if input.size(1) == 0:
            raise ValueError("SyncBatchNorm number of input channels should be non-zero")

    def forward(self, input):
        self._check_input_dim(input)
        self._check_non_zero_input_channels(input)
        return super().forward(input)

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """Returns the module with its batch normalisations, also those of its children, made of this class."""
        made = cls._from(module, process_group) if isinstance(module, _BatchNorm) else module
        for name, child in module.named_children():
            made.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return made

    @classmethod
    def _from(cls, norm, process_group):
        made = cls(norm.num_features, norm.eps, norm.momentum, norm.affine, norm.track_running_stats, process_group,
                   bias=norm.bias is not None)
        if norm.affine:
            made.weight, made.bias = norm.weight, norm.bias
        for name in BUFFERS:
            setattr(made, name, getattr(norm, name))
        made.training = norm.training
        return made

# ---------------------------------------------------------------- the number of channels is that of the first input


class _LazyNormBase(LazyModuleMixin, _NormBase):
    """Learns the number of channels from dimension 1 of the first input."""

    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True):
        super().__init__(0, eps, momentum, False, False, device, dtype, bias=bias)
        self.affine, self.track_running_stats = affine, track_running_stats
        made = {"device": device, "dtype": dtype}
        if affine:
            self.weight = UninitializedParameter(**made)
            self.bias = UninitializedParameter(**made) if bias else None
        if track_running_stats:
            self.running_mean, self.running_var = UninitializedBuffer(**made), UninitializedBuffer(**made)
            self.num_batches_tracked = ops.zeros((), dtype=dtypes.int64, device=device)

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        if not self.has_uninitialized_params():
            return
        self.num_features = input.shape[1]
        shapeless = [self.weight, self.bias] if self.affine else []
        if self.track_running_stats:
            shapeless += [self.running_mean, self.running_var]
        for tensor in shapeless:
            if tensor is not None:
                tensor.materialize((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, _BatchNorm):
    """A BatchNorm1d that learns the number of channels from its first input."""
    cls_to_become, input_dims = BatchNorm1d, BatchNorm1d.input_dims


class LazyBatchNorm2d(_LazyNormBase, _BatchNorm):
    """A BatchNorm2d that learns the number of channels from its first input."""
    cls_to_become, input_dims = BatchNorm2d, BatchNorm2d.input_dims


class LazyBatchNorm3d(_LazyNormBase, _BatchNorm):
    """A BatchNorm3d that learns the number of channels from its first input."""
    cls_to_become, input_dims = BatchNorm3d, BatchNorm3d.input_dims
