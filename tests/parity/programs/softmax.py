"""Softmax and its companions."""
import torch

x = torch.tensor([[1.0, 2.0, 3.0], [1000.0, 1000.0, -1000.0]], requires_grad=True)
for name in ("softmax", "log_softmax"):
    x.grad = None
    out = getattr(x, name)(1)
    (out * torch.tensor([1.0, 0.0, 2.0])).sum().backward()
    print(name, out, x.grad)
x.grad = None
(-torch.log_softmax(x, 1)[torch.arange(2), torch.tensor([2, 0])].mean()).backward()
print(x.grad, torch.sigmoid(x), torch.relu(x - 2), torch.tanh(x))
