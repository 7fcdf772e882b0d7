"""What the operations are: a file per family, a declaration per op. README.md says how to add one."""
from importlib import import_module

from rushlight.dispatch.op import late
from rushlight.ops import (                                                                     # noqa: F401
    elementwise, arithmetic, bounds, pairs, promoting, comparison, bitwise, complexes, special,
    reduction, scan, extremes, statistics, histograms,
    shape, axes, parts, splitting, copies, replaying, rearranging, joining, diagonal, shape_in_place,
    scattering, filling, masking, indexing, getitem, sorting, searching,
    matmul, einsum, linalg, decompositions, norms, products,
    creation, conversion, sparseness, memory, callbacks, random, gradient,
    activation, softmax, short_time,
)

# Families without methods on Tensor, declared when somebody first asks for one of their names: a fifth of the time to import.
LATER = (
    "normalization", "loss", "margin_loss", "ctc", "cross_entropy", "pair_distances", "embedding", "embedding_bag", "padding",
    "dropout", "attention", "pixels", "convolution", "pooling", "adaptive_pooling", "columns", "resizing", "grid_sampling",
    "packing", "windows", "fft", "recurrent", "linear_cross_entropy", "fractional_pooling", "foreach",
    "weight_norm", "low_rank", "indefinite",
)


def load_all():
    """Declares every op that there is."""
    for name in LATER:
        import_module(f"rushlight.ops.{name}")


late.append(load_all)


def __getattr__(name):
    from rushlight.library import namespace                  # torch.ops.<namespace>: operators of the program itself
    return namespace(name)
