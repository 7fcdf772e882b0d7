"""Copies and aliases."""
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
d, c = x.detach(), x.clone()
print(d.requires_grad, c.requires_grad, c.grad_fn.name(), d.data_ptr() == x.data_ptr(), c.data_ptr() == x.data_ptr())
d[0] = 9
print(x, x._version)
y = x * x
d[1] = 7
try:
    y.sum().backward()
except RuntimeError as error:
    print(type(error).__name__)
x.data[0] = 3
print(x, x._version)
(x * x).sum().backward()
print(x.grad)
t = x.clone()
print(t.detach_() is t, t.requires_grad, t.grad_fn)
