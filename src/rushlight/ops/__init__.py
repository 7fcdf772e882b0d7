"""What the operations are: a file per family, a declaration per op. README.md says how to add one."""
from rushlight.ops import (                                                                     # noqa: F401
    elementwise, comparison, bitwise, complexes, special,
    reduction, scan, statistics,
    shape, joining, diagonal,
    indexing, scattering, sorting,
    matmul, einsum, linalg,
    creation, conversion, random,
    activation, softmax, normalization, loss,
)
