"""Derivatives of derivatives."""
import torch

x = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
value = torch.sin(x) * torch.exp(x)
for order in range(5):
    print(order, value.item() if order == 0 else f"{value.item():.6f}")
    (value,) = torch.autograd.grad(value, x, create_graph=True)
w = torch.tensor([1.0, 2.0], requires_grad=True)
(g,) = torch.autograd.grad((w ** 3).sum(), w, create_graph=True)
print(g)
(g * torch.tensor([1.0, 0.5])).sum().backward()
print(w.grad)
a = torch.tensor([[2.0, 1.0], [1.0, 3.0]], requires_grad=True)
(g,) = torch.autograd.grad((a @ a).sum(), a, create_graph=True)
g.pow(2).sum().backward()
print(a.grad)
