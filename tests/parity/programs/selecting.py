"""where, masks, clamps and comparisons."""
import torch

a = torch.tensor([[1.0, -2.0], [float("nan"), 4.0]])
print(torch.where(a > 0, a, -1.0), torch.where(a > 0), a.masked_select(a > 0), a.masked_fill(a.isnan(), 0), a.nan_to_num(9))
print(a.clamp(min=0), a.clamp(-1, 2), a == a, a.eq(4), torch.isclose(a, a, equal_nan=True), a.isfinite(), (a > 0) & (a < 3))
print(torch.equal(torch.ones(2), torch.ones(2)), torch.allclose(torch.ones(2), torch.ones(2) + 1e-7))
print(a.nonzero(), a.count_nonzero())
print(torch.maximum(a, torch.zeros(2, 2)), torch.fmin(a, torch.zeros(2, 2)), a.sign(), torch.lerp(a, a + 1, 0.5))
if torch.tensor([1.0]):
    print("true")
try:
    bool(a > 0)
except RuntimeError as error:
    print(error)
