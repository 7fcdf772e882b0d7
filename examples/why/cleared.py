"""The gradient is read after it was cleared."""
import torch
from rushlight import explain, explaining

with explaining():
    weight = torch.tensor([0.5, 0.5], requires_grad=True)
    optimizer = torch.optim.SGD([weight], lr=0.1)
    loss = (weight ** 2).sum()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

print(explain(weight))
