"""Hooks on the nodes of the graph."""
import torch

log = []
a = torch.tensor([2.0], requires_grad=True)
b = torch.tensor([3.0], requires_grad=True)
c = a * b
c.grad_fn.register_hook(lambda gin, gout: log.append(([g.item() for g in gin], [g.item() for g in gout])))
c.grad_fn.register_prehook(lambda gout: (gout[0] * 100,))
d = c + a
d.backward()
print(log, a.grad, b.grad)
print(type(d.grad_fn).__name__, d.grad_fn.name(), [(n.name(), i) for n, i in d.grad_fn.next_functions])
