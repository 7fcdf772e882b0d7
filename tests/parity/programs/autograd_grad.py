"""torch.autograd.grad: gradients as values."""
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.tensor([3.0, 4.0], requires_grad=True)
unused = torch.ones(1, requires_grad=True)
out = (x * x * y).sum()
print(torch.autograd.grad(out, (x, y), retain_graph=True))
print(torch.autograd.grad(out, (x, unused), allow_unused=True, retain_graph=True))
try:
    torch.autograd.grad(out, unused)
except RuntimeError as error:
    print(type(error).__name__)
print(torch.autograd.grad(x * y, x, grad_outputs=torch.tensor([10.0, 100.0])))
print(x.grad, y.grad)
h = x * 2
print(torch.autograd.grad((h * y).sum(), [h, y]))
