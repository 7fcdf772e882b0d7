"""What the operations are: a file per family, a declaration per op. README.md says how to add one."""
from rushlight.ops import (                                                                     # noqa: F401
    elementwise, arithmetic, bounds, pairs, promoting, comparison, bitwise, complexes, special,
    reduction, scan, extremes, statistics,
    shape, axes, parts, splitting, copies, replaying, rearranging, joining, diagonal, shape_in_place,
    scattering, filling, masking, indexing, getitem, sorting, searching,
    matmul, einsum, linalg, decompositions, norms, products, fft,
    creation, conversion, memory, random,
    activation, softmax, normalization, loss, cross_entropy, embedding, padding, dropout, attention, pixels,
    convolution, pooling, adaptive_pooling, columns, resizing, grid_sampling,
)
