"""Making tensors."""
import torch

print(torch.tensor(1), torch.tensor(1.5), torch.tensor([True]), torch.tensor([1, 2.5]), torch.tensor([]), torch.tensor([[]]))
print(torch.zeros(2, 3), torch.ones((2,), dtype=torch.int32), torch.full((2, 2), 7), torch.full((2,), 1.5), torch.eye(2, 3))
print(torch.arange(5), torch.arange(1, 2, 0.25), torch.arange(5.0), torch.linspace(0, 1, 5), torch.logspace(0, 2, 3))
base = torch.tensor([[1, 2], [3, 4]], dtype=torch.int16)
print(torch.zeros_like(base), torch.ones_like(base, dtype=torch.float64), torch.full_like(base, 9))
print(base.new_zeros(2), base.new_tensor([1.5]), base.new_full((1,), 3))
print(torch.Tensor([1, 2]).dtype, torch.FloatTensor([1]).dtype, torch.LongTensor([1]).dtype, torch.Tensor(2, 3).shape)
for attempt in (lambda: torch.tensor([[1], [1, 2]]), lambda: torch.tensor("a"), lambda: torch.tensor(None),
                lambda: torch.zeros(-1), lambda: torch.arange(0, 1, 0)):
    try:
        attempt()
    except (ValueError, TypeError, RuntimeError) as error:
        print(type(error).__name__)
