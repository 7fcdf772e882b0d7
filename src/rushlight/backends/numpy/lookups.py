"""Rows of a table."""
from __future__ import annotations

import numpy as np

from rushlight.backends.numpy.making import as_array
from rushlight.backends.numpy.positions import check_bounds
from rushlight.backends.numpy.precision import narrowed, widened
from rushlight.dtypes import dtype_of


def embedding(weight, indices):
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if indices.dtype.char not in "lqi":
        raise RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but "
                           f"got torch.{dtype_of(indices).scalar_name}Tensor instead (while checking arguments for embedding)")
    check_bounds(indices, len(weight), 0, IndexError, "index out of range in self")
    return weight.take(indices, 0) if weight.flags.c_contiguous else as_array(weight[indices])     # take would copy the table


def embedding_grad(grad, indices, rows, padding_idx, scale_grad_by_freq):
    """Adds each looked-up row's gradient to the row of the table."""
    if dtype_of(grad).itemsize == 2:
        return narrowed(embedding_grad(widened(grad, ""), indices, rows, padding_idx, scale_grad_by_freq), grad)
    width = grad.shape[-1]
    flat, values = indices.reshape(-1), grad.reshape(-1, width)
    if scale_grad_by_freq:
        values = values / np.bincount(flat.astype(np.intp, copy=False), minlength=rows)[flat][:, None].astype(grad.dtype)
    out = np.zeros((rows, width), grad.dtype)
    np.add.at(out, flat, values)
    if padding_idx >= 0:
        out[padding_idx] = 0
    return out


def shorten_rows(weight, indices, max_norm, norm_type):
    """Scales the rows that are looked up, in place, where their norm is above `max_norm`."""
    rows = np.unique(indices)
    wide = widened(as_array(weight[rows]), "embedding_renorm_")
    norms = np.linalg.norm(wide, norm_type, axis=1)
    scale = np.where(norms > max_norm, max_norm / (norms + 1e-7), 1).astype(wide.dtype)
    weight[rows] = wide * scale[:, None]


def one_hot(x, num_classes):
    if x.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if not x.size and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if x.size and np.minimum.reduce(x, None) < 0:
        raise RuntimeError("Class values must be non-negative.")
    classes = num_classes if num_classes != -1 else int(np.maximum.reduce(x, None)) + 1
    if x.size and np.maximum.reduce(x, None) >= classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (x[..., None] == np.arange(classes)).astype(np.int64)
