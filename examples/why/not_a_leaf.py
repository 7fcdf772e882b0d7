"""The parameter was converted after requires_grad=True, so that what is called `weight` is a result."""
import torch
from rushlight import explain, explaining

with explaining():
    weight = torch.tensor([0.5, 0.5, 0.5], dtype=torch.float64, requires_grad=True).to(torch.float32)
    loss = (weight ** 2).sum()
    loss.backward()

print(explain(weight))
