"""The forward pass runs under no_grad, as an evaluation would."""
import torch
from rushlight import explain, explaining

with explaining():
    weight = torch.tensor([0.5, 0.5], requires_grad=True)
    with torch.no_grad():
        prediction = weight * 3
    loss = (prediction - 1).pow(2).sum()

print(explain(loss))
