"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Sequence
from rushlight.tensor import Tensor
from rushlight.dtypes import dtype

from rushlight.nn import grad as grad
def adaptive_avg_pool1d(input: Tensor, output_size: int | Sequence[int | None] | None) -> Tensor:
    """Returns the mean of each of `output_size` windows along the last dimension."""
def affine_grid(theta: Any, size: Any, align_corners: Any = None) -> Tensor:
    """Returns the grid (N, *, dims) that `theta` (N, dims, dims + 1) makes of the points of an image of `size` (N, C, *)."""
def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Returns the input after a dropout that keeps the mean and variance selu aims at."""
def avg_pool1d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, ceil_mode: bool = False, count_include_pad: bool = True) -> Tensor:
    """Returns the mean of each window along the last dimension."""
def batch_norm(input: Tensor, running_mean: Any, running_var: Any, weight: Any = None, bias: Any = None, training: bool = False, momentum: float = 0.1, eps: float = 1e-05) -> Tensor:
    """Returns the input with mean 0 and variance 1 per channel (dimension 1), times `weight` plus `bias`."""
def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Returns the positive elements, and `alpha * (e**(x / alpha) - 1)` for the others."""
def celu_(input: Tensor, alpha: float = 1.0) -> Tensor: ...
def channel_shuffle(input: Tensor, groups: int) -> Tensor:
    """Returns the channels (dimension 1) dealt out: the first of each group, then the second of each, ..."""
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor:
    """Returns `input` (N, C, L) convolved with `weight` (O, C / groups, K); `padding` may be "valid" or "same"."""
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor:
    """Returns `input` (N, C, H, W) convolved with `weight` (O, C / groups, K, L); `padding` may be "valid" or "same"."""
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor:
    """Returns `input` (N, C, D, H, W) convolved with `weight` (O, C / groups, *); `padding` may be "valid" or "same"."""
def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: Any = 0) -> Tensor:
    """Returns `input` (T, N, C) convolved along time with `weight` (K, C, O)."""
def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, output_padding: int | Sequence[int] = 0, groups: int = 1, dilation: int | Sequence[int] = 1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, K) sends back to its input."""
def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, output_padding: int | Sequence[int] = 0, groups: int = 1, dilation: int | Sequence[int] = 1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, K, L) sends back to its input."""
def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, output_padding: int | Sequence[int] = 0, groups: int = 1, dilation: int | Sequence[int] = 1) -> Tensor:
    """Returns what a convolution with `weight` (C, O / groups, *) sends back to its input."""
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int | Sequence[int] | None = 1, eps: float = 1e-08, *, axis: int | Sequence[int] | None = None) -> Tensor:
    """Returns the cosine of the angle between the vectors along `dim`."""
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Returns the input with each element 0 with probability `p`, the others divided by 1 - p; unchanged unless `training`."""
def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Returns (N, C, L) or (C, L) with each channel 0 with probability `p`, the others divided by 1 - p."""
def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Returns (N, C, H, W) with each channel 0 with probability `p`, the others divided by 1 - p."""
def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Returns (N, C, D, H, W) or (C, D, H, W) with each channel 0 with probability `p`, the others divided by 1 - p."""
def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Returns the positive elements, and `alpha * (e**x - 1)` for the others."""
def embedding(input: Tensor, weight: Any, padding_idx: Any = None, max_norm: Any = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    """Returns the rows of `weight` that `input` names; rows longer than `max_norm` are shortened in place first."""
def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Returns the input after an alpha_dropout of whole channels."""
def fold(input: Tensor, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
    """Returns the columns of (N, C * places, windows) added up where their windows are in (N, C, *output_size)."""
def fractional_max_pool2d(input: Tensor, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False, _random_samples: Any = None) -> Tensor:
    """Returns the largest element of each window over the last two dimensions; with `return_indices` also where it was."""
def fractional_max_pool2d_with_indices(input: Tensor, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False, _random_samples: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Returns the largest element of each window over the last two dimensions, and where it was."""
def fractional_max_pool3d(input: Tensor, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False, _random_samples: Any = None) -> Tensor:
    """Returns the largest element of each window over the last three dimensions; with `return_indices` also where it was."""
def fractional_max_pool3d_with_indices(input: Tensor, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False, _random_samples: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Returns the largest element of each window over the last three dimensions, and where it was."""
def grid_sample(input: Tensor, grid: Any, mode: str = 'bilinear', padding_mode: str = 'zeros', align_corners: Any = None) -> Tensor:
    """Returns `input` (N, C, *) read at the points of `grid` (N, *, dims), where -1 and 1 are the borders; x comes first."""
def group_norm(input: Tensor, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-05) -> Tensor:
    """Returns the input with mean 0 and variance 1 over each group of its channels (dimension 1), times `weight` plus `bias`."""
def gumbel_softmax(logits: Any, tau: Any = 1, hard: bool = False, eps: float = 1e-10, dim: Any = -1) -> Tensor:
    """Returns a sample from a softened choice among `logits`; with `hard`, a one-hot choice that has the soft one's gradient."""
def hardshrink(input: Tensor, lambd: float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """Returns each element, and 0 where its magnitude is at most `lambd`."""
def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """Returns x / 6 + 1/2, clamped to [0, 1]."""
def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """Returns x hardsigmoid(x)."""
def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """Returns each element clamped to [min_val, max_val]."""
def instance_norm(input: Tensor, running_mean: Any = None, running_var: Any = None, weight: Any = None, bias: Any = None, use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-05) -> Tensor:
    """Returns the input with mean 0 and variance 1 per channel of each example, times `weight` plus `bias`."""
def interpolate(input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None, recompute_scale_factor: Any = None, antialias: bool = False) -> Tensor:
    """Returns (N, C, *) with the dimensions * brought to `size`, or multiplied by `scale_factor`."""
def layer_norm(input: Tensor, normalized_shape: int | Sequence[int], weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-05, cudnn_enable: bool = True) -> Tensor:
    """Returns the input with mean 0 and variance 1 over its last dimensions `normalized_shape`, times `weight` plus `bias`."""
def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """Returns the positive elements, and `negative_slope` times the others."""
def log_softmax(input: Tensor, dim: Any = None, _stacklevel: Any = 3, dtype: dtype | None = None) -> Tensor:
    """Returns the logarithm of the softmax along `dim`."""
def max_pool1d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False, return_indices: bool = False) -> Tensor:
    """Returns the largest element of each window along the last dimension; with `return_indices` also where it was."""
def max_pool1d_with_indices(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False) -> tuple[Tensor, ...]:
    """Returns the largest element of each window along the last dimension, and where it was."""
def max_pool2d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False, return_indices: bool = False) -> Tensor:
    """Returns the largest element of each window over the last two dimensions; with `return_indices` also where it was."""
def max_pool3d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False, return_indices: bool = False) -> Tensor:
    """Returns the largest element of each window over the last three dimensions; with `return_indices` also where it was."""
def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """Returns x tanh(softplus(x))."""
def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int, in_proj_weight: Tensor | None, in_proj_bias: Tensor | None, bias_k: Tensor | None, bias_v: Tensor | None, add_zero_attn: bool, dropout_p: float, out_proj_weight: Tensor, out_proj_bias: Tensor | None, training: bool = True, key_padding_mask: Tensor | None = None, need_weights: bool = True, attn_mask: Tensor | None = None, use_separate_proj_weight: bool = False, q_proj_weight: Tensor | None = None, k_proj_weight: Tensor | None = None, v_proj_weight: Tensor | None = None, static_k: Tensor | None = None, static_v: Tensor | None = None, average_attn_weights: bool = True, is_causal: bool = False) -> tuple[Tensor, Tensor | Any]:
    """Returns what the heads gather, (length, batch, width), and the weights they did it with, or None."""
def native_channel_shuffle(input: Tensor, groups: int) -> Tensor: ...
def pairwise_distance(x1: Tensor, x2: Tensor, p: float | str | None = 2.0, eps: float = 1e-06, keepdim: bool = False, *, keepdims: bool | None = None) -> Tensor:
    """Returns the p-norm of x1 - x2 + eps along the last dimension."""
def pdist(input: Tensor, p: float | str | None = 2.0) -> Tensor:
    """Returns the p-norms of the differences of all pairs of rows, the first row's first."""
def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Returns (*, C r^2, H, W) rearranged to (*, C, H r, W r)."""
def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """Returns (*, C, H r, W r) rearranged to (*, C r^2, H, W)."""
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """Returns the positive elements, and `weight` times the others; one weight, or one per channel (dimension 1)."""
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """Returns the positive elements, and 0 for the others."""
def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """Returns each element clamped to [0, 6]."""
def relu_(input: Tensor) -> Tensor: ...
def rms_norm(input: Tensor, normalized_shape: int | Sequence[int], weight: Tensor | None = None, eps: Any = None) -> Tensor:
    """Returns the input divided by its root mean square over its last dimensions `normalized_shape`, times `weight`."""
def rrelu(input: Tensor, lower: float = 0.125, upper: float = 0.3333333333333333, training: bool = False, inplace: bool = False) -> Tensor:
    """Returns the positive elements, and the others times a slope drawn from [lower, upper], or its middle unless `training`."""
def rrelu_(input: Tensor, lower: float = 0.125, upper: float = 0.3333333333333333, training: bool = False) -> Tensor:
    """Applies rrelu in place."""
def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """Returns elu with the constants that keep mean 0 and variance 1 from layer to layer."""
def selu_(input: Tensor) -> Tensor:
    """Applies selu in place."""
def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns 1 / (1 + e**-input)."""
def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """Returns x sigmoid(x)."""
def softmax(input: Tensor, dim: Any = None, _stacklevel: Any = 3, dtype: dtype | None = None) -> Tensor:
    """Returns e**x, scaled to add up to 1 along `dim`."""
def softmin(input: Tensor, dim: Any = None, _stacklevel: Any = 3, dtype: dtype | None = None) -> Tensor:
    """Returns the softmax of -x along `dim`."""
def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns the hyperbolic tangent."""
def threshold(input: Tensor, threshold: Any, value: Any, inplace: bool = False) -> Tensor:
    """Returns the elements above `threshold`, and `value` for the others."""
def threshold_(input: Tensor, threshold: Any, value: Any) -> Tensor: ...
def unfold(input: Tensor, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
    """Returns the windows of (N, C, H, W) as columns of (N, C * places, windows)."""
def upsample(input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None) -> Tensor:
    """Returns interpolate(...), its newer name."""
def upsample_bilinear(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """Returns interpolate(..., mode="bilinear", align_corners=True), its newer name."""
def upsample_nearest(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """Returns interpolate(..., mode="nearest"), its newer name."""
def elu_(input: Tensor, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> Tensor: ...
def gelu(input: Tensor, *, approximate: str = 'none', out: Tensor | None = None) -> Tensor:
    """Returns x times the probability that a normal variable is below x; `approximate="tanh"` for a cheaper formula."""
def glu(input: Tensor, dim: int | Sequence[int] | None = -1, *, axis: int | Sequence[int] | None = None, out: Tensor | None = None) -> Tensor:
    """Returns the first half along `dim` times the sigmoid of the second half."""
def hardtanh_(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor: ...
def leaky_relu_(input: Tensor, negative_slope: float = 0.01) -> Tensor: ...
def logsigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Returns log(sigmoid(x))."""
def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0, *, out: Tensor | None = None) -> Tensor:
    """Returns log(1 + e**(beta x)) / beta; x itself where beta x is above `threshold`."""
def softshrink(input: Tensor, lambd: float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """Returns each element moved towards 0 by `lambd`, but not past it."""
def softsign(input: Tensor) -> Tensor:
    """Returns x / (1 + |x|)."""
def tanhshrink(input: Tensor) -> Tensor:
    """Returns x - tanh(x)."""
def adaptive_avg_pool2d(input: Tensor, output_size: int | Sequence[int | None] | None) -> Tensor:
    """Returns the mean of each of `output_size` windows over the last two dimensions."""
def adaptive_avg_pool3d(input: Tensor, output_size: int | Sequence[int | None] | None) -> Tensor:
    """Returns the mean of each of `output_size` windows over the last three dimensions."""
def adaptive_max_pool1d(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> Tensor:
    """Returns the largest element of each of `output_size` windows along the last dimension; also where, on request."""
def adaptive_max_pool1d_with_indices(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> tuple[Tensor, ...]:
    """Returns the largest element of each of `output_size` windows along the last dimension, and where it was."""
def adaptive_max_pool2d(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> Tensor:
    """Returns the largest element of each of `output_size` windows over the last two dimensions; also where, on request."""
def adaptive_max_pool2d_with_indices(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> tuple[Tensor, ...]:
    """Returns the largest element of each of `output_size` windows over the last two dimensions, and where it was."""
def adaptive_max_pool3d(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> Tensor:
    """Returns the largest element of each of `output_size` windows over the last three dimensions; also where, on request."""
def adaptive_max_pool3d_with_indices(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> tuple[Tensor, ...]:
    """Returns the largest element of each of `output_size` windows over the last three dimensions, and where it was."""
def scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, dropout_p: float = 0.0, is_causal: bool = False, *, scale: Any = None, enable_gqa: bool = False) -> Tensor:
    """Returns softmax(query key^T scale + mask) value: each query's mean of the values, weighted by how its key fits."""
def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns minus the log-likelihood of `target` under the probabilities `input`, weighted, reduced."""
def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', pos_weight: Tensor | None = None) -> Tensor:
    """Returns minus the log-likelihood of `target` under the probabilities sigmoid(input), reduced."""
def cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = 'mean', label_smoothing: float = 0.0) -> Tensor:
    """Returns minus the log-probability of the target under the softmax of the scores `input`, reduced."""
def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns the mean over classes (the last dimension) of the binary cross entropy of each, reduced."""
def nll_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Any = None, ignore_index: int = -100, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns minus the log-probability `input` of each class `target` (dimension 1), weighted by class, reduced."""
def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any, blank: Any = 0, reduction: str = 'mean', zero_infinity: bool = False) -> Tensor:
    """Returns minus the logarithms of the probabilities of the targets; their mean is taken per label."""
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Returns input1 @ weight[k] @ input2 + bias[k] for each k."""
def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """Returns a 1 at the position that each element names, in a new last dimension of zeros."""
def embedding_bag(input: Tensor, weight: Tensor, offsets: Tensor | None = None, max_norm: Any = None, norm_type: Any = 2, scale_grad_by_freq: bool = False, mode: str = 'mean', sparse: bool = False, per_sample_weights: Tensor | None = None, include_last_offset: bool = False, padding_idx: Any = None) -> Tensor:
    """Returns the sum, mean or maximum of the rows of each bag; zeros for an empty one. Row `padding_idx` is left out."""
def linear_cross_entropy(input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Tensor | None = None, weight: Tensor | None = None, reduction: str = 'mean', ignore_index: int | None = None, label_smoothing: float = 0.0, options: Any = None) -> Tensor:
    """Returns the cross entropy of `input linear_weight^T + linear_bias`, whose classes are the first dimension of the weight."""
def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: Any = 0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns 1 - cosine where the target is 1, and max(0, cosine - margin) where it is -1, reduced."""
def gaussian_nll_loss(input: Tensor, target: Tensor, var: Tensor | complex, full: bool = False, eps: float = 1e-06, reduction: str = 'mean') -> Tensor:
    """Returns minus the log-likelihood of `target` under a normal distribution of mean `input` and variance `var`, reduced."""
def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns the input where the target is 1, and max(0, margin - input) where it is -1, reduced."""
def huber_loss(input: Tensor, target: Tensor, reduction: str = 'mean', delta: float = 1.0, weight: Tensor | None = None) -> Tensor:
    """Returns half the squared differences, which go on as straight lines above `delta`, reduced."""
def kl_div(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', log_target: bool = False) -> Tensor:
    """Returns target * (log(target) - input), reduced; "batchmean" divides the sum by the first size."""
def l1_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', weight: Tensor | None = None) -> Tensor:
    """Returns the absolute differences, reduced; `weight` weighs the terms, and their mean."""
def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: Any = 0, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns max(0, -target * (input1 - input2) + margin), reduced."""
def mse_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', weight: Tensor | None = None) -> Tensor:
    """Returns the squared differences, reduced; `weight` weighs the terms, and their mean."""
def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False, size_average: Any = None, eps: float = 1e-08, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns minus the log-likelihood of counts `target` under Poisson rates `input` (or their logarithms), reduced."""
def smooth_l1_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean', beta: float = 1.0) -> Tensor:
    """Returns the absolute differences minus beta / 2, rounded off to a parabola below `beta`, reduced."""
def soft_margin_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns log(1 + e**(-target * input)), reduced."""
def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0, p: float | str | None = 2, eps: float = 1e-06, swap: bool = False, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns max(0, |anchor - positive| - |anchor - negative| + margin) in the p-norm, reduced."""
def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function: Any = None, margin: float = 1.0, swap: bool = False, reduction: str = 'mean') -> Tensor:
    """As triplet_margin_loss, with the caller's own distance."""
def multi_margin_loss(input: Tensor, target: Tensor, p: float | str | None = 1, margin: float = 1.0, weight: Tensor | None = None, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns the mean over classes of max(0, margin - input[target] + input[class]) ** p, for each row, reduced."""
def multilabel_margin_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = 'mean') -> Tensor:
    """Returns the mean over classes of max(0, 1 - input[label] + input[class]), summed over the labels of a row, reduced."""
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Returns input @ weight.T + bias."""
def local_response_norm(input: Tensor, size: int | Sequence[int], alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0) -> Tensor:
    """Returns the input divided by (k + alpha * mean square of `size` neighbouring channels) ** beta."""
def normalize(input: Tensor, p: float | str | None = 2.0, dim: int | Sequence[int] | None = 1, eps: float = 1e-12, out: Tensor | None = None, *, axis: int | Sequence[int] | None = None) -> Tensor:
    """Returns the input divided by its p-norm along `dim`, or by `eps` where that is larger."""
def pad(input: Tensor, pad: Any, mode: str = 'constant', value: Any = None) -> Tensor:
    """Returns the input with a border of a constant, or of its own elements: "reflect", "replicate" or "circular"."""
def avg_pool2d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Returns the mean of each window over the last two dimensions."""
def avg_pool3d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Returns the mean of each window over the last three dimensions."""
def lp_pool1d(input: Tensor, norm_type: Any, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, ceil_mode: bool = False) -> Tensor:
    """Returns (sum of x**norm_type) ** (1/norm_type) of each window along the last dimension."""
def lp_pool2d(input: Tensor, norm_type: Any, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, ceil_mode: bool = False) -> Tensor:
    """Returns (sum of x**norm_type) ** (1/norm_type) of each window over the last two dimensions."""
def lp_pool3d(input: Tensor, norm_type: Any, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, ceil_mode: bool = False) -> Tensor:
    """Returns (sum of x**norm_type) ** (1/norm_type) of each window over the last three dimensions."""
def max_pool2d_with_indices(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False, return_indices: bool = False) -> tuple[Tensor, ...]:
    """Returns the largest element of each window over the last two dimensions, and where it was."""
def max_pool3d_with_indices(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False, return_indices: bool = False) -> tuple[Tensor, ...]:
    """Returns the largest element of each window over the last three dimensions, and where it was."""
def max_unpool1d(input: Tensor, indices: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, output_size: int | Sequence[int | None] | None = None) -> Tensor:
    """Returns zeros with the largest elements where max_pool1d found them."""
def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, output_size: int | Sequence[int | None] | None = None) -> Tensor:
    """Returns zeros with the largest elements where max_pool2d found them."""
def max_unpool3d(input: Tensor, indices: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | str = 0, output_size: int | Sequence[int | None] | None = None) -> Tensor:
    """Returns zeros with the largest elements where max_pool3d found them."""
