"""Memory shared with NumPy."""
import numpy as np
import torch

a = np.arange(4.0)
t = torch.from_numpy(a)
t[0] = 10
a[1] = 20
print(t, a, t.dtype)
back = t.numpy()
back[2] = 30
print(t, np.shares_memory(back, a))
print(torch.tensor(a).data_ptr() == t.data_ptr(), torch.as_tensor(a).data_ptr() == t.data_ptr())
print(np.asarray(t).dtype, (t + torch.from_numpy(a[::-1].copy())).numpy(), np.sin(torch.zeros(2)))
try:
    torch.from_numpy(a[::-1])
except ValueError as error:
    print(type(error).__name__)
try:
    torch.ones(1, requires_grad=True).numpy()
except RuntimeError as error:
    print(error)
