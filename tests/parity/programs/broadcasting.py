"""Broadcasting, forward and back."""
import torch

a = torch.arange(6.0).reshape(2, 3).requires_grad_()
b = torch.tensor([[10.0], [20.0]], requires_grad=True)
c = torch.tensor(0.5, requires_grad=True)
out = (a * b + c) / (c + 1)
print(out)
out.sum().backward()
print(a.grad, b.grad, c.grad)
print(torch.broadcast_shapes((2, 1), (3,)), [t.shape for t in torch.broadcast_tensors(a, b)])
try:
    torch.ones(2, 3) + torch.ones(2)
except RuntimeError as error:
    print(error)
x = torch.ones(3)
try:
    x.add_(torch.ones(2, 3))
except RuntimeError as error:
    print(error)
