"""Two losses, and backward is called on the one without the weight in it."""
import torch
from rushlight import explain, explaining

with explaining():
    weight = torch.tensor([0.5, 0.5], requires_grad=True)
    other = torch.tensor([1.0, 1.0], requires_grad=True)
    loss = (weight ** 2).sum()
    penalty = (other ** 2).sum()
    penalty.backward()

print(explain(weight))
