"""Tells two clouds of points apart."""
import numpy as np
import torch

rng = np.random.default_rng(2)
points = torch.tensor(np.concatenate([rng.normal(-1, 1, (40, 2)), rng.normal(1, 1, (40, 2))]), dtype=torch.float64)
labels = torch.cat([torch.zeros(40), torch.ones(40)]).double()
w = torch.zeros(2, dtype=torch.float64, requires_grad=True)
for step in range(60):
    p = torch.sigmoid(points @ w)
    loss = -(labels * p.log() + (1 - labels) * (1 - p).log()).mean()
    (g,) = torch.autograd.grad(loss, w)
    w = (w - 0.5 * g).detach().requires_grad_()
    if step % 20 == 0:
        print(f"{loss.item():.8f}", g)
print(w, ((p > 0.5).double() == labels).float().mean())
