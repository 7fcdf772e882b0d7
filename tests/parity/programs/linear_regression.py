"""Fits a line by gradient descent."""
import numpy as np
import torch

rng = np.random.default_rng(1)
x = torch.from_numpy(rng.random((50, 1)).astype(np.float32))
y = 3 * x - 0.5 + 0.01 * torch.from_numpy(rng.standard_normal((50, 1)).astype(np.float32))
w, b = torch.zeros(1, 1, requires_grad=True), torch.zeros(1, requires_grad=True)
for step in range(101):
    loss = ((x @ w + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.5 * w.grad
        b -= 0.5 * b.grad
    w.grad.zero_()
    b.grad = None
    if step % 25 == 0:
        print(step, f"{loss.item():.4f}", w, b)
