"""Which tensors are leaves, and which may be switched."""
import torch

x = torch.tensor([1.0, -2.0], requires_grad=True)
y = x * 3
z = torch.ones(2)
for t in (x, y, z, z * 2, y.detach(), x.data):
    print(t.requires_grad, t.is_leaf, t.grad_fn is None, t.retains_grad)
print(z.requires_grad_() is z, z.requires_grad)
for attempt in (lambda: y.requires_grad_(False), lambda: setattr(y, "requires_grad", True),
                lambda: torch.tensor([1, 2]).requires_grad_(), lambda: setattr(x, "requires_grad", 1)):
    try:
        attempt()
    except RuntimeError as error:
        print(type(error).__name__, error)
