"""What the operations are: a file per family, a declaration per op. README.md says how to add one."""
from rushlight.ops import (                                                                     # noqa: F401
    elementwise, arithmetic, bounds, pairs, promoting, comparison, bitwise, complexes, special,
    reduction, scan, extremes, statistics, histograms,
    shape, axes, parts, splitting, copies, replaying, rearranging, joining, diagonal, shape_in_place,
    scattering, filling, masking, indexing, getitem, sorting, searching,
    matmul, einsum, linalg, decompositions, norms, products, fft,
    creation, conversion, memory, callbacks, random, windows, gradient, deprecated_orders,
    activation, softmax, normalization, loss, margin_loss, ctc, cross_entropy, pair_distances,
    embedding, embedding_bag, padding, dropout,
    attention, pixels,
    convolution, pooling, adaptive_pooling, columns, resizing, grid_sampling,
)
from rushlight.dispatch.op import registry

for _op in registry.values():
    _op.close()
