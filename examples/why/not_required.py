"""The weight was made without requires_grad=True."""
import torch
from rushlight import explain, explaining

with explaining():
    x = torch.tensor([1.0, 2.0, 3.0])
    weight = torch.tensor([0.5, 0.5, 0.5])
    bias = torch.zeros(1, requires_grad=True)
    loss = ((x * weight).sum() + bias).sum()
    loss.backward()

print(explain(weight))
