"""The update makes a new tensor instead of changing the parameter: from the second step on, `weight` is no leaf."""
import torch
from rushlight import explain, explaining

with explaining():
    weight = torch.tensor([0.5, 0.5], requires_grad=True)
    for _ in range(2):
        loss = (weight ** 2).sum()
        loss.backward()
        if weight.is_leaf:
            weight = weight - 0.1 * weight.grad

print(explain(weight))
