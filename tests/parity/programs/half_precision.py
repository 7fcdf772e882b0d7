"""bfloat16 and float16."""
import torch

for dtype in (torch.bfloat16, torch.float16):
    a = torch.tensor([1.0, 2.5, 1 / 3, 1e-3, 300.0], dtype=dtype, requires_grad=True)
    out = (a * a + a / 3).exp().log1p() if dtype is torch.bfloat16 else a * a + a / 3
    out.sum().backward()
    print(out, a.grad, a.detach().sum(), a.detach() @ a.detach(), (a + 1).dtype, (a.detach() + torch.ones(5)).dtype)
print(torch.arange(257, dtype=torch.bfloat16)[-3:], torch.tensor(1.0, dtype=torch.bfloat16) + 0.00390625)
print(torch.tensor([70000.0]).half(), torch.tensor([1.0]).to(torch.bfloat16).item(), torch.finfo(torch.bfloat16).eps)
