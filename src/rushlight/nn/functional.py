"""torch.nn.functional: the functions that layers are made of."""
from rushlight.dispatch.methods import public as _public
from rushlight.nn import grad                                                                   # noqa: F401
from rushlight.nn.argument_order import (                                                       # noqa: F401
    batch_norm, embedding, group_norm, gumbel_softmax, instance_norm, log_softmax, softmax, softmin)
from rushlight.nn.multi_head import (                                                           # noqa: F401
    _canonical_mask, _in_projection, _in_projection_packed, _mha_shape_check, _none_or_dtype, multi_head_attention_forward)
from rushlight.nn.inplace import (                                                              # noqa: F401
    alpha_dropout, celu, dropout, dropout1d, dropout2d, dropout3d, elu, feature_alpha_dropout, hardsigmoid, hardswish, hardtanh,
    leaky_relu, mish, relu, relu6, rrelu, selu, silu, threshold)
from rushlight.ops.activation import (                                                          # noqa: F401
    celu_, elu_, gelu, glu, hardshrink, hardtanh_, leaky_relu_, logsigmoid, prelu, rrelu_, selu_, softplus, softshrink, softsign,
    tanhshrink, threshold_)
from rushlight.ops.adaptive_pooling import (                                                    # noqa: F401
    adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d, adaptive_max_pool1d, adaptive_max_pool1d_with_indices,
    adaptive_max_pool2d, adaptive_max_pool2d_with_indices, adaptive_max_pool3d, adaptive_max_pool3d_with_indices)
from rushlight.ops.attention import scaled_dot_product_attention                                # noqa: F401
from rushlight.ops.columns import fold, unfold                                                   # noqa: F401
from rushlight.ops.convolution import (                                                         # noqa: F401
    conv1d, conv2d, conv3d, conv_tbc, conv_transpose1d, conv_transpose2d, conv_transpose3d)
from rushlight.ops.cross_entropy import (                                                       # noqa: F401
    binary_cross_entropy, binary_cross_entropy_with_logits, cross_entropy, multilabel_soft_margin_loss, nll_loss)
from rushlight.ops.ctc import ctc_loss                                                          # noqa: F401
from rushlight.ops.einsum import bilinear                                                       # noqa: F401
from rushlight.ops.embedding import one_hot                                                     # noqa: F401
from rushlight.ops.embedding_bag import embedding_bag                                             # noqa: F401
from rushlight.ops.fractional_pooling import (                                                  # noqa: F401
    fractional_max_pool2d, fractional_max_pool2d_with_indices, fractional_max_pool3d, fractional_max_pool3d_with_indices)
from rushlight.ops.grid_sampling import (                                                       # noqa: F401
    GRID_SAMPLE_INTERPOLATION_MODES, GRID_SAMPLE_PADDING_MODES, affine_grid, grid_sample)
from rushlight.ops.linear_cross_entropy import linear_cross_entropy                              # noqa: F401
from rushlight.ops.loss import (                                                                # noqa: F401
    cosine_embedding_loss, gaussian_nll_loss, hinge_embedding_loss, huber_loss, kl_div, l1_loss, margin_ranking_loss, mse_loss,
    poisson_nll_loss, smooth_l1_loss, soft_margin_loss, triplet_margin_loss, triplet_margin_with_distance_loss)
from rushlight.ops.margin_loss import multi_margin_loss, multilabel_margin_loss                 # noqa: F401
from rushlight.ops.matmul import linear                                                         # noqa: F401
from rushlight.ops.normalization import (                                                       # noqa: F401
    cosine_similarity, layer_norm, local_response_norm, normalize, pairwise_distance, rms_norm)
from rushlight.ops.pair_distances import pdist                                                  # noqa: F401
from rushlight.ops.padding import pad                                                           # noqa: F401
from rushlight.ops.pixels import channel_shuffle, native_channel_shuffle, pixel_shuffle, pixel_unshuffle   # noqa: F401
from rushlight.ops.pooling import (                                                             # noqa: F401
    avg_pool1d, avg_pool2d, avg_pool3d, lp_pool1d, lp_pool2d, lp_pool3d, max_pool1d, max_pool1d_with_indices, max_pool2d,
    max_pool2d_with_indices, max_pool3d, max_pool3d_with_indices, max_unpool1d, max_unpool2d, max_unpool3d)
from rushlight.ops.resizing import interpolate, upsample, upsample_bilinear, upsample_nearest       # noqa: F401

relu_, sigmoid, tanh = [_public[name] for name in ("relu_", "sigmoid", "tanh")]


def __getattr__(name):
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.nn.functional", name)
