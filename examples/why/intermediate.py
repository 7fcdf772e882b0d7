"""The gradient of an intermediate result is read, which nobody asked to keep."""
import torch
from rushlight import explain, explaining

with explaining():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    hidden = torch.tanh(x)
    loss = hidden.sum()
    loss.backward()

print(explain(hidden))
