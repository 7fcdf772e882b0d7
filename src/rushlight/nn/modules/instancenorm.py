"""Instance normalisation."""
from __future__ import annotations

import warnings

from rushlight.dispatch.namespace import tensors as ops
from rushlight.nn import functional as F
from rushlight.nn.modules.batchnorm import _LazyNormBase, _NormBase


class _InstanceNorm(_NormBase):
    """Each channel of each example with mean 0 and variance 1; with running statistics, by them in evaluation."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None, *,
                 bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _get_no_batch_dim(self):
        return min(self.input_dims)

    def forward(self, input):
        self._check_input_dim(input)
        self._check_channels(input)
        if input.dim() != self._get_no_batch_dim():
            return self._apply_instance_norm(input)
        return ops.squeeze(self._apply_instance_norm(ops.unsqueeze(input, 0)), 0)

    def _check_channels(self, input):
        dim = input.dim() - self._get_no_batch_dim()
        if input.size(dim) == self.num_features:
            return
        if self.affine:
            raise ValueError(f"expected input's size at dim={dim} to match num_features ({self.num_features}), but got: "
                             f"{input.size(dim)}.")
        warnings.warn(f"input's size at dim={dim} does not match num_features. You can silence this warning by not passing in "
                      "num_features, which is not used because affine=False", stacklevel=5)

    def _apply_instance_norm(self, input):
        return F.instance_norm(input, self.running_mean, self.running_var, self.weight, self.bias,
                               self.training or not self.track_running_stats,
                               0.0 if self.momentum is None else self.momentum, self.eps)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        if local_metadata.get("version", None) is None and not self.track_running_stats:
            error_msgs += self._unexpected_stats(state_dict, prefix)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    def _unexpected_stats(self, state_dict, prefix):
        """Statistics from the time when every instance normalisation kept them, which this one would not use."""
        keys = [prefix + name for name in ("running_mean", "running_var") if prefix + name in state_dict]
        if not keys:
            return []
        layer, quoted = type(self).__name__, " and ".join([f'"{key}"' for key in keys])
        return [f"Unexpected running stats buffer(s) {quoted} for {layer} with track_running_stats=False. If state_dict is a "
                f"checkpoint saved before 0.4.0, this may be expected because {layer} does not track running stats by default "
                f"since 0.4.0. Please remove these keys from state_dict. If the running stats are actually needed, instead set "
                f"track_running_stats=True in {layer} to enable them. See the documentation of {layer} for details."]


class InstanceNorm1d(_InstanceNorm):
    """Instance normalisation of (N, C, L) or (C, L)."""
    input_dims = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Instance normalisation of (N, C, H, W) or (C, H, W)."""
    input_dims = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Instance normalisation of (N, C, D, H, W) or (C, D, H, W)."""
    input_dims = (4, 5)


class LazyInstanceNorm1d(_LazyNormBase, _InstanceNorm):
    """An InstanceNorm1d that learns the number of channels from its first input."""
    cls_to_become, input_dims = InstanceNorm1d, InstanceNorm1d.input_dims


class LazyInstanceNorm2d(_LazyNormBase, _InstanceNorm):
    """An InstanceNorm2d that learns the number of channels from its first input."""
    cls_to_become, input_dims = InstanceNorm2d, InstanceNorm2d.input_dims


class LazyInstanceNorm3d(_LazyNormBase, _InstanceNorm):
    """An InstanceNorm3d that learns the number of channels from its first input."""
    cls_to_become, input_dims = InstanceNorm3d, InstanceNorm3d.input_dims
