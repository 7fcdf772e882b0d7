"""Batching rules of the layers: a convolution, a norm or a loss of every sample is one of more images, groups or terms."""
from __future__ import annotations

import math

from rushlight.batching.array import aligned, batched, is_at
from rushlight.batching.calls import F, front, rule, rules
from rushlight.batching.families import is_array, leading
from rushlight.dispatch.op import find_op

rules.update(dict.fromkeys("""
    _max_pool _max_pool_with_indices _put_at _avg_pool _spread_avg_pool _adaptive_avg_pool _spread_adaptive_avg_pool
    _adaptive_max_pool _resize _spread_resized constant_pad_nd pad_by_copying""".split(), leading))

SHARED_STATISTICS = (
    "Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in place, were not "
    "batched.\nIf you are using a module and do not need eval mode, please set `track_running_stats` to be False.If you are "
    "using a prebuilt module and do not need eval mode, please see the functorch website for resources on how to patch your "
    "module to work with vmap")


# ---------------------------------------------------------------- images and groups

def _images(value, level):
    """The samples (batch, N, C, *) as images (batch * N, C, *)."""
    samples = front(value, level)
    return F.reshape(samples, (samples.shape[0] * samples.shape[1], *samples.shape[2:]))


def _per_image(value, level):
    """(batch * N, *) as (batch, N, *)."""
    return F.reshape(value, (level.size, value.shape[0] // (level.size or 1), *value.shape[1:]))


def _channels(value, level):
    """The samples (batch, N, C, *) with channels side by side: (N, batch * C, *)."""
    samples = F.transpose(front(value, level), 0, 1)
    return F.reshape(samples, (samples.shape[0], samples.shape[1] * samples.shape[2], *samples.shape[3:]))


def _per_channel(value, level):
    """(N, batch * C, *) as (batch, N, C, *)."""
    shape = (value.shape[0], level.size, value.shape[1] // (level.size or 1), *value.shape[2:])
    return F.transpose(F.reshape(value, shape), 0, 1)


def _in_channels(value, level, rank):
    """(batch, C), or (C,) for all samples, where the channels of samples (batch, N, C, *) of `rank` are."""
    lead = (level.size, 1) if is_at(value, level) else ()
    return F.reshape(value.samples if lead else value, (*lead, value.shape[0], *(1,) * (rank - 3)))


def _by_images(name):
    @rule(name)
    def of_images(level, input, *options):
        return _per_image(getattr(F, name)(_images(input, level), *options), level)


for _name in ("im2col", "col2im", "channel_shuffle"):
    _by_images(_name)


@rule("grid_sampler")
def grid_sampler(level, input, grid, *options):
    return _per_image(F.grid_sampler(_images(input, level), _images(grid, level), *options), level)


@rule("affine_grid_generator")
def affine_grid_generator(level, theta, size, align_corners):
    thetas = _images(theta, level)
    return _per_image(F.affine_grid_generator(thetas, (thetas.shape[0], *size[1:]), align_corners), level)


@rule("convolution")
def convolution(level, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """One weight for all samples sees more images; a weight for each is a group for each."""
    shared = None if is_at(bias, level) or is_at(weight, level) else bias
    if not is_at(weight, level):
        out = F.convolution(_images(input, level), weight, shared, stride, padding, dilation, transposed, output_padding, groups)
        out = _per_image(out, level)
    else:
        kernels = F.reshape(weight.samples, (level.size * weight.shape[0], *weight.shape[1:]))
        seen_by_all = not is_at(input, level) and groups == 1 and not transposed
        seen, parts = (input, 1) if seen_by_all else (_channels(input, level), level.size * groups)
        out = F.convolution(seen, kernels, None, stride, padding, dilation, transposed, output_padding, parts)
        out = _per_channel(out, level)
    return out if bias is shared else out + _in_channels(bias, level, out.ndim)


@rule("convolution_weight_grad")
def convolution_weight_grad(level, input, out_grad, kernel_size, stride, padding, dilation, groups):
    """What reaches the weight of each sample: a group for each."""
    grad = F.convolution_weight_grad(_channels(input, level), _channels(out_grad, level), kernel_size, stride, padding, dilation,
                                     level.size * groups)
    return F.reshape(grad, (level.size, grad.shape[0] // (level.size or 1), *grad.shape[1:]))


# ---------------------------------------------------------------- norms

def _scaled(out, weight, bias):
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


@rule("native_layer_norm")
def native_layer_norm(level, input, normalized_shape, weight, bias, eps):
    if not is_at(weight, level) and not is_at(bias, level):
        return F.native_layer_norm(input.samples, normalized_shape, weight, bias, eps)
    out, mean, rstd = F.native_layer_norm(front(input, level), normalized_shape, None, None, eps)
    _, weight, bias = aligned((batched(out, level), weight, bias), level)
    return _scaled(out, weight, bias), mean, rstd


@rule("native_group_norm")
def native_group_norm(level, input, weight, bias, N, C, HxW, group, eps):
    inside = None if is_at(weight, level) or is_at(bias, level) else (weight, bias)
    normed = F.native_group_norm(_images(input, level), *(inside or (None, None)), level.size * N, C, HxW, group, eps)
    out, mean, rstd = [_per_image(value, level) for value in normed]
    if inside is None:
        out = _scaled(out, *[v if v is None else _in_channels(v, level, out.ndim) for v in (weight, bias)])
    return out, mean, rstd


@rule("native_batch_norm")
def native_batch_norm(level, input, weight, bias, running_mean, running_var, training, momentum, eps):
    """Statistics of each sample's own images: its channels are channels of their own. As in torch, running ones stay."""
    if training and is_at(input, level) and any(is_array(v) and not is_at(v, level) for v in (running_mean, running_var)):
        raise RuntimeError(SHARED_STATISTICS)
    kept = [v if v is None else F.reshape(front(v, level), (-1,)) for v in (running_mean, running_var)]
    normed = F.native_batch_norm(_channels(input, level), None, None, *kept, training, momentum, eps)
    out = _per_channel(normed[0], level)
    scale = [v if v is None else _in_channels(v, level, out.ndim) for v in (weight, bias)]
    return _scaled(out, *scale), *[F.reshape(v, (level.size, v.shape[0] // (level.size or 1))) for v in normed[1:]]


@rule("normalized_grad")
def normalized_grad(level, given, input, mean, rstd, axes):
    _, *values = aligned((batched(front(input, level), level), given, input, mean, rstd), level)
    return F.normalized_grad(*values, tuple([axis + 1 for axis in axes]))


# ---------------------------------------------------------------- losses

def _reduced(values, reduction):
    if reduction == "none":
        return values
    terms = F.reshape(values, (values.shape[0], math.prod(values.shape[1:])))
    return F.mean(terms, (1,)) if reduction == "mean" else F.sum(terms, (1,))


def _by_terms(name):
    """A loss of tensors that broadcast, whose option `reduction` comes right behind them."""
    at = [p.name for p in find_op(name).parameters].index("reduction")

    @rule(name)
    def of_terms(level, *values):
        pair = [batched(front(v, level), level) for v in values[:2]]
        given = aligned([*pair, *values[2:at]], level)
        return _reduced(getattr(F, name)(*given, "none", *values[at + 1:]), values[at])


for _name in ("_mse_loss", "_smooth_l1_loss", "_huber_loss", "_soft_margin_loss", "_binary_cross_entropy",
              "_binary_cross_entropy_with_logits"):
    _by_terms(_name)
