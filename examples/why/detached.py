"""A detach() in the middle cuts the loss off from the weight."""
import torch
from rushlight import explain, explaining

with explaining():
    weight = torch.tensor([0.5, 0.5], requires_grad=True)
    scale = torch.tensor(2.0, requires_grad=True)
    features = torch.exp(weight)
    stored = features.detach()
    loss = (stored * scale).sum()
    loss.backward()

print(explain(weight))
