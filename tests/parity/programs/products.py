"""Matrix products."""
import torch

a = torch.arange(6.0).reshape(2, 3).requires_grad_()
b = torch.arange(12.0).reshape(3, 4).requires_grad_()
batch = torch.arange(12.0).reshape(2, 2, 3)
print(a @ b, a.mm(b).shape, (batch @ b).shape, (batch @ a.t()).shape, a @ b[:, 0], torch.ones(3) @ b, batch.bmm(batch.mT).shape)
((a @ b) ** 2).sum().backward()
print(a.grad, b.grad)
print(torch.einsum("ij,jk->ik", a, b), torch.einsum("bij,kj->bik", batch, a).shape, torch.outer(a[0], a[1]), a[0].dot(a[1]))
print(torch.addmm(torch.ones(2, 4), a, b, beta=2, alpha=0.5), torch.tensor([1, 2]) @ torch.tensor([3, 4]))
for attempt in (lambda: a @ a, lambda: a.mm(b[0]), lambda: torch.ones(2) @ torch.ones(2).int(), lambda: torch.tensor(1.0) @ a):
    try:
        attempt()
    except RuntimeError as error:
        print(type(error).__name__)
