"""The computation goes through .data, which looks at the memory from outside the graph."""
import torch
from rushlight import explain, explaining

with explaining():
    weight = torch.tensor([0.5, 0.5], requires_grad=True)
    norm = (weight * weight).sum()
    loss = weight.data.sum()

print(explain(loss))
