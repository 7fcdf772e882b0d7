"""Reshaping and joining."""
import torch

a = torch.arange(12).reshape(3, 4)
print(a.view(2, -1), a.flatten(), a.unsqueeze(0).shape, a[None, :, None].squeeze().shape, a.t(), a.repeat(1, 2).shape)
print([p.shape for p in a.split(2, 1)], [p.tolist() for p in a.chunk(2)], [p.shape for p in a.split([1, 3], dim=1)])
print(a.unbind(1)[0])
print(torch.cat([a, a[:1]]), torch.stack([a[0], a[1]], 1), torch.hstack([a[0], a[1]]), torch.vstack([a[0], a[1]]))
print(a.tril(), a.triu(1), a.diag(), torch.diag(torch.tensor([1, 2])), a.movedim(0, 1).shape, a.swapaxes(0, 1).shape)
print(torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij"), a.expand(2, 3, 4).shape, a.repeat_interleave(2, 0).shape)
for attempt in (lambda: a.view(5), lambda: a.reshape(7, -1), lambda: torch.cat([a, a[0]]), lambda: a.permute(0, 0),
                lambda: a.expand(2)):
    try:
        attempt()
    except (RuntimeError, ValueError, IndexError) as error:
        print(type(error).__name__)
