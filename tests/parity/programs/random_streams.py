"""Seeded random numbers."""
import torch

torch.manual_seed(0)
print(torch.rand(3), torch.randn(3), torch.randint(0, 10, (5,)), torch.randperm(6))
print(torch.rand(2, dtype=torch.float64), torch.randn(20)[-3:], torch.empty(3).uniform_(-1, 1), torch.empty(2).normal_(5, 2))
generator = torch.Generator().manual_seed(42)
print(torch.rand(2, generator=generator), torch.bernoulli(torch.full((5,), 0.5), generator=generator), generator.initial_seed())
state = torch.get_rng_state()
first = torch.rand(2)
torch.set_rng_state(state)
print(torch.equal(first, torch.rand(2)), torch.initial_seed())
