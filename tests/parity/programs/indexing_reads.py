"""Every kind of index."""
import torch

a = torch.arange(24).reshape(2, 3, 4)
mask = a % 5 == 0
for index in [0, -1, (0, 1), (slice(None), 1), (..., 2), (None, 1), (slice(0, 2), None, slice(1, 3)), (slice(None, None, 2), 0),
              [1, 0], ([0, 1], [2, 0]), (slice(None), [0, 2]), ([0, 1], slice(None), [1, 3]), mask, mask[0, 0].nonzero()[:, 0],
              torch.tensor([[0, 1], [1, 1]]), (0, torch.tensor([1, 2]), 3), (torch.tensor([True, False]), 1), True, False]:
    try:
        print(index if not torch.is_tensor(index) else "tensor", "->", a[index].shape, a[index].reshape(-1).tolist())
    except (IndexError, RuntimeError) as error:
        print(index, type(error).__name__)
for index in [2, (0, 3), (0, 0, 0, 0), [0, 5]]:
    try:
        a[index]
    except IndexError as error:
        print(index, error)
