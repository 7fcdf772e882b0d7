"""Fits a cubic to a sine by gradient descent, with tensors alone: no modules, no optimizer.

    python -m rushlight examples/regression.py      # or, where PyTorch is installed: python examples/regression.py
"""
import math

import torch

STEPS, RATE = 400, 0.05


def main():
    torch.manual_seed(0)
    x = torch.linspace(-math.pi, math.pi, 200)
    y = torch.sin(x) + 0.05 * torch.randn(200)
    powers = torch.stack([(x / math.pi) ** k for k in range(4)], 1)
    weights = torch.zeros(4, requires_grad=True)
    for step in range(STEPS + 1):
        loss = ((powers @ weights - y) ** 2).mean()
        loss.backward()
        if step % 100 == 0:
            print(f"step {step:3}  loss {loss.item():.6f}")
        with torch.no_grad():
            weights -= RATE * (10 if step > 50 else 1) * weights.grad
            weights.grad.zero_()
    terms = [f"{w.item() / math.pi ** k:+.4f} x^{k}" for k, w in enumerate(weights)]
    print("sin(x) ~", " ".join(terms))


main()
