"""Gradients where there is no derivative."""
import torch


def gradient(function, *values):
    x = torch.tensor(values, requires_grad=True)
    function(x).sum().backward()
    return x.grad.tolist()


print("abs", gradient(torch.abs, -1.0, 0.0, 1.0))
print("relu", gradient(torch.relu, -1.0, 0.0, 1.0))
print("clamp", gradient(lambda x: x.clamp(0, 1), -1.0, 0.0, 0.5, 1.0, 2.0))
print("max", gradient(lambda x: x.max(), 3.0, 3.0, 1.0))
print("max of a dim", gradient(lambda x: x.max(0).values, 3.0, 3.0, 1.0))
print("amax", gradient(lambda x: x.amax(), 3.0, 3.0, 1.0))
print("maximum", gradient(lambda x: torch.maximum(x, torch.tensor([1.0, 2.0])), 1.0, 3.0))
print("sqrt", gradient(torch.sqrt, 0.0, 4.0))
print("pow", gradient(lambda x: x ** 0, 0.0, 2.0), gradient(lambda x: x ** 2, 0.0, 2.0), gradient(lambda x: 0 ** x, 0.0, 2.0))
print("norm", gradient(lambda x: x.norm(), 0.0, 0.0))
print("sign, floor", gradient(torch.sign, 0.0, 2.0), gradient(torch.floor, 0.5, 2.0))
print("prod", gradient(torch.prod, 0.0, 2.0, 3.0), gradient(torch.prod, 0.0, 0.0, 3.0))
print("where", gradient(lambda x: torch.where(x > 0, x.log(), 0.0), 0.0, 2.0))
print("median", gradient(lambda x: x.median(), 1.0, 5.0, 3.0))
