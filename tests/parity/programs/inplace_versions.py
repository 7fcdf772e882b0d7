"""Writes that spoil a backward pass are noticed."""
import torch

x = torch.ones(3)
print(x._version)
x.add_(1)
x[0] = 5
x.mul_(2).sub_(1)
print(x._version, x)
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = a.exp()
b.add_(1)
try:
    b.sum().backward()
except RuntimeError as error:
    print(type(error).__name__, "modified by an inplace operation" in str(error))
c = a * 2
c.add_(1)
c.sum().backward()
print(a.grad)
try:
    a.add_(1)
except RuntimeError as error:
    print(error)
with torch.no_grad():
    a.add_(1)
print(a)
