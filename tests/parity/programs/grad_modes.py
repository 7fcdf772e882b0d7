"""no_grad, enable_grad, set_grad_enabled, inference_mode."""
import torch

x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    a = x * 2
    with torch.enable_grad():
        b = x * 2
    print(torch.is_grad_enabled(), a.requires_grad, b.requires_grad)


@torch.no_grad()
def frozen(t):
    return t * 2


print(frozen(x).requires_grad, torch.is_grad_enabled())
torch.set_grad_enabled(False)
print((x * 2).requires_grad)
torch.set_grad_enabled(True)
with torch.set_grad_enabled(False):
    print(torch.is_grad_enabled())
with torch.inference_mode():
    i = x * 2
    print(i.is_inference(), i.requires_grad)
try:
    i.add_(1)
except RuntimeError as error:
    print(type(error).__name__)
v = torch.zeros(3, requires_grad=True)
with torch.no_grad():
    w = v[:2]
print(w.requires_grad)
