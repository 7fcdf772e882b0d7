"""How tensors print."""
import torch

for values in ([1.0, 2.0], [1.5, 1e10], [1e-5, 1.0], [0.0], [float("nan"), float("inf"), -1.0], [123456.0, 0.1], [1e38]):
    print(torch.tensor(values))
print(torch.arange(2000), torch.arange(3000.0).reshape(30, 100), torch.zeros(2, 0, 3), torch.ones(2, 2, 2))
print(torch.tensor(3.14159), torch.tensor([True, False]), torch.tensor([[1, -20], [300, 4]]), torch.tensor([1 + 2.5j, -1e-3j]))
print(torch.ones(1, dtype=torch.float64), torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True) * 2)
print(torch.ones(30) / 3, torch.randn(0), torch.tensor(2), f"{torch.tensor(2.5):.3f} {torch.tensor([1.0])}")
torch.set_printoptions(precision=2, sci_mode=False)
print(torch.tensor([1.23456, 1e-6]))
torch.set_printoptions(profile="default", sci_mode=None)
print(torch.float32, torch.device("cpu"), torch.Size([2, 3]), torch.strided, repr(torch.ones(2, 3).shape))
