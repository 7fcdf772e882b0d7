"""Hooks on tensors see a gradient, and may replace it."""
import torch

log = []
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
first = y.register_hook(lambda g: log.append(("y", g.tolist())))
y.register_hook(lambda g: g * 10)
x.register_hook(lambda g: log.append(("x", g.tolist())))
y.retain_grad()
(y * 2).sum().backward()
print(log, y.grad, x.grad)
first.remove()
log.clear()
x.grad = None
(x * 3 + x).sum().backward()
print(log, x.grad)
w = torch.ones(2, requires_grad=True)
w.register_post_accumulate_grad_hook(lambda t: log.append(("after", t.grad.tolist())))
(w * 5).sum().backward()
print(log)
try:
    torch.ones(1).register_hook(print)
except RuntimeError as error:
    print(error)
