"""autograd.grad returns the gradient, and stores it nowhere."""
import torch
from rushlight import explain, explaining

with explaining():
    weight = torch.tensor([0.5, 0.5], requires_grad=True)
    loss = (weight ** 2).sum()
    grads = torch.autograd.grad(loss, weight)

print(explain(weight))
print()
print(explain(loss))
