"""Writes through views reach the base, and its history."""
import torch

x = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
y = x * 1
v = y[1:3]
v.mul_(10)
print(y, v)
print(y.grad_fn.name(), v.grad_fn.name())
y.sum().backward()
print(x.grad)
m = torch.zeros(2, 3)
m[:, 1] = torch.tensor([5.0, 6.0])
m.t()[2].fill_(7)
print(m, m._version, m[0]._version)
w = torch.ones(2, requires_grad=True)
target = torch.zeros(3, 2)
target[1] = w * 3
target[1, 0] = 100
(target * target).sum().backward()
print(target, w.grad)
