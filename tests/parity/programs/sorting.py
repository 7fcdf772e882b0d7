"""Order."""
import torch

a = torch.tensor([[3.0, 1.0, 2.0], [1.0, 9.0, 1.0]], requires_grad=True)
values, order = torch.sort(a, stable=True, dim=1)
print(values, order)
(values * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
print(a.grad)
print(a.detach().topk(2), a.detach().sort(descending=True).values, torch.argsort(a, dim=0, stable=True))
print(torch.tensor([3, 1, 3, 2]).unique(return_counts=True), torch.tensor([1, 1, 2, 1]).unique_consecutive())
print(torch.searchsorted(torch.tensor([1.0, 3.0, 5.0]), torch.tensor([0.0, 3.0, 6.0])), torch.tensor([0, 2, 2]).bincount())
print(a.detach()[0].kthvalue(2), a.detach().flip(1), a.detach().roll(1, 1))
