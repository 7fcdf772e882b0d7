"""Gradients add up in `.grad` until somebody clears it."""
import torch

w = torch.tensor([0.5, -1.5], requires_grad=True)
for step in range(3):
    ((w * (step + 1)) ** 2).sum().backward()
    print(step, w.grad)
held = w.grad
w.sum().backward()
print(held is w.grad, held)
w.grad.zero_()
w.sum().backward()
print(w.grad)
w.grad = None
w.prod().backward()
print(w.grad, held)
