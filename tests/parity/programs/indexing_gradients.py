"""Gradients through reads and writes."""
import torch

x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
for index in [0, (slice(None), 1), ([0, 0, 1], [2, 2, 0]), x.detach() > 2.5, (..., slice(None, None, 2)), None]:
    x.grad = None
    out = x[index]
    (out * torch.arange(1.0, out.numel() + 1).reshape(out.shape)).sum().backward()
    print(out.grad_fn.name(), x.grad.tolist())
x.grad = None
x.gather(1, torch.tensor([[0, 0], [2, 1]])).pow(2).sum().backward()
print(x.grad)
y = x.clone()
v = torch.tensor([10.0, 20.0], requires_grad=True)
y[:, 0] = v
x.grad = None
(y * y).sum().backward()
print(x.grad, v.grad)
x.grad = None
x.index_select(1, torch.tensor([1, 1])).sum().backward()
print(x.grad)
