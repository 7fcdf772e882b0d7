"""What everybody's tutorial prints."""
import torch
from torch import nn

torch.manual_seed(0)
print(torch.rand(2, 3))
print(torch.randn(2, 3))
print(torch.randint(0, 10, (5,)), torch.randperm(6))
print(nn.Linear(3, 2).weight)
print(nn.Conv2d(1, 2, 3).bias, nn.Embedding(3, 2).weight)
print(list(torch.utils.data.DataLoader(range(8), batch_size=3, shuffle=True)))
print(nn.functional.dropout(torch.ones(10), 0.5))
print(torch.bernoulli(torch.full((5,), 0.5)), torch.multinomial(torch.ones(4), 3))
print(torch.normal(0.0, 1.0, (2, 2)), torch.empty(3).uniform_(-1, 1))
print([len(part) for part in torch.utils.data.random_split(range(10), [7, 3], generator=torch.Generator().manual_seed(42))])
print(nn.init.xavier_uniform_(torch.empty(2, 3)), nn.LSTM(2, 1).weight_hh_l0)
print(torch.initial_seed(), torch.random.get_rng_state()[:4])
