"""Gradients of computed tensors."""
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
h = x * x
h.retain_grad()
k = h.exp()
k.sum().backward(retain_graph=True)
print(h.retains_grad, k.retains_grad, h.grad, x.grad)
h.grad = None
(h * 2).sum().backward()
print(h.grad, x.grad)
