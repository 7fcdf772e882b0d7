"""copy.deepcopy and copy.copy."""
import copy

import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
(x * 2).sum().backward()
y = copy.deepcopy(x)
print(y, y.grad, y.requires_grad, y.data_ptr() == x.data_ptr())
pair = {"a": x, "b": x}
again = copy.deepcopy(pair)
print(again["a"] is again["b"])
base = torch.zeros(4)
both = copy.deepcopy([base, base[:2]])
both[0][0] = 1
print(both)
try:
    copy.deepcopy(x * 2)
except RuntimeError as error:
    print(type(error).__name__)
