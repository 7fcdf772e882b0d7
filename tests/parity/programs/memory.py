"""Which results share memory, and their strides."""
import torch

a = torch.arange(24.0).reshape(2, 3, 4)
for name, t in {"t": a.transpose(0, 2), "slice": a[:, 1:, ::2], "expand": a[:1].expand(5, 3, 4), "view": a.view(6, 4),
                "permute": a.permute(2, 0, 1), "squeeze": a[:1].squeeze(0), "narrow": a.narrow(2, 1, 2),
                "diagonal": a.diagonal(0, 1, 2), "unfold": a.unfold(2, 2, 1)}.items():
    print(name, tuple(t.shape), t.stride(), t.storage_offset(), t.is_contiguous(), t._base is a)
print(a.transpose(0, 1).contiguous().stride(), a.transpose(0, 1).clone().stride())
print(a.reshape(-1).data_ptr() == a.data_ptr(), a.transpose(0, 1).reshape(-1).data_ptr() == a.data_ptr())
try:
    a.transpose(0, 1).view(-1)
except RuntimeError as error:
    print(type(error).__name__)
