"""Distances and similarities, as layers."""
from __future__ import annotations

from rushlight.nn import functional as F
from rushlight.nn.modules.layer import layer
from rushlight.nn.modules.module import Module


@layer()
class PairwiseDistance(Module):
    """The p-norm of the differences along the last dimension."""
    __constants__ = ["norm", "eps", "keepdim"]

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.norm, self.eps, self.keepdim = p, eps, keepdim

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


@layer()
class CosineSimilarity(Module):
    """The cosine of the angle between the vectors along `dim`."""
    dim: int = 1
    eps: float = 1e-8

    def forward(self, x1, x2):
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
