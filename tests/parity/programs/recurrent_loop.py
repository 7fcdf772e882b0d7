"""A recurrence: the same weight many times in one graph."""
import torch

w = torch.tensor([[0.5, -0.2], [0.1, 0.8]], requires_grad=True)
h = torch.tensor([1.0, 0.0])
total = 0
for step in range(20):
    h = torch.tanh(w @ h + 0.1 * step)
    total = total + h.pow(2).sum()
total.backward()
print(total, w.grad)
x = torch.ones(1, requires_grad=True)
y = x
for _ in range(3000):
    y = y * 1.001
y.backward()
print(x.grad)
