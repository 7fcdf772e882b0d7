"""Folding dimensions."""
import torch

a = torch.tensor([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
print(a.sum(), a.sum(0), a.sum(1, keepdim=True), a.mean(-1), a.prod(0), a.std(), a.var(1), a.var(0, correction=0))
print(a.max(), a.max(1), a.min(0), a.amax((0, 1)), a.argmax(), a.argmin(1), a.median(), a.median(1))
print(a.norm(), a.norm(dim=1), a.logsumexp(1), a.cumsum(1), a.cumprod(0), a.all(), (a > 5).any(1), (a > 2).sum())
print(a.int().sum().dtype, a.bool().sum(), torch.tensor([], dtype=torch.float32).sum(), torch.zeros(0, 3).sum(0))
print(torch.tensor([float("nan"), 1.0]).max(), torch.tensor([float("nan"), 1.0]).nansum())
for attempt in (lambda: torch.tensor([]).max(), lambda: a.sum(2), lambda: torch.zeros(0, 3).amax(0)):
    try:
        print(attempt())
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__)
