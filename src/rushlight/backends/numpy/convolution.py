"""Convolutions as matrix products: windows are laid out as columns, a block that stays in cache at a time; BLAS does the rest.

Everything is written for any number of dimensions. Half precision computes in float32 and rounds once.
"""
from __future__ import annotations

import math

import numpy as np

from rushlight.backends.numpy import depthwise
from rushlight.backends.numpy.channel_order import channels_vary_fastest
from rushlight.backends.numpy.layouts import strided
from rushlight.backends.numpy.precision import in_float32
from rushlight.backends.numpy.rearranging import channels_last

__all__ = ["convolve", "convolution_weight_grad", "windows", "bordered", "add_windows"]

BLOCK = 1 << 19         # elements of columns made at a time: 2 MB of float32, as 8x64x56x56 takes twice as long in one piece


# ---------------------------------------------------------------- windows

def window_counts(sizes, kernel, stride, dilation):
    """How many windows fit along each dimension."""
    return tuple([(n - d * (k - 1) - 1) // s + 1 for n, k, s, d in zip(sizes, kernel, stride, dilation)])


def bordered(x, sides, value=0):
    """`x` with `value` around its last dimensions: as much as the (before, after) of each says; negative numbers cut."""
    if not any(before or after for before, after in sides):
        return x
    lead = x.shape[:x.ndim - len(sides)]
    shape = (*lead, *[n + before + after for n, (before, after) in zip(x.shape[len(lead):], sides)])
    out = np.full(shape, value, x.dtype) if value else np.zeros(shape, x.dtype)
    inside = [slice(max(before, 0), n - max(after, 0)) for n, (before, after) in zip(shape[len(lead):], sides)]
    kept = [slice(max(-before, 0), n - max(-after, 0)) for n, (before, after) in zip(x.shape[len(lead):], sides)]
    out[(..., *inside)] = x[(..., *kept)]
    return out


def windows(x, kernel, stride, dilation, counts):
    """A view (*lead, *kernel, *counts): the element at each place of the kernel, of each window."""
    lead = x.ndim - len(kernel)
    steps = x.strides[lead:]
    return strided(x, (*x.shape[:lead], *kernel, *counts),
                   (*x.strides[:lead], *[a * d for a, d in zip(steps, dilation)], *[a * s for a, s in zip(steps, stride)]))


def add_windows(columns, sizes, stride, dilation):
    """The transpose of `windows`: adds (*lead, *kernel, *counts) up to (*lead, *sizes)."""
    n = len(sizes)
    kernel, counts = columns.shape[-2 * n:-n], columns.shape[-n:]
    lead = columns.shape[:-2 * n]
    if _tiles(sizes, kernel, stride, dilation, counts):
        order = [i + j for i in range(n) for j in (n, 0)]
        return columns.transpose(*range(len(lead)), *[len(lead) + i for i in order]).reshape(*lead, *sizes)
    out = np.zeros((*lead, *sizes), columns.dtype)
    for place in np.ndindex(*kernel):
        out[(..., *_reached(place, stride, dilation, counts))] += columns[(..., *place, *[slice(None)] * n)]
    return out


def _tiles(sizes, kernel, stride, dilation, counts):
    """Whether windows lie side by side and cover everything, once."""
    return kernel == tuple(stride) and set(dilation) <= {1} and all(k * m == n for k, m, n in zip(kernel, counts, sizes))


def _reached(place, stride, dilation, counts):
    """The slices that one place of the kernel sees, over all windows."""
    return [slice(p * d, p * d + s * (m - 1) + 1, s) for p, s, d, m in zip(place, stride, dilation, counts)]


def _blocks(images, rows, row_size):
    """Slices of images and of rows of windows with about BLOCK elements of columns each."""
    if rows * row_size > BLOCK:
        step = max(1, BLOCK // row_size)
        return [(slice(n, n + 1), slice(r, min(r + step, rows))) for n in range(images) for r in range(0, rows, step)]
    step = max(1, BLOCK // max(1, rows * row_size))
    return [(slice(n, min(n + step, images)), slice(0, rows)) for n in range(0, images, step)]


# ---------------------------------------------------------------- forward

def convolve(x, weight, *options):
    """The convolution of (N, C, *) with (O, C / groups, *), or the transposed one with (C, O / groups, *).

    Channels that vary fastest in the input or in the weight do so in the output.
    """
    out = _convolved(x, weight, *options)
    last = x.ndim > 3 and (channels_vary_fastest(x, 1) or channels_vary_fastest(weight, 1))
    return channels_last(out, x.ndim) if last else out


@in_float32
def _convolved(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    if not transposed:
        return _direct(x, weight, bias, stride, [(p, p) for p in padding], dilation, groups)
    sides = [(d * (k - 1) - p, d * (k - 1) - p + extra)
             for k, d, p, extra in zip(weight.shape[2:], dilation, padding, output_padding)]
    if set(stride) <= {1} and x.size:       # the windows of the gradient are as many as its elements: a GEMM and no sums
        return _direct(x, _turned(weight, groups), bias, stride, sides, dilation, groups)
    return _transposed(x, weight, bias, stride, padding, dilation, output_padding, groups)


def _turned(weight, groups):
    """The weight of the convolution that a transposed one with steps of 1 is."""
    inputs, outputs, *kernel = weight.shape
    flipped = weight[(..., *[slice(None, None, -1)] * len(kernel))]
    parts = flipped.reshape(groups, inputs // groups, outputs, *kernel).swapaxes(1, 2)
    return parts.reshape(groups * outputs, inputs // groups, *kernel)


def _direct(x, weight, bias, stride, sides, dilation, groups):
    x = bordered(x, sides)
    images, outputs, *kernel = x.shape[0], weight.shape[0], *weight.shape[2:]
    counts = window_counts(x.shape[2:], kernel, stride, dilation)
    if not x.size:                                          # torch leaves out the bias too, and makes no channels of none
        return np.zeros((images, outputs if x.shape[1] else 0, *counts), x.dtype)
    if depthwise.suits(x, weight.shape, stride, groups):
        return depthwise.convolve(x, weight, bias, dilation, counts)
    matrices = weight.reshape(groups, outputs // groups, math.prod(weight.shape[1:]))
    bias = None if bias is None else bias.reshape(groups, -1, 1)
    view = windows(x, kernel, stride, dilation, counts)
    row = x.shape[1] * math.prod(kernel) * math.prod(counts[1:])
    if images * counts[0] * row <= BLOCK:
        return _product(matrices, view, bias, None).reshape(images, outputs, *counts)
    out = np.empty((images, groups, outputs // groups, *counts), x.dtype)
    for block, rows in _blocks(images, counts[0], row):
        columns = view[(block, slice(None), *[slice(None)] * len(kernel), rows)]
        _product(matrices, columns, bias, out[block, :, :, rows].reshape(columns.shape[0], groups, outputs // groups, -1))
    return out.reshape(images, outputs, *counts)


def _product(matrices, columns, bias, out):
    """The columns (N, C, *kernel, *windows) times the weight of each group, plus the bias."""
    groups, _, places = matrices.shape
    shape = (columns.shape[0], groups, places, math.prod(columns.shape[2:]) * columns.shape[1] // (groups * places or 1))
    out = np.matmul(matrices, columns.reshape(shape), out=out)
    if bias is not None:
        out += bias
    return out


def _transposed(x, weight, bias, stride, padding, dilation, output_padding, groups):
    kernel, sizes, images = weight.shape[2:], x.shape[2:], x.shape[0]
    reach = [(n - 1) * s + d * (k - 1) + 1 for n, s, d, k in zip(sizes, stride, dilation, kernel)]
    ends = [n - p + extra for n, p, extra in zip(reach, padding, output_padding)]
    whole = tuple([max(n, end) for n, end in zip(reach, ends)])
    inside = tuple([slice(p, end) for p, end in zip(padding, ends)])
    outputs = weight.shape[1] * groups
    matrices = weight.reshape(groups, -1, weight.shape[1] * math.prod(kernel)).mT
    out = np.empty((images, outputs, *[end - p for end, p in zip(ends, padding)]), x.dtype)
    step = max(1, BLOCK // max(1, outputs * math.prod(kernel) * math.prod(sizes)))
    for n in range(0, images, step):
        part = x[n:n + step]
        columns = np.matmul(matrices, part.reshape(len(part), groups, -1, math.prod(sizes)))
        summed = add_windows(columns.reshape(len(part), outputs, *kernel, *sizes), whole, stride, dilation)
        out[n:n + step] = summed[(..., *inside)]
    if bias is not None:
        out += bias.reshape(-1, *[1] * len(kernel))
    return out


# ---------------------------------------------------------------- backward

@in_float32
def convolution_weight_grad(x, grad, kernel, stride, padding, dilation, groups):
    """What reaches the weight (O, C / groups, *kernel) of the convolution of `x` whose output gets `grad`."""
    x = bordered(x, [(p, p) for p in padding])
    images, channels, outputs, counts = x.shape[0], x.shape[1], grad.shape[1], grad.shape[2:]
    if not x.size:
        return np.zeros((outputs, channels // groups, *kernel), x.dtype)
    if depthwise.suits(x, (outputs, channels // groups), stride, groups):
        return depthwise.weight_grad(x, grad, kernel, dilation)
    view = windows(x, kernel, stride, dilation, counts).swapaxes(0, 1)
    view = np.moveaxis(view, 1, 1 + len(kernel))                    # (C, *kernel, N, *counts): one long product per block
    taps = channels // groups * math.prod(kernel)
    total = np.zeros((groups, outputs // groups, taps), x.dtype)
    for block, rows in _blocks(images, counts[0], channels * math.prod(kernel) * math.prod(counts[1:])):
        columns = view[(slice(None), *[slice(None)] * len(kernel), block, rows)].reshape(groups, taps, -1)
        part = grad[block, :, rows].swapaxes(0, 1).reshape(groups, outputs // groups, -1)
        total += np.matmul(part, columns.mT)
    return total.reshape(outputs, channels // groups, *kernel)
