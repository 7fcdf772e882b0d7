"""Assignments through every kind of index."""
import torch

a = torch.zeros(3, 4)
a[0] = 1
a[1, 1:3] = torch.tensor([5.0, 6.0])
a[[0, 2], [3, 0]] = torch.tensor([7.0, 8.0])
a[a == 0] = -1
a[..., -1] += 10
a[torch.tensor([0, 0, 0]), 0] += 1
print(a)
a.index_put_((torch.tensor([0, 0]), torch.tensor([1, 1])), torch.tensor([1.0, 2.0]), accumulate=True)
a.index_fill_(1, torch.tensor([2]), 0.5)
a.masked_fill_(a > 8, 8)
print(a)
print(a.scatter(1, torch.tensor([[0], [1], [2]]), 99.0))
try:
    a[0] = torch.ones(3)
except RuntimeError as error:
    print(type(error).__name__)
